"""The stand-in that plays on for a bot that has failed."""

from collections.abc import Sequence

from arena.chance import Stream


class StandIn:
    """Plays evenly random legal moves, the same ones for the same shuffle seed and seat.

    Its choices come from the stream with purpose ``stand-in <seat>`` (see ``chance``),
    one ``below(number of legal moves)`` a move, so that a record of them can be verified.
    Where the deals were given by hand the shuffle seed counts as empty.
    """

    def __init__(self, *, game: str, players: int, seat: int, shuffle_seed: str | None) -> None:
        self._stream = Stream(
            game=game,
            players=players,
            purpose=f"stand-in {seat}",
            shuffle_seed=shuffle_seed or "",
        )

    def choose(self, legal: Sequence[str]) -> str:
        """One of the legal moves."""
        return legal[self._stream.below(len(legal))]
