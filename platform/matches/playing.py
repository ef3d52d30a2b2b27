"""A worker's attempt at a match, from the claim to the result."""

import contextlib
import logging
import time
import traceback
from collections.abc import Callable, Sequence

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import InterfaceError, OperationalError, close_old_connections

from arena.games import find_game
from arena.match import MatchResult, play_match
from bots import records, tables
from bots.holding import HeldPlayer, Holder, LeaseLost, WorkerStopping, heeding_sigterm
from matches import services
from matches.live_table import LiveTable, tell_end
from matches.models import Attempt, Match

logger = logging.getLogger(__name__)

Printed = tuple[str, list[list[int]]]
"""A bot's log and its marks, see `bots.tables.readable_log`."""

SAVE_AGAIN_AFTER_S = (0.5, 2.0, 8.0, 20.0)


def play(match_id: int, *, worker: str = "") -> bool:
    """Claim the match and play it; False if it wasn't to be had or wasn't finished by us.

    Only a BotFault is a bot's. Whatever else goes wrong ends the attempt, not the match.
    """
    if not tables.sandbox_is_there():
        return False
    holder = Holder(Match.objects.all(), match_id, lease_s=settings.LEASE_S)
    # Before the claim: a worker that ended between the two would keep the match to itself.
    with heeding_sigterm(holder):
        attempt = services.claim(match_id, worker=worker)
        if attempt is None:
            return False
        holder.hold(attempt.token)
        return _play_held(attempt, holder)


def _play_held(attempt: Attempt, holder: Holder) -> bool:
    """Play the match whose lease is ours; whatever happens, the lease is given up."""
    match = Match.objects.get(pk=attempt.match_id)
    try:
        try:
            result, printed = _play_in_sandbox(attempt, match, holder)
            is_ours = _save(attempt, result=result, printed=printed)
        except WorkerStopping:
            services.hand_back(attempt)
        except LeaseLost:
            logger.warning("%s: the lease was lost, the result is thrown away", match)
        else:
            if is_ours:
                tell_end(match.pk)
            return is_ours
    except Exception as failure:
        if holder.stopping:
            # The boxes may have been asked to end with us.
            services.hand_back(attempt)
            return False
        tables.doubt_sandbox(failure)
        error = traceback.format_exc().replace(match.shuffle_seed, "[shuffle seed]")
        logger.error("%s: attempt %s failed\n%s", match, attempt.token, error)
        services.give_up_attempt(attempt, error=error)
    return False


def _play_in_sandbox(
    attempt: Attempt, match: Match, holder: Holder
) -> tuple[MatchResult, list[Printed]]:
    """Play all sittings; return the result and what each entrant's bot printed."""
    entrants = list(match.entrants.public().select_related("version__bot"))
    game, names = find_game(match.game), [str(entrant.version) for entrant in entrants]
    with (
        tables.boxes(
            [entrant.version for entrant in entrants],
            match=str(match.pk),
            attempt=holder.token,
            on_open=holder.beat,
        ) as boxes,
        LiveTable(
            match.pk, attempt=attempt.pk, game=game, options=match.options, names=names
        ) as live,
    ):
        result = play_match(
            game,
            [HeldPlayer(box.player, holder) for box in boxes],
            options=match.options,
            shuffle_seed=match.shuffle_seed,
            names=names,
            on_event=live.hear,
            on_sitting=live.end_sitting,
        )
        return result, [tables.readable_log(box) for box in boxes]


def _save(attempt: Attempt, *, result: MatchResult, printed: Sequence[Printed]) -> bool:
    """Store the records, then the result; a record of a result that came too late is deleted."""
    names = records.keep(
        {
            f"records/{attempt.match_id}/{attempt.token}-{number}.json.gz": played.record
            for number, played in enumerate(result.sittings)
        }
    )
    is_ours = _patiently(
        lambda: services.finish(
            attempt,
            result=result,
            logs=[log for log, _ in printed],
            log_marks=[marks for _, marks in printed],
            records=names,
        )
    )
    if not is_ours:
        logger.warning("match %d: the result came too late", attempt.match_id)
        for name in names:
            with contextlib.suppress(OSError):
                default_storage.delete(name)
    return is_ours


def _patiently(save: Callable[[], bool]) -> bool:
    """Save, and again some times while the database is away: a played match is worth the wait."""
    for wait_s in SAVE_AGAIN_AFTER_S:
        try:
            return save()
        except (OperationalError, InterfaceError):
            logger.warning("database not reached, saving again in %g s", wait_s)
            time.sleep(wait_s)
            close_old_connections()
    return save()
