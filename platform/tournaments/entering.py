"""Who takes part: entering, seeding by hand, withdrawing and disqualifying."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Count, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from arena.games import all_games
from bots.models import Bot, Trial, Version
from tournaments.changes import go_on_soon, note
from tournaments.models import Entry, Tournament, TournamentLog
from tournaments.refusals import LimitReached, NotAllowed, TournamentRefused
from tournaments.services import locked, locked_by_runner

What = TournamentLog.What
State = Tournament.State


def versions_for(games: Sequence[str], bots: Iterable[int]) -> dict[int, Version]:
    """Per bot the version that would play: its newest that passed the trial of every game.

    A version that rests is passed over; bots without such a version, or withdrawn ones, are left
    out. One query.
    """
    found = (
        Version.objects.filter(
            bot__in=bots,
            bot__withdrawn_at=None,
            state=Version.State.ACCEPTED,
            trials__game__in=games,
            trials__state=Trial.State.PASSED,
        )
        .annotate(passed=Count("trials"))
        .filter(passed=len(games))
        .select_related("bot")
        .order_by("bot", "number")
    )
    return {version.bot_id: version for version in found}


def enterable(tournament: Tournament, user: User) -> QuerySet[Bot]:
    """Bots that this person could enter: their own, and the house's for the organiser and staff."""
    bots = Bot.objects.filter(owner=user)
    if tournament.may_be_run_by(user):
        bots = bots | Bot.objects.filter(owner__is_house=True)
    return bots.filter(withdrawn_at=None).exclude(tournament_entries__tournament=tournament)


@transaction.atomic
def enter(tournament: Tournament, *, by: User, bot: str, invitation: str = "") -> Entry:
    """Enter a bot by name. Which of its versions plays is decided at the start.

    People enter their own bots, within the entry window, with the invitation where one is needed.
    The organiser and staff enter their own and the house's, at any time before the start.
    """
    found = locked(tournament)
    runs_it = found.may_be_run_by(by)
    _check_open(found, runs_it=runs_it, invitation=invitation)
    named = Bot.objects.named(bot).select_related("owner").first()
    if named is None:
        raise TournamentRefused(f'There is no bot "{bot}". The list of bots has every name.')
    if named.owner_id != by.pk and not (runs_it and named.owner.is_house):
        raise NotAllowed(
            f"{named.name} belongs to somebody else, who can enter it. You can enter bots of your own"
            + (", and house bots." if runs_it else ".")
        )
    if found.entries.filter(bot=named).exists():
        raise TournamentRefused(f"{named.name} is entered already.")
    _check_room(found, named)
    if named.pk not in versions_for(found.games, [named.pk]):
        raise TournamentRefused(_what_is_missing(named, found.games))
    entry = Entry.objects.create(tournament=found, bot=named, entered_by=by)
    note(found, What.ENTERED, named.name, by=by, entry=entry)
    return entry


def _check_open(tournament: Tournament, *, runs_it: bool, invitation: str) -> None:
    if tournament.is_started or tournament.state not in (State.DRAFT, State.OPEN):
        raise TournamentRefused("It takes no more entries: it has started, or was cancelled.")
    if runs_it:
        return
    if tournament.state == State.DRAFT:
        raise TournamentRefused("It is not open for entry yet.")
    if not tournament.takes_entries:
        now, opens = timezone.now(), tournament.entry_opens_at
        raise TournamentRefused(
            f"Entry opens on {opens:%d %B %Y at %H:%M} UTC."
            if opens and now < opens
            else "Its entry window is over. Ask the organiser, who may open it again."
        )
    if not tournament.is_public and not constant_time_compare(invitation, tournament.invitation):
        raise NotAllowed("One enters this tournament by the organiser's invitation: use its link.")


def _check_room(tournament: Tournament, bot: Bot) -> None:
    if tournament.entries.count() >= tournament.capacity:
        raise LimitReached(f"It is full: all {tournament.capacity} places are taken.")
    own = tournament.entries.filter(bot__owner=bot.owner).count()
    if not bot.owner.is_house and own >= tournament.bots_per_person:
        raise LimitReached(
            f"One person may enter {tournament.bots_per_person} here, and has. Withdraw one first."
        )


