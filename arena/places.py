"""Final places from scores."""

from collections.abc import Collection, Sequence


def places(scores: Sequence[int], *, faulty: Collection[int] = ()) -> list[int]:
    """One place per seat, highest score first; equal scores share a place: 1, 2, 2, 4.

    Seats in ``faulty`` share the place after everybody else, whatever they scored.
    """
    ranks = [(1, 0) if seat in faulty else (0, -score) for seat, score in enumerate(scores)]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]
