"""Where the seeds stand in a knockout bracket.

The usual order of seeded draws: in every round that goes by the seeding, the best meets the
worst of those left, the second the last but one, and so on, so that the first two can only meet in the final, the
first four in the semi-finals: with n left, j meets n + 1 - j ("Printing a single-elimination tournament bracket",
possiblywrong.wordpress.com, 2019). Of the pictures that have it, this one puts the first seed at
the top and the second at the bottom.
"""


def bracket_size(entries: int) -> int:
    """The next power of two: the places of the first round."""
    return 1 << max(1, (entries - 1).bit_length())


def bracket_order(size: int) -> list[int]:
    """Seeds from top to bottom, from 0, for a power of two; each two in a row meet first."""
    if size < 2 or size & (size - 1):
        raise ValueError("a bracket has 2, 4, 8, 16 ... places")
    order = [0, 1]
    while len(order) < size:
        places = 2 * len(order)
        order = [
            seed
            for position, best in enumerate(order)
            for seed in _in_picture(position, best, places - 1 - best)
        ]
    return order


def _in_picture(position: int, better: int, worse: int) -> tuple[int, int]:
    return (worse, better) if position % 2 else (better, worse)
