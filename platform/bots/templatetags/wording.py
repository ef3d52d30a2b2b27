"""How pages word what the models store: games, faults, times and differences."""

from django import template

from arena.games import all_games

register = template.Library()

FAULT_SENTENCES = {
    "timeout": "It took too long: its answer, its import or its bank of thinking time ran out.",
    "crash": "It raised an exception or ended by itself.",
    "illegal_move": 'It returned a move that is not in view["legal"].',
    "malformed_reply": "What it returned is not a move: choose_move must return a string.",
    "out_of_memory": "It used more memory than a bot may have.",
    "output_flood": "It printed more than a bot may print.",
}


@register.filter
def game_title(name: str) -> str:
    """The title of a game; a game that is no longer installed keeps its plain name."""
    game = all_games().get(name)
    return game.title if game else name


@register.filter
def fault_word(fault: str) -> str:
    return fault.replace("_", " ")


@register.filter
def fault_sentence(fault: str) -> str:
    """A fault as its author understands it."""
    return FAULT_SENTENCES.get(fault, fault_word(fault).capitalize() + ".")


@register.filter
def signed(number: float) -> str:
    """A rating's change, with a real minus sign: +12.3, −4.0."""
    return f"{number:+.1f}".replace("-", "−")


@register.filter
def thinking(microseconds: int) -> str:
    """A time of thinking in a unit that fits."""
    if microseconds < 1_000:
        return f"{microseconds} µs"
    if microseconds < 1_000_000:
        return f"{microseconds / 1_000:.1f} ms"
    return f"{microseconds / 1_000_000:.2f} s"
