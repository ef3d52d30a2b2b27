"""The start: entries freeze their versions, are put in order, and the first stage begins."""

import logging
import statistics

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from arena.formats.lots import draw_lots
from ladder.models import Rating
from tournaments.changes import go_on_soon, note
from tournaments.entering import versions_for
from tournaments.models import Entry, StageEntry, Tournament, TournamentLog
from tournaments.planning import check_stages
from tournaments.refusals import TournamentRefused
from tournaments.services import locked, locked_by_runner

logger = logging.getLogger(__name__)

What = TournamentLog.What
State = Tournament.State
ENTRIES_MIN = 2


@transaction.atomic
def start(tournament: Tournament, *, by: User) -> Tournament:
    """Start by hand. Entries whose bot can't play all of the games now are left out, and told why.

    Raises TournamentRefused, with nothing changed, where too few are left or the stages can't
    be played by so many.
    """
    found = locked_by_runner(tournament, by)
    if found.state == State.RUNNING:
        return found
    _start(found, by=by)
    return found


def start_due() -> int:
    """Start all whose time has come; returns how many. Safe to be asked by several at a time.

    One that can't be started stays open, and its organiser reads why; it is then started by hand,
    or at another time.
    """
    started = 0
    for pk in Tournament.objects.due_to_start().values_list("pk", flat=True):
        try:
            started += _start_if_due(pk)
        except Exception:
            # It is tried again at the next sweep; the other tournaments must not wait for it.
            logger.exception("tournament %d can't be started", pk)
    return started


@transaction.atomic
def _start_if_due(pk: int) -> bool:
    found = locked(pk)
    if found.state != State.OPEN or not found.starts_at or found.starts_at > timezone.now():
        return False
    try:
        with transaction.atomic():
            _start(found, by=None)
    except TournamentRefused as refused:
        trouble = f"It could not be started at its time. {refused}"
        Tournament.objects.filter(pk=pk).update(starts_at=None, trouble=trouble)
        note(found, What.PUT_OFF, str(refused))
        return False
    return True


def _start(tournament: Tournament, *, by: User | None) -> None:
    if tournament.state not in (State.DRAFT, State.OPEN):
        raise TournamentRefused("It has been started already, or was cancelled.")
    entries = _frozen(tournament, by=by)
    if len(entries) < ENTRIES_MIN:
        raise TournamentRefused(
            f"{len(entries)} of its entries can play now; it takes {ENTRIES_MIN} at least. "
            "Wait for more, or enter house bots."
        )
    stages = list(tournament.stages.all())
    check_stages(tournament, stages, entries=len(entries))
    now = timezone.now()
    tournament.state, tournament.started_at, tournament.trouble = State.RUNNING, now, ""
    tournament.opened_at = tournament.opened_at or now
    tournament.save(update_fields=["state", "started_at", "opened_at", "trouble"])
    for seed, entry in enumerate(in_order(tournament, entries)):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed", "version"], batch_size=200)
    StageEntry.objects.bulk_create(
        StageEntry(stage=stages[0], entry=entry, seed=entry.seed) for entry in entries
    )
    tournament.stages.filter(number=0).update(begun_at=now)
    note(tournament, What.STARTED, f"{len(entries)} entries", by=by)
    go_on_soon(tournament.pk)


def _frozen(tournament: Tournament, *, by: User | None) -> list[Entry]:
    """The entries that play, each with its version; the others are left out."""
    entries = list(tournament.entries.select_related("bot__owner"))
    versions = versions_for(tournament.games, [entry.bot_id for entry in entries])
    playing = []
    for entry in entries:
        if version := versions.get(entry.bot_id):
            entry.version = version
            playing.append(entry)
            continue
        entry.state = Entry.State.LEFT_OUT
        entry.seed = None
        entry.note = "At the start no version of it could play every game of the tournament."
        entry.save(update_fields=["state", "seed", "note"])
        note(tournament, What.LEFT_OUT, entry.bot.name, by=by, entry=entry)
    return playing


def in_order(tournament: Tournament, entries: list[Entry]) -> list[Entry]:
    """The entries as they are seeded: those put in order by hand first, then by the tournament's way.

    By strength: the mean over its games, after which come those that some game's ladder does not
    rate. By lot: drawn from the tournament's seed for "seeding/<name>", so that these are others
    than the lots that break ties. Equals stand in the order of entry.
    """
    names = [f"seeding/{entry.bot.name}" for entry in entries]
    lots = dict(zip(names, draw_lots(names, seed=tournament.lot_seed), strict=True))
    strengths = _strengths(tournament, entries)

    def key(entry: Entry) -> tuple:
        if entry.seed is not None:
            return (0, entry.seed)
        if tournament.seeding == Tournament.Seeding.LOT:
            return (1, lots[f"seeding/{entry.bot.name}"])
        if tournament.seeding == Tournament.Seeding.STRENGTH:
            rated = strengths.get(entry.bot_id, [])
            strength = statistics.fmean(rated) if rated else 0.0
            return (1, len(tournament.games) - len(rated), -strength, entry.pk)
        return (1, entry.pk)

    return sorted(entries, key=key)


def _strengths(tournament: Tournament, entries: list[Entry]) -> dict[int, list[float]]:
    """Per bot its strengths on the ladders of the games, of those that rate it."""
    if tournament.seeding != Tournament.Seeding.STRENGTH:
        return {}
    found: dict[int, list[float]] = {}
    bots = [entry.bot_id for entry in entries]
    for rating in Rating.objects.filter(bot__in=bots, game__in=tournament.games).with_offset():
        found.setdefault(rating.bot_id, []).append(rating.strength)
    return found
