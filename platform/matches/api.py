"""REST: matches, their records, and what an entrant's owner may read."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.pagination import NewestFirst
from bots import records
from matches.filters import MatchFilter
from matches.models import Entrant, Match, Sitting
from matches.serializers import MatchDetailSerializer, MatchSerializer, OwnEntrantSerializer


class Matches(generics.ListAPIView):
    """All matches, newest first."""

    queryset = Match.objects.with_entrants()
    serializer_class = MatchSerializer
    filterset_class = MatchFilter
    pagination_class = NewestFirst


class MatchDetail(generics.RetrieveAPIView):
    """One match; its shuffle seed and salt are there once it is finished."""

    queryset = Match.objects.with_entrants().prefetch_related("sittings")
    serializer_class = MatchDetailSerializer


class Record(APIView):
    """The record of one sitting: all that `python3 -m arena verify` needs."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, pk: int, number: int) -> HttpResponse:
        sitting = get_object_or_404(Sitting, match__id=pk, number=number)
        return HttpResponse(records.text(sitting.record), content_type="application/json")


class OwnEntrant(generics.RetrieveAPIView):
    """One's own bot in a match: what it printed, and the fault with the view that broke it."""

    serializer_class = OwnEntrantSerializer
    permission_classes = [IsAuthenticated]
    queryset = Entrant.objects.none()

    def get_object(self) -> Entrant:
        return get_object_or_404(
            Entrant.objects.owned_by(self.request.user).select_related("bot__owner", "version"),
            match__id=self.kwargs["pk"],
            index=self.kwargs["index"],
        )
