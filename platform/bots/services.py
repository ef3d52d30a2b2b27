"""Submitting bots, and what follows from their trials and their faults."""

import contextlib
import errno
import logging
import threading
from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q
from django.db.models.functions import Now
from django.utils.text import capfirst

from accounts.models import User
from accounts.names import validate_name
from arena.games import UnknownGame, find_game
from bots import code
from bots.broker import FIRST, announce
from bots.leases import from_now
from bots.models import Bot, Trial, Version
from sandbox.errors import SandboxError
from sandbox.upload import Upload, UploadRefused, inspect

logger = logging.getLogger(__name__)

FAULTY_MATCHES_BEFORE_REST = 3
NOT_A_BOT_NAME = frozenset({"new"})
"""Words that stand in a bot's place in the site's addresses."""
_DISK_FULL = {errno.ENOSPC, errno.EDQUOT}


LOOKED_AT_AT_ONCE = 2
"""Uploads, per process: each may take 512 MiB and 15 s of processor time of a child."""
LOOK_WAIT_S = 15.0
_looking = threading.BoundedSemaphore(LOOKED_AT_AT_ONCE)

UPLOAD_BYTES_MAX = 8 * 1024 * 1024
"""Of a zip; what a single file may have is the inspection's to say."""


class SubmissionRefused(ValueError):
    """Why an upload was not taken, and what to do, in words for its author."""


class LimitReached(SubmissionRefused):
    """Too many bots, or too many uploads today."""


class NotNow(Exception):
    """The upload could not be looked at or kept, for a reason of ours. Try again later."""


class StorageFull(NotNow):
    """There is no room for another upload."""


def check_size(size_bytes: int) -> None:
    """Refuse a file that need not be read at all; raises SubmissionRefused."""
    if size_bytes > UPLOAD_BYTES_MAX:
        raise SubmissionRefused(
            f"The file has {size_bytes:,} bytes; at most {UPLOAD_BYTES_MAX:,} are taken. "
            "Leave out what the bot doesn't need."
        )


def look(*, filename: str, data: bytes) -> Upload:
    """Look at an upload as `submit` does, and keep nothing of it; raises as `submit` does."""
    try:
        with _a_turn_to_look():
            return inspect(filename, data)
    except UploadRefused as refusal:
        raise SubmissionRefused(str(refusal)) from refusal
    except SandboxError as error:
        logger.exception("an upload could not be looked at")
        raise NotNow("The upload could not be looked at just now. Try again later.") from error


def submit(
    *, owner: User, bot_name: str, filename: str, data: bytes, games: Sequence[str]
) -> Version:
    """Store an upload as the bot's next version and ask for its trials.

    The bot is made at the first submission. Raises SubmissionRefused (LimitReached), and
    NotNow (StorageFull) when it is our fault.
    """
    names = _known_games(games)
    _check_name(bot_name)
    _check_limits(owner, bot_name)
    try:
        with _a_turn_to_look():
            upload = inspect(filename, data)
            file = code.stored(upload)
            digest = upload.digest
            del upload  # up to 32 MiB, not to be held while waiting for the database
    except UploadRefused as refusal:
        raise SubmissionRefused(str(refusal)) from refusal
    except SandboxError as error:
        logger.exception("an upload of %s could not be looked at", owner)
        raise NotNow("The upload could not be looked at just now. Try again later.") from error
    except OSError as error:
        if error.errno in _DISK_FULL:
            raise StorageFull("No room for another upload just now. Try again later.") from error
        raise
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        _check_limits(owner, bot_name)
        bot = _bot_of(owner, bot_name)
        _check_difference(bot, digest, names)
        version = Version.objects.create(
            bot=bot,
            number=(bot.versions.aggregate(last=Max("number"))["last"] or 0) + 1,
            digest=digest,
            file=file,
            filename=filename.replace("\\", "/").rsplit("/", 1)[-1][:255],
            size_bytes=len(data),
        )
        for game in names:
            trial = Trial.objects.create(version=version, game=game)
            ask_for_trial(trial.pk)
    version.refresh_from_db()
    return version


@contextlib.contextmanager
def _a_turn_to_look() -> Iterator[None]:
    """Wait until few enough uploads are being looked at; raises NotNow."""
    if not _looking.acquire(timeout=LOOK_WAIT_S):
        raise NotNow("Many uploads are being looked at just now. Try again in a minute.")
    try:
        yield
    finally:
        _looking.release()


def ask_for_trial(trial_id: int) -> None:
    """Tell the workers of a waiting trial, once it is committed."""
    announce(Trial.objects.all(), trial_id, task="bots.trial", priority=FIRST)


def _known_games(games: Sequence[str]) -> list[str]:
    names = list(dict.fromkeys(games))
    if not names:
        raise SubmissionRefused("Name at least one game that the bot plays.")
    for name in names:
        try:
            find_game(name)
        except UnknownGame as unknown:
            raise SubmissionRefused(f"{capfirst(str(unknown))}.") from unknown
    return names


