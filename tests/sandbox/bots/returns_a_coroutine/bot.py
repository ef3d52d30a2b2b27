"""Not visible in the source: a function that is made at run time."""


async def choose(view):
    return view["legal"][0]


choose_move = choose
