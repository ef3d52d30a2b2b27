"""Markdown of the repository as HTML.

Only files of the repository go through here, and even they may not contain HTML. Links between
its pages become links between the site's.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

MENDED = {
    # What may be wider than a phone must scroll by keyboard.
    "<pre>": '<pre tabindex="0">',
    "<table>": '<div class="table-box" tabindex="0" role="group" aria-label="Table"><table>',
    "</table>": "</table></div>",
    # A corner without words heads nothing.
    "<th></th>": "<td></td>",
}
"""Tags of the renderer, and what the site writes instead."""
DOCUMENT_LINK = re.compile(r"(?:\./|\.\./)*(?:docs/)?(games/)?([\w-]+)\.md(#.*)?")


@dataclass(frozen=True)
class Heading:
    title: str
    anchor: str


@dataclass(frozen=True)
class Section:
    """What stands below one heading of any level, as plain text; the first has no heading of its own."""

    title: str
    anchor: str
    text: str


@dataclass(frozen=True)
class Document:
    """One page. body: HTML without the title; headings: those of the second level."""

    slug: str
    title: str
    lead: str
    body: SafeString
    headings: tuple[Heading, ...]
    sections: tuple[Section, ...]

    @classmethod
    def at(cls, path: Path) -> "Document | None":
        """The document in a file, or None where there is none; read again when it changes."""
        try:
            changed = path.stat().st_mtime_ns
        except FileNotFoundError:
            return None
        return _read(path, changed)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> Document:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(path.read_text(encoding="utf-8"))
    title = _take_title(tokens) or path.stem
    headings = _anchor_headings(tokens)
    for token in tokens:
        _mend_links(token)
    html = parser.renderer.render(tokens, parser.options, {})
    # Text is written as "&lt;", so this finds tags alone.
    for tag, ours in MENDED.items():
        html = html.replace(tag, ours)
    return Document(
        slug=path.stem,
        title=title,
        lead=next((_plain(token) for token in tokens if token.type == "inline"), ""),
        # The repository's own text, rendered with HTML switched off.
        body=mark_safe(html),  # noqa: S308
        headings=tuple(headings),
        sections=tuple(_sections(tokens)),
    )


def _take_title(tokens: list[Token]) -> str:
    """Remove the heading that opens the page, and return its text."""
    if not tokens or tokens[0].tag != "h1":
        return ""
    title = _plain(tokens[1])
    del tokens[:3]
    return title


def _plain(inline: Token) -> str:
    """The text without its marks."""
    return "".join(
        child.content or " " * (child.type == "softbreak") for child in inline.children or []
    )


def _anchor_headings(tokens: list[Token]) -> list[Heading]:
    """Give every heading an id as GitHub does; return those of the second level."""
    headings = []
    for opening, inline in itertools.pairwise(tokens):
        if opening.type != "heading_open":
            continue
        title = _plain(inline)
        opening.attrSet("id", slugify(title))
        if opening.tag == "h2":
            headings.append(Heading(title=title, anchor=slugify(title)))
    return headings


def _sections(tokens: list[Token]) -> Iterator[Section]:
    """The text of the page in the parts that one can link to; code is text as well."""
    title, anchor, texts = "", "", []
    is_heading = False
    for token in tokens:
        if token.type == "heading_open":
            yield Section(title, anchor, " ".join(texts))
            title, anchor, texts, is_heading = "", str(token.attrGet("id")), [], True
        elif token.type == "inline" and is_heading:
            title, is_heading = _plain(token), False
        elif token.type in ("inline", "fence", "code_block"):
            texts.append(" ".join((_plain(token) or token.content).split()))
    yield Section(title, anchor, " ".join(texts))


def _mend_links(token: Token) -> None:
    for child in token.children or []:
        href = child.attrGet("href") if child.type == "link_open" else None
        if href is not None:
            child.attrSet("href", _site_address(str(href)))


def _site_address(href: str) -> str:
    """A link to another page of the documentation, as the site has it."""
    found = DOCUMENT_LINK.fullmatch(href)
    if found is None:
        return href
    is_game, page, anchor = found.groups()
    name = "game" if is_game else "docs-page"
    return reverse(name, args=[page]) + (anchor or "")
