"""The repository's Markdown on the site."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from arena.games import all_games, find_game
from pages.markdown import Document

GUIDE = settings.DOCS_DIR / "bot-guide.md"


@pytest.fixture
def document(tmp_path: Path):
    """A function that makes a document of a text."""

    def make(text: str) -> Document:
        path = tmp_path / "a-page.md"
        path.write_text(text)
        found = Document.at(path)
        assert found is not None
        return found

    return make


def test_the_title_is_taken_out_of_the_text(document):
    page = document("# The *title*\n\nFirst `words`\nare these.\n")
    assert page.title == "The title"
    assert page.body == "<p>First <code>words</code>\nare these.</p>\n"
    assert page.lead == "First words are these."


def test_headings_can_be_linked_to(document):
    page = document("# T\n\n## What a bot `sees`\n\ntext\n")
    assert '<h2 id="what-a-bot-sees">' in page.body
    assert [heading.anchor for heading in page.headings] == ["what-a-bot-sees"]


@pytest.mark.parametrize(
    ("written", "linked"),
    [
        ("games/davy-crockett.md", "/games/davy-crockett/"),
        ("../bot-guide.md#5-read-the-verdict", "/docs/bot-guide/#5-read-the-verdict"),
        ("records.md", "/docs/records/"),
        ("https://example.org/a.md", "https://example.org/a.md"),
    ],
)
def test_links_between_pages_lead_to_the_sites_pages(document, written, linked):
    assert f'href="{linked}"' in document(f"# T\n\n[there]({written})\n").body


def test_html_in_markdown_stays_text(document):
    assert "<script>" not in document("# T\n\n<script>alert(1)</script>\n").body


def test_a_block_of_code_can_be_scrolled_by_keyboard(document):
    body = document("# T\n\n    a <pre> of ours\n").body
    assert body == '<pre tabindex="0"><code>a &lt;pre&gt; of ours\n</code></pre>\n'


def test_a_file_that_is_not_there_is_no_document(tmp_path):
    assert Document.at(tmp_path / "nothing.md") is None


def test_the_guides_bot_is_the_starter_bot():
    guide = GUIDE.read_text()
    starter = (settings.BASE_DIR / "platform/bots/static/bots/starter-bot.py").read_text()
    assert f"```python\n{starter}```" in guide


@pytest.mark.parametrize("bot", re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL))
@pytest.mark.parametrize("game", all_games())
def test_every_bot_of_the_guide_is_whole_and_plays_legally(bot, game):
    scope: dict = {}
    exec(bot, scope)
    sitting = find_game(game).sit(4, shuffle_seed="guide")
    while not sitting.over:
        sitting.play(scope["choose_move"](sitting.view(sitting.turn)))
