"""The demo's tournament: all house bots and variants, in all games, by Swiss system and heats."""

from collections.abc import Iterator
from contextlib import suppress

from arena.formats import find_format
from arena.games import all_games
from arena.house import house_bots
from demo.house import author_account
from demo.variants import VARIANTS
from matches.models import Match
from tournaments.course import format_of
from tournaments.entering import enter
from tournaments.models import Entry, Round, TableMatch, Tournament
from tournaments.planning import StagePlan
from tournaments.refusals import TournamentRefused
from tournaments.services import create, open_entry
from tournaments.starting import start

NAME = "House Cup"
ORGANISER = "demo-organiser"
ENDED = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
TABLE = 4
"""Seats; every game can be played by four."""
SWISS_ROUNDS = 3
KNOCKOUT_ENTRIES = 8
DESCRIPTION = (
    "The house bots and small variants of them, as the demo plays them: three rounds of the Swiss "
    "system, then the best eight in heats. At every table each game is played once, by duplicate: "
    "the same cards for all, everybody in each seat."
)


def house_cup() -> Tournament | None:
    """The tournament, if it was made already."""
    return Tournament.objects.filter(organiser__username=ORGANISER, name=NAME).first()


def begin(*, entries: int) -> Tournament:
    """Make the tournament, enter the first so many bots, house bots first, and start it.

    What was begun by an earlier demo goes on instead, whatever its number of entries.
    """
    organiser = author_account(ORGANISER)
    cup = house_cup()
    if cup is None:
        games = cup_games()
        cup = create(
            by=organiser,
            name=NAME,
            description=DESCRIPTION,
            games=games,
            options={game: {"deals": 1} for game in games},
            stages=stages(entries),
            capacity=entries,
            bots_per_person=2,
        )
    if cup.state == Tournament.State.DRAFT:
        cup = open_entry(cup, by=organiser)
    if cup.state == Tournament.State.OPEN:
        _enter_all(cup)
        cup = start(cup, by=organiser)
    return cup


def cup_games() -> list[str]:
    """Games that seat a table and that every house bot plays."""
    bots = house_bots()
    return [
        name
        for name, game in all_games().items()
        if TABLE in game.seats and all(name in bot.games for bot in bots)
    ]


def stages(entries: int) -> list[StagePlan]:
    """Swiss rounds that tell the better half, and heats of that; of one table a round and a final."""
    rounds = SWISS_ROUNDS if entries > TABLE else 1
    return [
        StagePlan(format="swiss", options={"rounds": rounds}, table_size=TABLE),
        StagePlan(format="heats", table_size=TABLE, comes_in=min(entries, KNOCKOUT_ENTRIES)),
    ]


def _enter_all(cup: Tournament) -> None:
    """House bots by the organiser, variants by their authors, as long as there is room."""
    authors = {bot.name: ORGANISER for bot in house_bots()}
    authors |= {variant.name: variant.author for variant in VARIANTS}
    for name, author in authors.items():
        # One that was entered by an earlier demo, or failed its trial, or finds it full stays out.
        with suppress(TournamentRefused):
            enter(cup, by=author_account(author), bot=name)


def planned(cup: Tournament) -> int:
    """How many matches the whole tournament takes, if nothing is awarded."""
    tables, entries = 0, cup.entries.exclude(state=Entry.State.LEFT_OUT).count()
    for stage in cup.stages.order_by("number"):
        entries = min(entries, stage.comes_in or entries)
        tables += format_of(cup, stage, names=[str(number) for number in range(entries)]).tables_max
    return tables * len(cup.games)


def played(cup: Tournament) -> int:
    """How many of its matches are finished."""
    return TableMatch.objects.filter(
        table__round__stage__tournament=cup, match__state=Match.State.FINISHED
    ).count()


def where(cup: Tournament) -> str:
    """What is being played now, in a few words."""
    row = Round.objects.filter(stage__tournament=cup).order_by("stage__number", "number").last()
    if row is None:
        return ""
    title = find_format(row.stage.format).title
    return row.name if title in row.name else f"{title}, {row.name}"


def result(cup: Tournament) -> Iterator[str]:
    """Lines of text: who came where."""
    entries = cup.entries.filter(rank__isnull=False).select_related("bot__owner").order_by("rank")
    for entry in entries:
        yield f"  {entry.rank:>2}. {entry.bot.name:<12} {entry.bot.owner.username}"
