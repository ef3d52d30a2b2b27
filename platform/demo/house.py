"""The house bots of a demo: submitted as anybody submits a bot, over HTTP, with a token."""

from collections.abc import Iterator

import requests

from accounts.services import house_account, issue_token
from arena.house import HouseBot, house_bots
from bots.models import Bot
from sandbox.upload import inspect

REQUEST_S = 60.0


class SubmissionFailed(Exception):
    """The site did not take a house bot; the message has its answer."""


def is_submitted(bot: HouseBot) -> bool:
    """Whether the bot's newest version is what would be submitted."""
    versions = Bot.objects.named(bot.name).order_by("-versions__number")
    digest = versions.values_list("versions__digest", flat=True).first()
    return digest is not None and digest == inspect(*bot.upload()).digest


def submit_house_bots(address: str) -> Iterator[str]:
    """Submit each house bot that is new or was changed; yield its name. Raises SubmissionFailed."""
    with requests.Session() as session:
        session.trust_env = False  # no proxy between two programs of one machine
        for bot in house_bots():
            if is_submitted(bot):
                continue
            token, secret = issue_token(user=house_account(bot.name), name="demo")
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
