"""What the list of bots can be narrowed by."""

import django_filters
from django.db.models import QuerySet

from bots.models import Bot, BotQuerySet


class BotFilter(django_filters.FilterSet):
    owner = django_filters.CharFilter(field_name="owner__username", lookup_expr="iexact")
    name = django_filters.CharFilter(lookup_expr="icontains", label="Part of the name.")
    game = django_filters.CharFilter(method="playing", label="Bots in play in this game.")

    class Meta:
        model = Bot
        fields = ["owner", "name", "game"]

    def playing(self, bots: BotQuerySet, name: str, game: str) -> QuerySet:
        return bots.playing_game(game)
