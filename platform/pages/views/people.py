"""The page of a player with all their bots, and an author's own."""

from django.contrib.auth.decorators import login_required
from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Lower
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import validate_name
from arena.games import all_games
from bots.models import Version
from ladder.models import Rating
from matches.models import Entrant, Match
from pages.next_steps import next_steps
from tournaments.models import Tournament

FAULTS_SHOWN = 5
BOTS_SHOWN = 100
TOURNAMENTS_SHOWN = 5
MATCHES_SHOWN = 6


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Somebody's bots with their ratings in every game."""
    if not validate_name.regex.search(name):
        raise Http404
    people = User.objects.filter(is_active=True).alias(lower_name=Lower("username"))
    found = get_object_or_404(people, lower_name=name.lower())
    bots = found.bots.select_related("current_version").prefetch_related(
        Prefetch("ratings", queryset=Rating.objects.with_offset().order_by("game"))
    )[:BOTS_SHOWN]
    context = {
        "player": found,
        "bots": [
            (bot, [ratings.get(game) for game in all_games()])
            for bot in bots
            for ratings in [{rating.game: rating for rating in bot.ratings.all()}]
        ],
    }
    return render(request, "pages/player.html", context)


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
        .visible_to(request.user)
        .filter(bot__owner=request.user, match__state=Match.State.FINISHED)
        .exclude(fault="")
        .select_related("match", "bot", "version")
        .order_by("-match_id")
    )
    own = Tournament.objects.filter(entries__bot__owner=request.user).distinct()
    open_ones = Tournament.objects.visible_to(request.user).filter(
        state=Tournament.State.OPEN, is_public=True
    )
    to_enter = open_ones.exclude(entries__bot__owner=request.user)[:TOURNAMENTS_SHOWN]
    bots = list(bots)
    context = {
        "bots": bots,
        "faults": faults[:FAULTS_SHOWN],
        "steps": next_steps(bots, to_enter) if bots else [],
        "tournaments": own[:TOURNAMENTS_SHOWN],
        "matches": _latest_matches(request.user),
    }
    return render(request, "pages/dashboard.html", context)


def _latest_matches(user: User) -> QuerySet[Match]:
    """The latest matches of one's own bots, of each bot's own latest."""
    latest = (
        Entrant.objects.filter(bot__owner=user)
        .visible_to(user)
        .order_by("-match_id")
        .values_list("match_id", flat=True)
    )
    # Two bots of one author may sit at one table of a tournament.
    ids = list(dict.fromkeys(latest[: 2 * MATCHES_SHOWN]))[:MATCHES_SHOWN]
    return Match.objects.visible_to(user).with_entrants().filter(pk__in=ids)
