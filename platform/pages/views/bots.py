"""The page of one bot."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from bots.models import Bot, Version
from ladder.history import course, head_to_head
from ladder.models import Rating, RatingChange, VersionTally
from ladder.rows import census, with_ranks
from matches.models import Entrant, Match
from pages.charts import Chart, point, rating_chart
from tournaments.appearances import entries_of

MATCHES_SHOWN = 15
VERSIONS_SHOWN = 20
OPPONENTS_SHOWN = 15


@dataclass(frozen=True)
class MatchOfBot:
    """One of its matches: its own part, and what the match did to its rating (None: nothing)."""

    match: Match
    entrant: Entrant
    change: RatingChange | None


@dataclass(frozen=True)
class FaultCount:
    """How often a version failed in one way, and the latest match in which it did."""

    fault: str
    matches: int
    latest: int


@dataclass
class VersionLine:
    """A version beside the others. tally: of the game that is shown."""

    version: Version
    tally: VersionTally | None = None
    faults: list[FaultCount] = field(default_factory=list)


@require_safe
def bot(request: HttpRequest, name: str) -> HttpResponse:
    """All its ratings, and one of its games closely: `game`, or the one it has played most."""
    found = get_object_or_404(Bot.objects.named(name).select_related("owner", "current_version"))
    standings = list(found.ratings.with_offset().select_related("version").order_by("game"))
    shown = _shown(standings, request.GET.get("game", ""))
    tallies = _tallies(shown)
    versions = list(found.versions.visible_to(request.user)[:VERSIONS_SHOWN])
    context = {
        "bot": found,
        "is_owner": request.user == found.owner,
        "standings": standings,
        "shown": shown,
        "row": _row(shown),
        "chart": shown and _chart(found, shown, tallies),
        "opponents": head_to_head(shown, limit=OPPONENTS_SHOWN) if shown else [],
        "versions": _version_lines(request, versions, tallies),
        "matches": _latest_matches(request, found),
        "entries": entries_of(found, request.user),
    }
    return render(request, "pages/bot.html", context)


@require_safe
def bot_course(request: HttpRequest, name: str) -> HttpResponse:
    """A part of its course in `game`, from match number `first` to `last`, for the chart's script."""
    asked = [request.GET.get(key, "") for key in ("first", "last")]
    if not all(one.isascii() and one.isdigit() and len(one) < 10 for one in asked):
        raise Http404
    standing = get_object_or_404(
        Rating.objects.select_related("bot"),
        bot__in=Bot.objects.named(name),
        game=request.GET.get("game", "").replace("\0", ""),
    )
    first, last = map(int, asked)
    changes = course(standing.bot, standing.game, matches=standing.matches, first=first, last=last)
    return JsonResponse([point(change) for change in changes], safe=False)


def _shown(standings: Sequence[Rating], asked: str) -> Rating | None:
    by_game = {standing.game: standing for standing in standings}
    return by_game.get(asked) or max(standings, key=lambda one: one.matches, default=None)


def _row(standing: Rating | None):  # type: ignore[no-untyped-def]
    """Its line on the ladder, which tells its rank."""
    if standing is None:
        return None
    ladder = census(Rating.objects.of_game(standing.game), name=standing.game)
    return with_ranks([standing], ladder.groups)[0]


def _tallies(standing: Rating | None) -> list[VersionTally]:
    if standing is None:
        return []
    tallies = VersionTally.objects.filter(version__bot=standing.bot_id, game=standing.game)
    return list(tallies.select_related("version").order_by("first_number"))


def _chart(bot: Bot, standing: Rating, tallies: Sequence[VersionTally]) -> Chart | None:
    more = reverse("bot-course", args=[bot.name]) + "?" + urlencode({"game": standing.game})
    changes = course(bot, standing.game, matches=standing.matches)
    return rating_chart(changes, tallies=tallies, more=more)


def _version_lines(
    request: HttpRequest, versions: Sequence[Version], tallies: Sequence[VersionTally]
) -> list[VersionLine]:
    """The versions side by side, the newest first, each with the digest of its faults."""
    lines = {version.pk: VersionLine(version) for version in versions}
    for tally in tallies:
        if tally.version_id in lines:
            lines[tally.version_id].tally = tally
    faults = (
        Entrant.objects.filter(version__in=list(lines))
        .visible_to(request.user)
        .exclude(fault="")
        .order_by()
        .values_list("version", "fault")
        .annotate(matches=Count("pk"), latest=Max("match"))
    )
    for version_id, *facts in sorted(faults):
        lines[version_id].faults.append(FaultCount(*facts))
    return list(lines.values())


def _latest_matches(request: HttpRequest, bot: Bot) -> list[MatchOfBot]:
    entrants = bot.entrants.visible_to(request.user).order_by("-match_id")
    latest = entrants.values_list("match_id", flat=True)[:MATCHES_SHOWN]
    matches = list(Match.objects.with_entrants().filter(pk__in=list(latest)))
    changes = {
        change.rated_match.match_id: change
        for change in RatingChange.objects.filter(
            bot=bot, rated_match__match__in=matches
        ).select_related("rated_match")
    }
    return [
        MatchOfBot(
            match=match,
            entrant=next(one for one in match.entrants.all() if one.bot_id == bot.pk),
            change=changes.get(match.pk),
        )
        for match in matches
    ]
