"""REST: the ladder of each game, and how its ratings came about."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.pagination import NewestFirst, Pages
from arena.games import all_games
from arena.strength import chance_to_be_stronger, chance_to_beat
from bots.games import game_or_404
from bots.models import Bot
from ladder.models import AllRound, Rating, RatingChange, RatingQuerySet
from ladder.rows import census
from ladder.serializers import (
    AllRoundSerializer,
    ChanceSerializer,
    RatingChangeSerializer,
    RatingSerializer,
)


class LadderOfGame(generics.ListAPIView):
    """All rated bots of a game: the ranked by strength, then the provisional by strength."""

    serializer_class = RatingSerializer
    pagination_class = Pages
    queryset = Rating.objects.none()

    def get_queryset(self) -> QuerySet[Rating]:
        if getattr(self, "swagger_fake_view", False):
            return Rating.objects.none()
        ratings = self.places().with_offset().in_order()
        return ratings.select_related("bot__owner", "version")

    def places(self) -> RatingQuerySet:
        return Rating.objects.of_game(game_or_404(self.kwargs["game"]).name)

    def get_serializer_context(self) -> dict[str, Any]:
        if getattr(self, "swagger_fake_view", False):
            return super().get_serializer_context()
        return super().get_serializer_context() | {
            "groups": census(self.places(), name=self.kwargs["game"]).groups
        }


class AllRoundLadder(generics.ListAPIView):
    """The mean over all games, of bots that are rated in every one."""

    serializer_class = AllRoundSerializer
    pagination_class = Pages
    queryset = AllRound.objects.none()

    def get_queryset(self) -> QuerySet[AllRound]:
        places = AllRound.objects.in_all(len(all_games())).in_order()
        return places.with_offset().select_related("bot__owner")

    def get_serializer_context(self) -> dict[str, Any]:
        places = AllRound.objects.in_all(len(all_games()))
        return super().get_serializer_context() | {"groups": census(places, name="").groups}


class Chance(APIView):
    """How surely bot `a` is stronger than bot `b` in a game, and beats it in a match."""

    @extend_schema(
        parameters=[
            OpenApiParameter("a", str, required=True, description="Name of a rated bot."),
            OpenApiParameter("b", str, required=True, description="Name of another."),
        ],
        responses=ChanceSerializer,
    )
    def get(self, request: Request, game: str) -> Response:
        a, b = (self.rating(game_or_404(game).name, request, key) for key in ("a", "b"))
        deviations = (a.deviation, b.deviation)
        chance = {
            "to_be_stronger": chance_to_be_stronger(a.estimate - b.estimate, deviations=deviations),
            "to_beat": chance_to_beat(a.estimate - b.estimate, deviations=deviations),
        }
        return Response(ChanceSerializer(chance).data)

    def rating(self, game: str, request: Request, key: str) -> Rating:
        name = request.query_params.get(key, "")
        if not name:
            raise ValidationError({key: ["Name a bot that is rated in this game."]})
        found = Rating.objects.filter(game=game, bot__in=Bot.objects.named(name)).first()
        if found is None:
            raise NotFound(f'No bot "{name}" is rated in {game}. The ladder lists those that are.')
        return found


class ChangeFilter(django_filters.FilterSet):
    bot = django_filters.CharFilter(method="of_bot", label="Name of a bot.")
    match = django_filters.NumberFilter(field_name="rated_match__match__id")

    class Meta:
        model = RatingChange
        fields = ["bot", "match"]

    def of_bot(self, changes: QuerySet, name: str, bot: str) -> QuerySet:
        return changes.filter(bot__in=list(Bot.objects.named(bot).values_list("pk", flat=True)))


class ChangesNewestFirst(NewestFirst):
    """Those of one bot are found by its own count of matches, which an index has in order."""

    def get_ordering(self, request: Any, queryset: QuerySet, view: Any) -> tuple[str]:
        return ("-number",) if request.query_params.get("bot") else ("-id",)


class Changes(generics.ListAPIView):
    """What each match did to each rating, newest first."""

    serializer_class = RatingChangeSerializer
    filterset_class = ChangeFilter
    pagination_class = ChangesNewestFirst
    queryset = RatingChange.objects.none()

    def get_queryset(self) -> QuerySet[RatingChange]:
        if getattr(self, "swagger_fake_view", False):
            return RatingChange.objects.none()
        return RatingChange.objects.filter(
            game=game_or_404(self.kwargs["game"]).name
        ).select_related("rated_match", "bot", "version")
