"""REST: matches, their records, and what an entrant's owner may read."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.pagination import NewestFirst
from bots import records
from bots.api import Refused
from bots.serializers import ProblemSerializer
from matches.challenges import ChallengeRefused, LimitReached, challenge
from matches.filters import MatchFilter
from matches.models import Entrant, Match, MatchQuerySet, Sitting
from matches.serializers import (
    ChallengeSerializer,
    MatchDetailSerializer,
    MatchSerializer,
    OwnEntrantSerializer,
)


class Matches(generics.ListAPIView):
    """All matches, newest first."""

    queryset = Match.objects.with_entrants()
    serializer_class = MatchSerializer
    filterset_class = MatchFilter
    pagination_class = NewestFirst

    def get_queryset(self) -> MatchQuerySet:
        return super().get_queryset().visible_to(self.request.user)


class Challenges(APIView):
    """Set up an unrated match of any bots, with any options, on any cards."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=ChallengeSerializer,
        responses={
            201: MatchDetailSerializer,
            400: OpenApiResponse(ProblemSerializer, "It isn't in order, or a limit is reached."),
        },
    )
    def post(self, request: Request) -> Response:
        sent = ChallengeSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        try:
            match = challenge(by=request.user, **sent.validated_data)
        except LimitReached as limit:
            raise Refused(str(limit), code="limit_reached") from limit
        except ChallengeRefused as refusal:
            raise Refused(str(refusal)) from refusal
        found = Match.objects.with_entrants().prefetch_related("sittings").get(pk=match.pk)
        shown = MatchDetailSerializer(found, context={"request": request}).data
        return Response(shown, status=status.HTTP_201_CREATED, headers={"Location": shown["url"]})


class MatchDetail(generics.RetrieveAPIView):
    """One match; its shuffle seed and salt are there once it is finished."""

    queryset = Match.objects.with_entrants().prefetch_related("sittings")
    serializer_class = MatchDetailSerializer

    def get_queryset(self) -> MatchQuerySet:
        return super().get_queryset().visible_to(self.request.user)


class Record(APIView):
    """The record of one sitting: all that `python3 -m arena verify` needs."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, pk: int, number: int) -> HttpResponse:
        visible = Match.objects.visible_to(request.user)
        sitting = get_object_or_404(Sitting, match__in=visible.filter(pk=pk), number=number)
        return HttpResponse(records.text(sitting.record), content_type="application/json")


class OwnEntrant(generics.RetrieveAPIView):
    """One's own bot in a match: what it printed, and the fault with the view that broke it."""

    serializer_class = OwnEntrantSerializer
    permission_classes = [IsAuthenticated]
    queryset = Entrant.objects.none()

    def get_object(self) -> Entrant:
        return get_object_or_404(
            Entrant.objects.owned_by(self.request.user)
            .visible_to(self.request.user)
            .select_related("bot__owner", "version"),
            match__id=self.kwargs["pk"],
            index=self.kwargs["index"],
        )