def _what_is_missing(bot: Bot, games: Sequence[str]) -> str:
    """Why no version of the bot could play these games."""
    if bot.withdrawn_at is not None:
        return f"{bot.name} is withdrawn. Bring it back on its page, then enter it."
    titles = {name: game.title for name, game in all_games().items()}
    latest = bot.versions.order_by("-number").first()
    if latest is None:
        return f"{bot.name} has no version yet. Submit one, then enter it."
    states = dict(latest.trials.values_list("game", "state"))
    missing = [titles[game] for game in games if states.get(game) != Trial.State.PASSED]
    under_way = [
        titles[game]
        for game in games
        if states.get(game) in (Trial.State.WAITING, Trial.State.PLAYING)
    ]
    if under_way:
        return (
            f"The trial of {bot.name} in {' and '.join(under_way)} is under way. "
            "Enter it once that is passed."
        )
    if not missing:
        return f"{bot.name} rests after faulty matches. Submit a mended version, then enter it."
    return (
        f"{bot.name} has not passed its trial in {' and '.join(missing)}, which this tournament "
        "plays. Submit a version that names every game of the tournament."
    )


@transaction.atomic
def withdraw(entry: Entry, *, by: User, reason: str = "") -> None:
    """Take a bot out, for its owner, the organiser and staff.

    Before the start its place is free again. Afterwards it plays no further round: what it was
    paired for already is still played, and later opponents have a bye or a walkover.
    """
    tournament = locked(entry.tournament_id)
    if by.pk != entry.bot.owner_id and not tournament.may_be_run_by(by):
        raise NotAllowed("Only its owner, the organiser and staff can withdraw this bot.")
    if not tournament.is_started and tournament.state != State.CANCELLED:
        if not Entry.objects.filter(pk=entry.pk).delete()[0]:
            raise TournamentRefused(f"{entry.bot.name} is not entered any more.")
        note(tournament, What.WITHDREW, _told(entry, reason), by=by)
        return
    _put_out(tournament, entry, Entry.State.WITHDRAWN, reason)
    note(tournament, What.WITHDREW, _told(entry, reason), by=by, entry=entry)


@transaction.atomic
def disqualify(entry: Entry, *, by: User, reason: str) -> None:
    """Put a bot out of a tournament that has started; its results stand, unless awarded anew."""
    tournament = locked_by_runner(entry.tournament_id, by)
    if not reason.strip():
        raise TournamentRefused("Give a reason: the bot's owner will want to know it.")
    if not tournament.is_started:
        raise TournamentRefused("It has not started yet: withdraw the bot instead.")
    _put_out(tournament, entry, Entry.State.DISQUALIFIED, reason)
    note(tournament, What.DISQUALIFIED, _told(entry, reason), by=by, entry=entry)


def _put_out(tournament: Tournament, entry: Entry, state: str, reason: str) -> None:
    if tournament.state not in (State.RUNNING, State.PAUSED):
        raise TournamentRefused("The tournament has ended: nobody can leave it any more.")
    is_out = Entry.objects.filter(pk=entry.pk, state=Entry.State.ENTERED).update(
        state=state, out_at=Now(), note=reason.strip()
    )
    if not is_out:
        raise TournamentRefused(f"{entry.bot.name} doesn't play here any more.")
    go_on_soon(tournament.pk)


def _told(entry: Entry, reason: str) -> str:
    return f"{entry.bot.name}: {reason.strip()}" if reason.strip() else entry.bot.name


@transaction.atomic
def set_order(tournament: Tournament, *, by: User, bots: Sequence[str]) -> None:
    """Seed by hand: these bots, by name, are the top seeds in this order; the rest follow by the
    tournament's own way of seeding. An empty list undoes it.
    """
    found = locked_by_runner(tournament, by)
    if found.is_started or found.state not in (State.DRAFT, State.OPEN):
        raise TournamentRefused("The seeding is fixed once the tournament has started.")
    entries = {entry.bot.name.lower(): entry for entry in found.entries.select_related("bot")}
    names = [name.lower() for name in bots]
    if len(set(names)) < len(names):
        raise TournamentRefused("Name each bot once.")
    for name, key in zip(bots, names, strict=True):
        if key not in entries:
            raise TournamentRefused(f'"{name}" is not entered here.')
    for entry in entries.values():
        entry.seed = None
    for seed, key in enumerate(names):
        entries[key].seed = seed
    Entry.objects.bulk_update(entries.values(), ["seed"], batch_size=200)
    note(found, What.SEEDED, f"{len(names)} by hand" if names else "none by hand", by=by)
