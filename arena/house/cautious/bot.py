"""Plays each game by the module of its name beside this file."""

import importlib


def choose_move(view):
    return importlib.import_module(view["game"].replace("-", "_")).choose_move(view)
