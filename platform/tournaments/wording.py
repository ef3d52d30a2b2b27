"""How pages word what a tournament is."""

from fractions import Fraction

from arena.formats import FORMATS
from arena.games import all_games
from tournaments.models import Stage, Table, Tournament


def format_title(name: str) -> str:
    """The title of a format; one that is no longer there keeps its plain name."""
    return FORMATS[name].title if name in FORMATS else name


def summary(tournament: Tournament) -> str:
    """What is played, in one line: "All 5 games. Swiss, then heats of the best 8"."""
    return f"{games_words(tournament.games)}. {stages_words(list(tournament.stages.all()))}"


def games_words(games: list[str]) -> str:
    installed = all_games()
    if len(games) > 1 and set(games) == set(installed):
        return f"All {len(games)} games"
    return ", ".join(installed[name].title if name in installed else name for name in games)


def stages_words(stages: list[Stage]) -> str:
    words = []
    for stage in stages:
        title = format_title(stage.format)
        if stage.number:
            title = f"then {title.lower()} of the best {stage.comes_in}"
        words.append(title)
    return ", ".join(words)


def points_text(points: Fraction | None) -> str:
    """Points as people read them: 2, 2½, 2.33."""
    if points is None:
        return ""
    sign, (whole, rest) = "−" if points < 0 else "", divmod(abs(points), 1)
    if not rest:
        return f"{sign}{whole}"
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    return f"{sign}{float(abs(points)):.2f}"


def tie_break_text(value: Fraction) -> str:
    """A tie-break's value: as points are written, but with three digits, since little may decide."""
    return (
        points_text(value)
        if (2 * value).denominator == 1
        else f"{float(value):.3f}".replace("-", "−")
    )


def table_title(table: Table) -> str:
    """What a table is called: by the bracket, else by its number in the round."""
    return table.label or f"Table {table.number + 1}"
