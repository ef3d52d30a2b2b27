"""The list of matches, the replays of their sittings, and what only an entrant's owner may read.

The page of one match is composed in the app `pages`, which knows ratings too.
"""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from arena.games import all_games
from bots import records
from bots.downloads import private_file
from bots.games import game_or_404
from bots.models import Bot
from matches.challenges import ChallengeRefused, challenge
from matches.forms import ChallengeForm
from matches.models import Entrant, Match, Sitting

MATCHES_PER_PAGE = 30
NAMES_SUGGESTED = 100
FOR_EVER = "public, max-age=31536000, immutable"


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """Newest first; `game` keeps those of one game, `bot` those of one bot."""
    game = request.GET.get("game", "")
    name = request.GET.get("bot", "")
    matches = Match.objects.visible_to(request.user).with_entrants()
    if game:
        matches = matches.filter(game=game_or_404(game).name)
    bot = get_object_or_404(Bot.objects.named(name)) if name else None
    if bot:
        matches = matches.filter(entrants__bot=bot)
    paginator = Paginator(matches, MATCHES_PER_PAGE)
    if bot and not game:
        # In one index, without the matches.
        paginator.count = bot.entrants.visible_to(request.user).count()
    page = paginator.get_page(request.GET.get("page"))
    return render(request, "matches/match_list.html", {"page": page, "game": game, "bot": bot})


@login_required
@require_http_methods(["GET", "POST"])
def challenge_new(request: HttpRequest, game: str) -> HttpResponse:
    """Set up an unrated match; `bot`, any number of times, names those who are asked for."""
    rules = game_or_404(game)
    asked = request.GET.getlist("bot")[: rules.seats.stop - 1]
    initial = {f"bot_{seat}": name for seat, name in enumerate(asked)}
    form = ChallengeForm(request.POST or None, game=rules, initial=initial)
    refusal = ""
    if request.method == "POST" and form.is_valid():
        try:
            match = challenge(
                by=request.user,
                game=rules.name,
                bots=form.bots,
                options=form.options,
                shuffle_seed=form.cleaned_data["shuffle_seed"],
            )
        except ChallengeRefused as refused:
            refusal = str(refused)
        else:
            messages.success(
                request, "The challenge is set up. It is played when a worker is free."
            )
            return redirect("match", match.pk)
    names = Bot.objects.playing_game(rules.name).order_by("-owner__is_house", "name")
    context = {
        "game": rules,
        "form": form,
        "refusal": refusal,
        "names": names.values_list("name", flat=True)[:NAMES_SUGGESTED],
    }
    return render(request, "matches/challenge.html", context)


@require_safe
def challenge_index(request: HttpRequest) -> HttpResponse:
    """The first game's form: its tabs lead to the others."""
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return redirect(reverse("challenge-new", args=[next(iter(all_games()))]) + query)


@require_safe
def sitting(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """The replay of one sitting."""
    match = get_object_or_404(
        Match.objects.visible_to(request.user).with_entrants().prefetch_related("sittings"),
        pk=match_id,
    )
    sittings = list(match.sittings.all())
    shown = next((one for one in sittings if one.number == number), None)
    if shown is None:
        raise Http404
    entrants = list(match.entrants.all())
    seats = [
        {"entrant": entrants[index], "score": score}
        for index, score in zip(shown.seating, shown.scores, strict=True)
    ]
    context = {
        "match": match,
        "sitting": shown,
        "sittings": sittings,
        "seats": seats,
        "own_bots": _own_bots(request, match_id, number, [one["entrant"] for one in seats]),
    }
    return render(request, "matches/sitting.html", context)


def _own_bots(
    request: HttpRequest, match_id: int, number: int, seats: list[Entrant]
) -> list[dict[str, Any]]:
    """Per own bot at the table: where the replay finds what only its owner may read."""
    found = []
    for seat, entrant in enumerate(seats):
        if entrant.bot.may_be_inspected_by(request.user):
            view = reverse("seat-view", args=[match_id, number, seat, 0, 0])
            found.append(
                {
                    "seat": seat,
                    "name": entrant.bot.name,
                    "printed": reverse("seat-printed", args=[match_id, number, seat]),
                    "view": view.removesuffix("0/0/") + "DEAL/EVENT/",
                }
            )
    return found


@require_safe
def side_by_side(request: HttpRequest, match_id: int) -> HttpResponse:
    """All sittings of a match in step."""
    visible = Match.objects.visible_to(request.user).with_entrants().prefetch_related("sittings")
    match = get_object_or_404(visible, pk=match_id)
    sittings = list(match.sittings.all())
    if not sittings:
        raise Http404
    return render(request, "matches/side_by_side.html", {"match": match, "sittings": sittings})


@require_safe
def replay_file(request: HttpRequest) -> HttpResponse:
    """Replays a record from a file, in the browser alone."""
    return render(request, "matches/replay_file.html")


@require_safe
def sitting_record(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """The record as JSON. It is stored gzipped, and sent as it lies where the browser can read that."""
    visible = Match.objects.visible_to(request.user)
    found = get_object_or_404(
        Sitting.objects.select_related("match"),
        match__in=visible.filter(pk=match_id),
        number=number,
    )
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        content, encoding = records.gzipped(found.record), {"Content-Encoding": "gzip"}
    else:
        content, encoding = records.text(found.record), {}
    response = HttpResponse(content, content_type="application/json", headers=encoding)
    # People count sittings from 1, as the pages do; addresses count from 0.
    filename = f"quintet-match-{match_id}-sitting-{number + 1}.json"
    response.headers["Content-Disposition"] = f'inline; filename="{filename}"'
    # What is withheld may not be kept by a cache that others ask too.
    response.headers["Cache-Control"] = (
        "private, no-store" if found.match.withheld_by_id else FOR_EVER
    )
    response.headers["Vary"] = "Accept-Encoding"
    return response


def _own_entrant(request: HttpRequest, match_id: int, index: int) -> Entrant:
    """An entrant with its private parts, for its owner and staff; 404 for everybody else."""
    if not request.user.is_authenticated:
        raise Http404
    return get_object_or_404(
        Entrant.objects.owned_by(request.user).visible_to(request.user).select_related("bot"),
        match__id=match_id,
        index=index,
    )


@require_safe
def entrant_log(request: HttpRequest, match_id: int, index: int) -> HttpResponse:
    """What the bot printed in the whole match."""
    entrant = _own_entrant(request, match_id, index)
    name = f"{entrant.bot.name}-match-{match_id}.log"
    return private_file(entrant.log, name=name, content_type="text/plain")


@require_safe
def entrant_view(request: HttpRequest, match_id: int, index: int) -> HttpResponse:
    """The view that broke the bot, to run it at home."""
    entrant = _own_entrant(request, match_id, index)
    if entrant.fault_view is None:
        raise Http404
    text = json.dumps(entrant.fault_view, indent=1)
    name = f"{entrant.bot.name}-match-{match_id}-view.json"
    return private_file(text, name=name, content_type="application/json")
