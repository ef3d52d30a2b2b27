"""REST: the ladder of each game, and how its ratings came about."""

import django_filters
from django.db.models import QuerySet
from rest_framework import generics

from accounts.pagination import NewestFirst, Pages
from bots.games import game_or_404
from ladder.models import Rating, RatingChange
from ladder.serializers import RatingChangeSerializer, RatingSerializer


class LadderOfGame(generics.ListAPIView):
    """All rated bots of a game: the ranked by rating, then the provisional by rating."""

    serializer_class = RatingSerializer
    pagination_class = Pages
    queryset = Rating.objects.none()

    def get_queryset(self) -> QuerySet[Rating]:
        if getattr(self, "swagger_fake_view", False):
            return Rating.objects.none()
        return Rating.objects.of_game(game_or_404(self.kwargs["game"]).name).in_order()


class ChangeFilter(django_filters.FilterSet):
    bot = django_filters.CharFilter(field_name="bot__name", lookup_expr="iexact")
    match = django_filters.NumberFilter(field_name="rated_match__match__id")

    class Meta:
        model = RatingChange
        fields = ["bot", "match"]


class Changes(generics.ListAPIView):
    """What each match did to each rating, newest first."""

    serializer_class = RatingChangeSerializer
    filterset_class = ChangeFilter
    pagination_class = NewestFirst
    queryset = RatingChange.objects.none()

    def get_queryset(self) -> QuerySet[RatingChange]:
        if getattr(self, "swagger_fake_view", False):
            return RatingChange.objects.none()
        return RatingChange.objects.filter(
            rated_match__game=game_or_404(self.kwargs["game"]).name
        ).select_related("rated_match", "bot", "version")
