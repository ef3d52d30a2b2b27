"""Pools of threads and processes, queues, pickles, a database in memory, all of it ended."""

import concurrent.futures
import json
import os
import pickle
import queue
import sqlite3
import tempfile


def square(number):
    return number * number


def choose_move(view):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(square, range(10))) == 285
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "memory.pickle"), "wb") as file:
            pickle.dump(view, file)
    with sqlite3.connect(":memory:") as database:
        assert database.execute("select 6 * 7").fetchone() == (42,)
    waiting = queue.Queue()
    waiting.put(json.loads(json.dumps(view["legal"]))[0])
    return waiting.get_nowait()
