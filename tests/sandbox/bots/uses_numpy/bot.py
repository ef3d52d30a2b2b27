"""numpy is offered on both backends, and starts no thread for every core of the machine."""

import os

import numpy


def choose_move(view):
    product = numpy.dot(numpy.ones((200, 200)), numpy.ones((200, 200)))
    assert product.sum() == 200**3
    assert len(os.listdir("/proc/self/task")) == 1
    return view["legal"][int(numpy.argmax(product)) % len(view["legal"])]
