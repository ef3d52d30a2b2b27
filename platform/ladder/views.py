"""The ladders: of each game, and all-round."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from arena.games import all_games
from bots.finding import Found, asked_for, find_bots
from bots.games import game_or_404
from ladder.models import AllRound, PlacedQuerySet, Rating
from ladder.rows import axis, census, with_ranks

BOTS_PER_PAGE = 50
SHOWN = ("all", "ranked", "provisional", "house", "mine")
"""What the ladder can be narrowed to."""


@require_safe
def ladder_index(request: HttpRequest) -> HttpResponse:
    """The first game's ladder: its tabs lead to the others."""
    return redirect("ladder", next(iter(all_games())))


@require_safe
def ladder(request: HttpRequest, game: str) -> HttpResponse:
    found = game_or_404(game)
    places = Rating.objects.of_game(found.name)
    wanted = places.with_offset().select_related("bot__owner", "version")
    return _render(request, places, wanted, game=found)


@require_safe
def all_round(request: HttpRequest) -> HttpResponse:
    """The mean over all games, of bots that are rated in all of them."""
    places = AllRound.objects.in_all(len(all_games()))
    wanted = places.with_offset().select_related("bot__owner")
    return _render(request, places, wanted)


def _render(
    request: HttpRequest,
    places: PlacedQuerySet,
    wanted: PlacedQuerySet,
    **context: object,
) -> HttpResponse:
    asked = asked_for(request)
    shown = request.GET.get("show", "all")
    if shown not in SHOWN:
        shown = "all"
    ladder = census(places, name=getattr(context.get("game"), "name", ""))
    found = find_bots(asked) if asked else None
    narrowed = _narrowed(places, shown, found, request.user).in_order()
    # The place of a page is found in the index alone, which has bots and not the rows' own keys; only
    # its own lines are then put together.
    paginator = Paginator(narrowed.values_list("bot", flat=True), BOTS_PER_PAGE)
    is_narrowed = bool(asked) or shown != "all"
    if not is_narrowed:
        paginator.count = ladder.bots
    page = paginator.get_page(request.GET.get("page"))
    lines = wanted.filter(bot__in=list(page.object_list)).in_order()
    rows = with_ranks(lines, ladder.groups)
    return render(
        request,
        "ladder/ladder.html",
        context
        | {
            "page": page,
            "rows": rows,
            "axis": axis(rows),
            "asked": asked,
            "shown": shown,
            "is_narrowed": is_narrowed,
            "found": found,
        },
    )


def _narrowed(places: PlacedQuerySet, shown: str, found: Found | None, user) -> PlacedQuerySet:  # type: ignore[no-untyped-def]
    if shown == "ranked":
        places = places.filter(is_provisional=False)
    elif shown == "provisional":
        places = places.filter(is_provisional=True)
    elif shown == "house":
        places = places.filter(bot__owner__is_house=True)
    elif shown == "mine":
        places = places.filter(bot__owner=user.pk or 0)
    if found:
        places = places.filter(bot__in=found.bots)
    return places
