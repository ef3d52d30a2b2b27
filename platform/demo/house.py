"""The bots of a demo: submitted as anybody submits a bot, over HTTP, with a token."""

from collections.abc import Iterator

import requests

from accounts.models import User
from accounts.services import house_account, issue_token
from arena.house import HouseBot, house_bots
from bots.models import Bot
from demo.variants import VariantBot, variants
from sandbox.upload import inspect

REQUEST_S = 60.0


class SubmissionFailed(Exception):
    """The site did not take a bot; the message has its answer."""


def is_submitted(bot: HouseBot | VariantBot) -> bool:
    """Whether the bot's newest version is what would be submitted."""
    versions = Bot.objects.named(bot.name).order_by("-versions__number")
    digest = versions.values_list("versions__digest", flat=True).first()
    return digest is not None and digest == inspect(*bot.upload()).digest


def author_account(name: str) -> User:
    """The account of a variant's author, made at first asking; nobody can log in to it."""
    user, is_new = User.objects.get_or_create(username=name)
    if is_new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def submit_house_bots(address: str) -> Iterator[str]:
    """Submit each house bot that is new or was changed; yield its name. Raises SubmissionFailed."""
    for bot in house_bots():
        yield from _submit(address, bot, owner=house_account(bot.name))


def submit_variants(address: str) -> Iterator[str]:
    """The same with the variants, but for those whose name is somebody else's here."""
    for bot in variants():
        owner = author_account(bot.author)
        if not Bot.objects.named(bot.name).exclude(owner=owner).exists():
            yield from _submit(address, bot, owner=owner)


def _submit(address: str, bot: HouseBot | VariantBot, *, owner: User) -> Iterator[str]:
    if is_submitted(bot):
        return
    token, secret = issue_token(user=owner, name="demo")
    with requests.Session() as session:
        session.trust_env = False  # no proxy between two programs of one machine
        answer = session.post(
            f"{address}/api/v1/bots/{bot.name}/versions/",
            headers={"Authorization": f"Bearer {secret}"},
            files={"file": bot.upload()},
            data={"games": list(bot.games)},
            timeout=REQUEST_S,
        )
    token.delete()
    if answer.status_code != requests.codes.created:
        raise SubmissionFailed(
            f"{bot.name} was not taken: {answer.status_code} {answer.text[:500]}"
        )
    yield bot.name
