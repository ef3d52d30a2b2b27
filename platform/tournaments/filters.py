"""What the list of tournaments can be narrowed by."""

import django_filters
from django.db.models import QuerySet

from bots.models import Bot
from tournaments.models import Tournament


class TournamentFilter(django_filters.FilterSet):
    organiser = django_filters.CharFilter(field_name="organiser__username", lookup_expr="iexact")
    bot = django_filters.CharFilter(method="entered_by", label="Name of a bot that is entered.")

    class Meta:
        model = Tournament
        fields = ["state", "organiser", "bot"]

    def entered_by(self, tournaments: QuerySet, name: str, bot: str) -> QuerySet:
        entries = Bot.objects.named(bot).values("tournament_entries__tournament")
        return tournaments.filter(pk__in=entries)
