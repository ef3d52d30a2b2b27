"""One search over everything that has a name or a text: bots, people, games, tournaments, documentation."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.urls import reverse

from accounts.models import User
from arena.game import Game
from arena.games import all_games
from bots.finding import WITHIN_FROM, part
from bots.models import Bot
from pages.markdown import Document, Section
from tournaments.models import Tournament

SHOWN = 8
PASSAGES_OF_A_PAGE = 3
EXCERPT_BEFORE, EXCERPT_AFTER = 60, 140
"""Characters shown of a text before and after what was found in it."""


@dataclass(frozen=True)
class Passage:
    """A place in the documentation. before, match, after: the text about the first word found."""

    title: str
    section: str
    address: str
    before: str
    match: str
    after: str


@dataclass(frozen=True)
class Results:
    asked: str
    bots: list[Bot] = field(default_factory=list)
    people: list[User] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    tournaments: list[Tournament] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any((self.bots, self.people, self.games, self.tournaments, self.passages))


def search(asked: str, *, user: Any) -> Results:
    """The first SHOWN of each kind: names that begin with the text before those that hold it."""
    if not asked:
        return Results(asked)
    bots = Bot.objects.filter(withdrawn_at=None).select_related("owner", "current_version")
    people = User.objects.filter(is_active=True, is_house=False)
    return Results(
        asked,
        bots=_named(bots, "name", asked),
        people=_named(people, "username", asked),
        games=[game for game in all_games().values() if _holds(game.title, game.name, asked)],
        tournaments=_named(Tournament.objects.visible_to(user), "name", asked),
        passages=list(_passages(asked.split()))[:SHOWN],
    )


def _named(rows: QuerySet, column: str, asked: str) -> list:
    """Rows by name. The beginning of a name and its inside are asked apart: both go by an index."""
    rows = rows.order_by(Lower(column))
    found = list(rows.filter(**{f"{column}__istartswith": asked})[:SHOWN])
    if len(found) < SHOWN and len(asked) >= WITHIN_FROM:
        inside = rows.filter(**{f"{column}__{part(asked)}": asked})
        others = inside.exclude(**{f"{column}__istartswith": asked})
        found += others[: SHOWN - len(found)]
    return found


def _holds(title: str, name: str, asked: str) -> bool:
    return asked.lower() in title.lower() or asked.lower() in name


def _passages(words: list[str]) -> Iterator[Passage]:
    """Sections that hold words beginning with all of these; those with them in their titles come first."""
    patterns = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in words]
    found: list[tuple[int, Document, Section, str]] = []
    for path, address in _documents():
        document = Document.at(path)
        for section in document.sections if document else ():
            titles = f"{document.title} {section.title}"
            if all(one.search(titles) or one.search(section.text) for one in patterns):
                in_titles = sum(one.search(titles) is not None for one in patterns)
                found.append((-in_titles, document, section, address))
    told = Counter[str]()
    for _, document, section, address in sorted(found, key=lambda one: one[0]):
        told[document.slug] += 1
        if told[document.slug] <= PASSAGES_OF_A_PAGE:
            yield _passage(document, section, address, patterns)


def _passage(
    document: Document, section: Section, address: str, patterns: list[re.Pattern[str]]
) -> Passage:
    text = section.text
    places = [one.span() for pattern in patterns if (one := pattern.search(text))]
    at, last = min(places, default=(0, 0))
    begin, end = max(0, at - EXCERPT_BEFORE), last + EXCERPT_AFTER
    return Passage(
        title=document.title,
        section=section.title,
        address=f"{address}#{section.anchor}" if section.anchor else address,
        before=("…" if begin else "") + text[begin:at],
        match=text[at:last],
        after=text[last:end] + ("…" if end < len(text) else ""),
    )


def _documents() -> Iterator[tuple[Path, str]]:
    """Every page of the documentation, and of a game's rules, with its address."""
    for path in sorted(settings.DOCS_DIR.glob("*.md")):
        yield path, reverse("docs-page", args=[path.stem])
    for name in all_games():
        yield settings.DOCS_DIR / "games" / f"{name}.md", reverse("game", args=[name])
