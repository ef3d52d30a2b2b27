"""REST: tournaments, who takes part, their results, and running one."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.pagination import NewestFirst, Pages
from arena.formats import FORMATS
from bots.api import Refused
from bots.models import Bot
from bots.serializers import ProblemSerializer
from tournaments import entering, result_serializers, rulings, services, starting
from tournaments.appearances import log_of
from tournaments.filters import TournamentFilter
from tournaments.models import Entry, Stage, Table, Tournament, TournamentLog, TournamentQuerySet
from tournaments.reading import StageReading, ranks_are_open, stage_reading
from tournaments.refusals import LimitReached, NotAllowed, TournamentRefused
from tournaments.serializers import (
    AwardSerializer,
    EnterSerializer,
    EntrySerializer,
    FormatSerializer,
    LogSerializer,
    NewTournamentSerializer,
    OptionalReasonSerializer,
    OrderSerializer,
    ReasonSerializer,
    StageSerializer,
    TournamentDetailSerializer,
    TournamentSerializer,
)

REFUSALS = {
    400: OpenApiResponse(ProblemSerializer, "It can't be done, or not now."),
    403: OpenApiResponse(ProblemSerializer, "Not by you."),
}


def asked(service: Callable[..., Any], *args: Any, **facts: Any) -> Any:
    """Call a service, and say its refusals in the API's way."""
    try:
        return service(*args, **facts)
    except NotAllowed as refused:
        raise PermissionDenied(str(refused)) from refused
    except LimitReached as limit:
        raise Refused(str(limit), code="limit_reached") from limit
    except TournamentRefused as refused:
        raise Refused(str(refused)) from refused


