"""The games' pages for bot authors: rules, view, moves, hints."""

from pathlib import Path

from arena.game import Game

IN_THE_PACKAGE = Path(__file__).parent / "pages"
IN_THE_REPOSITORY = Path(__file__).parent.parent / "docs" / "games"


class NoRulesPage(LookupError):
    """A game whose page hasn't been written."""


def rules_page(game: Game) -> str:
    """The game's page as Markdown; raises NoRulesPage."""
    for folder in (IN_THE_PACKAGE, IN_THE_REPOSITORY):
        page = folder / f"{game.name}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise NoRulesPage(f"{game.title} has no page: write docs/games/{game.name}.md")