def _check_name(bot_name: str) -> None:
    try:
        validate_name(bot_name)
    except ValidationError as invalid:
        raise SubmissionRefused(f"Bot name: {invalid.messages[0]}") from invalid
    if bot_name.lower() in NOT_A_BOT_NAME:
        raise SubmissionRefused(f'A bot can\'t be called "{bot_name}". Choose another name.')


def _check_limits(owner: User, bot_name: str) -> None:
    """Refuse before any work is done what the limits would refuse anyway."""
    uploads = Version.objects.filter(
        bot__owner=owner, submitted_at__gt=from_now(-timedelta(days=1).total_seconds())
    ).count()
    if uploads >= settings.UPLOADS_PER_DAY_MAX:
        raise LimitReached(
            f"You have submitted {uploads} versions within 24 hours, as many as one person may. "
            "Try again later."
        )
    bot = Bot.objects.named(bot_name).first()
    if bot is not None and bot.owner_id != owner.pk:
        raise SubmissionRefused(
            f'The bot name "{bot.name}" is taken by somebody else. Choose another name.'
        )
    if bot is not None and bot.withdrawn_at is not None:
        raise SubmissionRefused(
            f'"{bot.name}" is withdrawn. Bring it back on its page, then submit.'
        )
    if bot is None and owner.bots.count() >= settings.BOTS_PER_PERSON_MAX:
        raise LimitReached(
            f"You have {settings.BOTS_PER_PERSON_MAX} bots, as many as one person may have. "
            "Submit this as a new version of one of them."
        )


def _bot_of(owner: User, bot_name: str) -> Bot:
    bot = owner.bots.filter(name__iexact=bot_name).first()
    if bot is not None:
        return bot
    try:
        with transaction.atomic():
            return Bot.objects.create(owner=owner, name=bot_name)
    except IntegrityError as taken:
        raise SubmissionRefused(
            f'The bot name "{bot_name}" is taken by somebody else. Choose another name.'
        ) from taken


def _check_difference(bot: Bot, digest: str, games: Sequence[str]) -> None:
    latest = bot.versions.with_trials().first()
    if (
        latest is not None
        and latest.digest == digest
        and {trial.game for trial in latest.trials.all()} == set(games)
    ):
        raise SubmissionRefused(
            f"This is the same code for the same games as version {latest.number} of "
            f'"{bot.name}". Change something, then submit again.'
        )


def settle(version_id: int) -> None:
    """Accept or refuse a version whose trials have all ended; call within a transaction.

    One passed trial is enough. If none passed and one was dropped (our failure), it goes on
    waiting, until staff try again.
    """
    version = Version.objects.select_for_update().get(pk=version_id)
    states = set(version.trials.values_list("state", flat=True))
    if version.state != Version.State.WAITING or states & {
        Trial.State.WAITING,
        Trial.State.PLAYING,
    }:
        return
    if Trial.State.PASSED in states:
        version.state = Version.State.ACCEPTED
        Bot.objects.filter(pk=version.bot_id).filter(
            Q(current_version=None) | Q(current_version__number__lt=version.number)
        ).update(current_version=version)
    elif Trial.State.DROPPED not in states:
        version.state = Version.State.REFUSED
    version.save(update_fields=["state"])


def try_again(trial_id: int) -> bool:
    """Put a dropped trial back in the queue, with fresh attempts; False if it isn't dropped."""
    with transaction.atomic():
        is_back = Trial.objects.filter(pk=trial_id, state=Trial.State.DROPPED).update(
            state=Trial.State.WAITING, attempts=0, finished_at=None, due_at=Now(), sent_at=None
        )
        if is_back:
            ask_for_trial(trial_id)
    return bool(is_back)


def note_match(*, version_id: int, faulty: bool) -> None:
    """Count a rated match for or against the version; the third faulty one in a row rests it."""
    row = Version.objects.filter(pk=version_id)
    if not faulty:
        row.update(faulty_in_a_row=0)
        return
    row.update(faulty_in_a_row=F("faulty_in_a_row") + 1)
    row.filter(
        state=Version.State.ACCEPTED, faulty_in_a_row__gte=FAULTY_MATCHES_BEFORE_REST
    ).update(state=Version.State.RESTING, rested_at=Now())


def wake(version_id: int) -> bool:
    """Let a resting version play again; False if it doesn't rest."""
    return bool(
        Version.objects.filter(pk=version_id, state=Version.State.RESTING).update(
            state=Version.State.ACCEPTED, rested_at=None, faulty_in_a_row=0
        )
    )


def withdraw(bot: Bot) -> None:
    """Take the bot out of matchmaking; matches that are scheduled are still played."""
    Bot.objects.filter(pk=bot.pk, withdrawn_at=None).update(withdrawn_at=Now())


def restore(bot: Bot) -> None:
    """Bring a withdrawn bot back, with the rating it had."""
    Bot.objects.filter(pk=bot.pk).update(withdrawn_at=None)
