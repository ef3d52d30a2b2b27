"""The page of one bot, and an author's own bots."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.db.models import OuterRef, Prefetch, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from bots.models import Bot, Version
from ladder.models import Rating, RatingChange
from matches.models import Entrant, Match
from pages.charts import Chart, rating_chart

MATCHES_SHOWN = 15
VERSIONS_SHOWN = 20
FAULTS_SHOWN = 5


@dataclass(frozen=True)
class GameOfBot:
    """How a bot stands in one game, and how it came there."""

    standing: Rating
    chart: Chart | None


@dataclass(frozen=True)
class MatchOfBot:
    """One of its matches: its own part, and what the match did to its rating (None: nothing)."""

    match: Match
    entrant: Entrant
    change: RatingChange | None


@require_safe
def bot(request: HttpRequest, name: str) -> HttpResponse:
    found = get_object_or_404(Bot.objects.named(name).select_related("owner", "current_version"))
    context = {
        "bot": found,
        "is_owner": request.user == found.owner,
        "standings": _standings(found),
        "versions": found.versions.visible_to(request.user)[:VERSIONS_SHOWN],
        "matches": _latest_matches(found),
    }
    return render(request, "pages/bot.html", context)


def _standings(bot: Bot) -> list[GameOfBot]:
    changes = bot.rating_changes.order_by("rated_match__number").values_list(
        "rated_match__game", "version__number", "before", "after"
    )
    history: dict[str, list[tuple[int, float]]] = {}
    starts: dict[str, float] = {}
    for game, version, before, after in changes:
        starts.setdefault(game, before)
        history.setdefault(game, []).append((version, after))
    return [
        GameOfBot(
            standing=rating,
            chart=rating_chart(history.get(rating.game, []), start=starts.get(rating.game, 0.0)),
        )
        for rating in bot.ratings.order_by("game").select_related("version")
    ]


def _latest_matches(bot: Bot) -> list[MatchOfBot]:
    matches = Match.objects.with_entrants().filter(entrants__bot=bot)[:MATCHES_SHOWN]
    changes = {
        change.rated_match.match_id: change
        for change in bot.rating_changes.filter(
            rated_match__match__in=[match.pk for match in matches]
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


@login_required
@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    """One's own bots with their latest version, recent faults, and what to do next."""
    numbers = Version.objects.filter(bot=OuterRef("bot")).order_by("-number").values("number")
    latest = Version.objects.with_trials().filter(number=Subquery(numbers[:1]))
    bots = request.user.bots.select_related("current_version").prefetch_related(
        Prefetch("versions", queryset=latest, to_attr="latest"),
        Prefetch("ratings", queryset=Rating.objects.order_by("game")),
    )
    faults = (
        Entrant.objects.public()
        .filter(bot__owner=request.user, match__state=Match.State.FINISHED)
        .exclude(fault="")
        .select_related("match", "bot", "version")
        .order_by("-match_id")
    )
    context = {
        "bots": bots,
        "faults": faults[:FAULTS_SHOWN],
    }
    return render(request, "pages/dashboard.html", context)