class Formats(APIView):
    """The formats that a stage can have."""

    @extend_schema(responses=FormatSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(FormatSerializer(list(FORMATS.values()), many=True).data)


class Tournaments(generics.ListCreateAPIView):
    """All tournaments that were opened, newest first, and one's own drafts; POST makes a draft."""

    queryset = Tournament.objects.listed()
    serializer_class = TournamentSerializer
    filterset_class = TournamentFilter
    pagination_class = NewestFirst

    def get_queryset(self) -> TournamentQuerySet:
        return super().get_queryset().visible_to(self.request.user)

    @extend_schema(
        request=NewTournamentSerializer, responses={201: TournamentDetailSerializer, **REFUSALS}
    )
    def create(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        sent = NewTournamentSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        made = asked(services.create, by=request.user, **sent.facts())
        shown = shown_tournament(request, made.slug)
        return Response(shown, status=status.HTTP_201_CREATED, headers={"Location": shown["url"]})


def shown_tournament(request: Request, slug: str) -> dict[str, Any]:
    found = Tournament.objects.listed().prefetch_related("stages").get(slug=slug)
    for stage in found.stages.all():
        stage.tournament = found
    return TournamentDetailSerializer(found, context={"request": request}).data


class _OfTournament(APIView):
    """A view below /tournaments/<slug>/."""

    def tournament(self) -> Tournament:
        visible = Tournament.objects.visible_to(self.request.user).select_related("organiser")
        return get_object_or_404(visible, slug=self.kwargs["slug"])

    def run_by_me(self) -> Tournament:
        """The tournament, if the caller may run it."""
        found = self.tournament()
        if not found.may_be_run_by(self.request.user):
            raise PermissionDenied("Only the organiser of the tournament and staff can do this.")
        return found

    def shown(self, slug: str) -> Response:
        return Response(shown_tournament(self.request, slug))


class TournamentDetail(_OfTournament):
    """One tournament; PATCH changes what may still be changed."""

    @extend_schema(responses=TournamentDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return self.shown(self.tournament().slug)

    @extend_schema(
        request=NewTournamentSerializer(partial=True),
        responses={200: TournamentDetailSerializer, **REFUSALS},
    )
    def patch(self, request: Request, slug: str) -> Response:
        found = self.run_by_me()
        sent = NewTournamentSerializer(data=request.data, partial=True)
        sent.is_valid(raise_exception=True)
        asked(services.edit, found, by=request.user, **sent.facts())
        return self.shown(slug)


class _Act(_OfTournament):
    """Something that an organiser does; the answer is the tournament afterwards."""

    permission_classes = [IsAuthenticated]
    act: Callable[..., Any]

    @extend_schema(request=None, responses={200: TournamentDetailSerializer, **REFUSALS})
    def post(self, request: Request, slug: str) -> Response:
        asked(type(self).act, self.tournament(), by=request.user)
        return self.shown(slug)


class Open(_Act):
    """Show a draft to everybody, and take entries within its window."""

    act = services.open_entry


class Start(_Act):
    """Start now: entries freeze their versions, and it runs by itself from here on."""

    act = starting.start


class Pause(_Act):
    """Begin nothing new; what waits for a worker is still played."""

    act = services.pause


class Resume(_Act):
    """Let a paused tournament go on."""

    act = services.resume


class Cancel(_OfTournament):
    """End it for good without a result."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=ReasonSerializer, responses={200: TournamentDetailSerializer, **REFUSALS}
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = ReasonSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        asked(services.cancel, self.tournament(), by=request.user, **sent.validated_data)
        return self.shown(slug)


class Entries(_OfTournament, generics.ListCreateAPIView):
    """The entries by seed; POST enters a bot."""

    serializer_class = EntrySerializer
    pagination_class = Pages
    queryset = Entry.objects.none()

    def get_queryset(self):  # type: ignore[no-untyped-def]
        if getattr(self, "swagger_fake_view", False):
            return Entry.objects.none()
        return self.tournament().entries.select_related("bot__owner", "version")

    def get_serializer_context(self) -> dict[str, Any]:
        if getattr(self, "swagger_fake_view", False):
            return super().get_serializer_context()
        return super().get_serializer_context() | entry_context(self.tournament(), self.request)

    @extend_schema(request=EnterSerializer, responses={201: EntrySerializer, **REFUSALS})
    def create(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        sent = EnterSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        tournament = self.tournament()
        entry = asked(entering.enter, tournament, by=request.user, **sent.validated_data)
        found = Entry.objects.select_related("bot__owner", "version").get(pk=entry.pk)
        shown = EntrySerializer(found, context=entry_context(tournament, request)).data
        return Response(shown, status=status.HTTP_201_CREATED)


def entry_context(tournament: Tournament, request: Request) -> dict[str, Any]:
    return {
        "request": request,
        "ranks_are_open": ranks_are_open(tournament, request.user),
        "runs_it": tournament.may_be_run_by(request.user),
    }


class _OfEntry(_OfTournament):
    permission_classes = [IsAuthenticated]

    def entry(self) -> Entry:
        return get_object_or_404(
            self.tournament().entries.select_related("bot"),
            bot__in=Bot.objects.named(self.kwargs["bot"]),
        )


class Withdraw(_OfEntry):
    """Take one's bot out of the tournament; the organiser and staff may do it for anybody."""

    @extend_schema(request=OptionalReasonSerializer, responses={204: None, **REFUSALS})
    def post(self, request: Request, slug: str, bot: str) -> Response:
        sent = OptionalReasonSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        asked(entering.withdraw, self.entry(), by=request.user, **sent.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Disqualify(_OfEntry):
    """Put a bot out, with a reason."""

    @extend_schema(request=ReasonSerializer, responses={204: None, **REFUSALS})
    def post(self, request: Request, slug: str, bot: str) -> Response:
        sent = ReasonSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        asked(entering.disqualify, self.entry(), by=request.user, **sent.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Seeding(_OfTournament):
    """Seed by hand, before the start."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=OrderSerializer, responses={204: None, **REFUSALS})
    def put(self, request: Request, slug: str) -> Response:
        sent = OrderSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        asked(entering.set_order, self.tournament(), by=request.user, **sent.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Log(_OfTournament, generics.ListAPIView):
    """What was done to the tournament, newest first; of tables only where results are released."""

    serializer_class = LogSerializer
    pagination_class = NewestFirst
    queryset = TournamentLog.objects.none()

    def get_queryset(self):  # type: ignore[no-untyped-def]
        if getattr(self, "swagger_fake_view", False):
            return TournamentLog.objects.none()
        return log_of(self.tournament(), self.request.user)


class _OfStage(_OfTournament):
    """A view below /tournaments/<slug>/stages/<number>/; stages are counted from 1 here."""

    def stage(self) -> Stage:
        tournament = self.tournament()
        stage = get_object_or_404(tournament.stages, number=self.kwargs["number"] - 1)
        stage.tournament = tournament
        return stage

    def reading(self) -> StageReading:
        """What was played in the stage, if the caller may see it."""
        stage = self.stage()
        if not stage.is_open_to(self.request.user):
            raise PermissionDenied("The organiser has not released the results of this stage yet.")
        found = stage_reading(stage)
        if found is None:
            raise Http404(f"Stage {stage.number + 1} has not begun.")
        return found


class Standings(_OfStage):
    """The standings of a stage as it stands."""

    @extend_schema(responses=result_serializers.StandingSerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response([result_serializers.standing(line) for line in self.reading().standings])


class Rounds(_OfStage):
    """The rounds of a stage with their tables and matches."""

    @extend_schema(responses=result_serializers.RoundSerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        rounds = self.reading().rounds
        return Response([result_serializers.round_(line, request) for line in rounds])


class BracketOfStage(_OfStage):
    """The bracket of a knock-out stage, with the tables to come; 404 for other formats."""

    @extend_schema(responses=result_serializers.BracketSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        drawn = result_serializers.bracket(self.reading())
        if drawn is None:
            raise Http404("The format of this stage has no bracket.")
        return Response(drawn)


class Release(_OfStage):
    """Show everybody the withheld results of a stage."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={200: StageSerializer, **REFUSALS})
    def post(self, request: Request, slug: str, number: int) -> Response:
        stage = asked(services.release, self.stage(), by=request.user)
        return Response(StageSerializer(stage).data)


class _OfTable(_OfTournament):
    permission_classes = [IsAuthenticated]

    def table(self) -> Table:
        tournament = self.run_by_me()
        return get_object_or_404(
            Table.objects.filter(round__stage__tournament=tournament), pk=self.kwargs["pk"]
        )


class Award(_OfTable):
    """Give a table a result by the organiser's or staff's ruling, with a reason."""

    @extend_schema(request=AwardSerializer, responses={204: None, **REFUSALS})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        sent = AwardSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        asked(rulings.award, self.table(), by=request.user, **sent.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Replay(_OfTable):
    """Have a table of the latest round played again, with a reason."""

    @extend_schema(request=ReasonSerializer, responses={204: None, **REFUSALS})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        sent = ReasonSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        asked(rulings.replay, self.table(), by=request.user, **sent.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)
