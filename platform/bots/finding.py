"""Finding bots by a part of their own or their owner's name, in lists of any size."""

from dataclasses import dataclass

from django.http import HttpRequest

from bots.models import Bot

ASKED_MAX_LENGTH = 64
WITHIN_FROM = 3
"""A shorter text is looked for at the beginning of names alone: no index knows two letters within one."""
FOUND_MAX = 2000
"""Whoever finds more by name, and as many by owner, is asked to write more of the name."""


@dataclass(frozen=True)
class Found:
    """Keys of bots. is_cut_short: there are more."""

    bots: frozenset[int]
    is_cut_short: bool


def asked_for(request: HttpRequest) -> str:
    """The text that is looked for: `q`, as no name would break it."""
    return request.GET.get("q", "").replace("\0", "").strip()[:ASKED_MAX_LENGTH]


def part(asked: str) -> str:
    """The look-up that finds a text: anywhere in a name, or at its beginning while it is short."""
    return "icontains" if len(asked) >= WITHIN_FROM else "istartswith"


def find_bots(asked: str) -> Found:
    """Bots with the text in their own or their owner's name, in any case.

    Two questions, each to the index of one table: asked as one, every bot would have to be looked at.
    """
    how = part(asked)
    some = [
        list(Bot.objects.order_by().filter(**where).values_list("pk", flat=True)[:FOUND_MAX])
        for where in ({f"name__{how}": asked}, {f"owner__username__{how}": asked})
    ]
    return Found(
        bots=frozenset().union(*some),
        is_cut_short=any(len(keys) == FOUND_MAX for keys in some),
    )
