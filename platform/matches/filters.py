"""What the list of matches can be narrowed by."""

import django_filters

from matches.models import Match


class MatchFilter(django_filters.FilterSet):
    bot = django_filters.CharFilter(field_name="entrants__bot__name", lookup_expr="iexact")

    class Meta:
        model = Match
        fields = ["game", "state", "kind", "rated", "bot"]
