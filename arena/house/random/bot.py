"""Plays any legal move of any game, each as likely as the other."""

import random


def choose_move(view):
    return random.choice(view["legal"])
