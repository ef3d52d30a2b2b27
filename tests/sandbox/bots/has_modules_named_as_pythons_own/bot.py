"""Its own random comes first for it. The guest has Python's, and json is the guest's already."""

import json
import random


def choose_move(view):
    assert random.OWN
    assert json.loads("[1]") == [1]
    raise ValueError(random.choice(view["legal"]))
