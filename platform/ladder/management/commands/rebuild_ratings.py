"""Compute ratings again from the finished matches."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ladder.models import Ladder
from ladder.services import rate_finished, rebuild


class Command(BaseCommand):
    help = (
        "Rebuild the ratings and their history from the finished matches, in the order of record."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", help="Names of games; none: every ladder.")

    def handle(self, *args: Any, games: list[str], **options: Any) -> None:
        known = list(Ladder.objects.order_by("game").values_list("game", flat=True))
        if unknown := set(games) - set(known):
            raise CommandError(
                f"There is no ladder of {', '.join(sorted(unknown))}; "
                f"there are: {', '.join(known) or 'none yet'}."
            )
        for game in games or known:
            matches = rebuild(
                game,
                on_progress=lambda done, of, game=game: self.stderr.write(
                    f"{game}: {done} of {of} matches", ending="\r"
                ),
            )
            rate_finished(game)
            self.stdout.write(f"{game}: {matches} matches applied again.")
