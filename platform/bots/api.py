"""REST: games, bots, submitting versions, and the verdicts on them."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import APIException
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.pagination import Pages
from arena.games import all_games
from bots import records, services
from bots.filters import BotFilter
from bots.games import game_or_404
from bots.models import Bot, Trial, Version
from bots.serializers import (
    BotSerializer,
    GameSerializer,
    OwnVersionSerializer,
    ProblemSerializer,
    TrialSerializer,
    UploadSerializer,
    VerdictSerializer,
    VersionSerializer,
)


class Refused(APIException):
    """The service's refusal, in its own words."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "refused"


class NoRoom(APIException):
    status_code = status.HTTP_507_INSUFFICIENT_STORAGE
    default_code = "storage_full"


class Unavailable(APIException):
    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "not_now"


class Games(APIView):
    """The games that there are."""

    @extend_schema(responses=GameSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(GameSerializer(list(all_games().values()), many=True).data)


class GameDetail(APIView):
    """The rules of one game in short: seats, table size, options."""

    @extend_schema(responses=GameSerializer)
    def get(self, request: Request, name: str) -> Response:
        return Response(GameSerializer(game_or_404(name)).data)


class Bots(generics.ListAPIView):
    """All bots, by name."""

    queryset = Bot.objects.with_games().filter(withdrawn_at=None)
    serializer_class = BotSerializer
    filterset_class = BotFilter
    pagination_class = Pages


class _OfBot:
    """A view below /bots/<name>/."""

    def bot(self) -> Bot:
        return get_object_or_404(Bot.objects.with_games().named(self.kwargs["name"]))  # type: ignore[attr-defined]

    def own_bot(self) -> Bot:
        """The caller's own bot, or 404: what isn't yours can't be changed."""
        return get_object_or_404(
            Bot.objects.with_games().named(self.kwargs["name"]),  # type: ignore[attr-defined]
            owner=self.request.user,  # type: ignore[attr-defined]
        )


class BotDetail(_OfBot, generics.RetrieveAPIView):
    """One bot, its current version and its games."""

    serializer_class = BotSerializer

    def get_object(self) -> Bot:
        return self.bot()


class Withdraw(_OfBot, APIView):
    """Take one's bot out of matchmaking; scheduled matches are still played."""

    permission_classes = [IsAuthenticated]
    change = staticmethod(services.withdraw)

    @extend_schema(request=None, responses=BotSerializer)
    def post(self, request: Request, name: str) -> Response:
        self.change(self.own_bot())
        return Response(BotSerializer(self.bot(), context={"request": request}).data)


class Restore(Withdraw):
    """Bring one's withdrawn bot back, with the rating it had."""

    change = staticmethod(services.restore)


class Versions(_OfBot, generics.ListCreateAPIView):
    """A bot's versions, newest first; POST submits the next one, and makes the bot if it is new."""

    serializer_class = VersionSerializer
    pagination_class = Pages
    parser_classes = [MultiPartParser]
    queryset = Version.objects.none()

    def get_throttles(self) -> list:
        self.throttle_scope = "submit" if self.request.method == "POST" else None
        return super().get_throttles()

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        bot = self.bot()
        versions = bot.versions.visible_to(request.user).select_related("bot")
        page = self.paginate_queryset(versions.with_trials())
        shown = _version_serializer(bot, request)
        return self.get_paginated_response(
            shown(page, many=True, context={"request": request}).data
        )

    @extend_schema(
        request={"multipart/form-data": UploadSerializer},
        responses={
            201: OwnVersionSerializer,
            400: OpenApiResponse(ProblemSerializer, "The upload or the request isn't in order."),
            503: OpenApiResponse(ProblemSerializer, "It could not be looked at just now."),
            507: OpenApiResponse(ProblemSerializer, "There is no room for another upload."),
        },
    )
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        sent = UploadSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        version = submitted(request, kwargs["name"], **sent.validated_data)
        shown = OwnVersionSerializer(version, context={"request": request}).data
        return Response(shown, status=status.HTTP_201_CREATED, headers={"Location": shown["url"]})


def submitted(request: Request, name: str, *, file: Any, games: list[str]) -> Version:
    """Call the service and say its refusals in the API's way."""
    try:
        services.check_size(file.size)
        version = services.submit(
            owner=request.user, bot_name=name, filename=file.name, data=file.read(), games=games
        )
    except services.LimitReached as limit:
        raise Refused(str(limit), code="limit_reached") from limit
    except services.SubmissionRefused as refusal:
        raise Refused(str(refusal)) from refusal
    except services.StorageFull as full:
        raise NoRoom(str(full)) from full
    except services.NotNow as failure:
        raise Unavailable(str(failure)) from failure
    return Version.objects.select_related("bot").with_trials().get(pk=version.pk)


def _version_serializer(bot: Bot, request: Request) -> type[VersionSerializer]:
    return OwnVersionSerializer if bot.may_be_inspected_by(request.user) else VersionSerializer


class VersionDetail(APIView):
    """One version; its owner also sees the trials."""

    @extend_schema(responses=OwnVersionSerializer)
    def get(self, request: Request, pk: int) -> Response:
        version = get_object_or_404(
            Version.objects.visible_to(request.user).select_related("bot").with_trials(),
            pk=pk,
        )
        shown = _version_serializer(version.bot, request)
        return Response(shown(version, context={"request": request}).data)


class VersionCode(APIView):
    """One's own version's code, as a zip."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, pk: int) -> HttpResponse:
        version = get_object_or_404(
            Version.objects.owned_by(request.user).select_related("bot"), pk=pk
        )
        with version.file.open("rb") as stream:
            answer = HttpResponse(stream.read(), content_type="application/zip")
        answer["Content-Disposition"] = content_disposition_header(
            True, f"{version.bot.name}-v{version.number}.zip"
        )
        return answer


class _OwnTrial(generics.GenericAPIView):
    permission_classes = [IsAuthenticated]
    serializer_class = TrialSerializer
    queryset = Trial.objects.none()

    def get_queryset(self):  # type: ignore[no-untyped-def]
        if getattr(self, "swagger_fake_view", False):
            return Trial.objects.none()
        return Trial.objects.owned_by(self.request.user).select_related("version__bot")


class TrialDetail(_OwnTrial, generics.RetrieveAPIView):
    """The verdict on one's own version in one game, with traceback, log and the view that broke it."""

    serializer_class = VerdictSerializer


class TrialRecord(_OwnTrial):
    """The record of one's own bot's trial."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, pk: int) -> HttpResponse:
        trial = self.get_object()
        if not trial.record:
            raise Http404("This trial has no record yet.")
        return HttpResponse(records.text(trial.record), content_type="application/json")
