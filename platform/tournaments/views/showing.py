"""The page of a tournament, its bracket alone, and the page of a table."""

from dataclasses import dataclass
from typing import Any

from asgiref.sync import sync_to_async
from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from arena.formats import FORMATS
from live.streaming import stream
from tournaments.appearances import is_released, log_of
from tournaments.entry_choice import entry_facts
from tournaments.models import Entry, Stage, Tournament
from tournaments.reading import open_stages
from tournaments.stage_page import StagePage, size_words, stage_drawing, stage_page
from tournaments.table_page import table_page
from tournaments.views.access import visible_or_404
from tournaments.views.running import acts_of
from tournaments.wording import format_title, summary

LOG_LINES = 60
State = Tournament.State


@dataclass(frozen=True)
class StageTab:
    """A stage in the list of stages. number: from 0."""

    number: int
    title: str
    summary: str
    table_size: str
    comes_in: int | None
    href: str


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """What it is, who plays, and how it stands; asked by htmx, only what changes while it runs."""
    found = visible_or_404(request, slug)
    shown = open_stages(found, request.user)
    stage = _asked_stage(request, found, shown)
    context = _facts(request, found, shown, stage)
    if request.htmx:
        return render(request, "tournaments/_live.html", context)
    return render(request, "tournaments/tournament.html", context)


async def tournament_live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """News of the tournament: only that something has changed."""
    found = await sync_to_async(visible_or_404)(request, slug)
    return await stream(request, f"tournament:{found.pk}")


def _asked_stage(
    request: HttpRequest, tournament: Tournament, shown: list[Stage]
) -> StagePage | None:
    """The stage that was asked for, counted from 1; else the one that is under way, or the last."""
    stages = list(tournament.stages.all())
    asked = request.GET.get("stage", "")
    begun = [one for one in stages if one.begun_at is not None]
    if asked:
        stage = next((one for one in stages if str(one.number + 1) == asked), None)
        if stage is None:
            raise Http404
    elif begun:
        stage = begun[-1]
    else:
        return None
    is_shown = stage.pk in {one.pk for one in shown} or (
        stage.begun_at is None and tournament.is_started
    )
    return stage_page(stage, tournament, is_shown=is_shown)


def _facts(
    request: HttpRequest, found: Tournament, shown: list[Stage], stage: StagePage | None
) -> dict[str, Any]:
    may_run = found.may_be_run_by(request.user)
    stages = [_tab(found, one) for one in found.stages.all()]
    is_over = found.state == State.FINISHED
    found.summary = summary(found)
    facts = {
        "tournament": found,
        "stages": stages,
        "stage": stage,
        "may_run": may_run,
        "shows_entries": stage is None or not stage.is_shown,
        "is_under_way": found.state in (State.RUNNING, State.PAUSED),
        "own_entries": _own_entries(request, found),
        "winner": _winner(found) if is_over and (may_run or is_released(found)) else None,
        "progress": stage.progress if stage and found.state == State.RUNNING else None,
        "playing": stage.playing if stage else [],
        "is_changing": found.state in (State.OPEN, State.RUNNING, State.PAUSED),
        "part_url": request.get_full_path(),
        "embed_url": _embed_url(request, found),
        "log": list(log_of(found, request.user)[:LOG_LINES]),
    }
    if may_run:
        facts |= {
            "acts": acts_of(found),
            "withheld_stages": [
                one for one in found.stages.all() if found.hold_results and one.released_at is None
            ],
            "has_controls": found.hold_results
            or found.state not in (State.FINISHED, State.CANCELLED),
            "invitation_url": request.build_absolute_uri(
                reverse("tournament-invitation", args=[found.slug, found.invitation])
            ),
        }
    return facts | entry_facts(request, found) if facts["shows_entries"] else facts


def _tab(tournament: Tournament, stage: Stage) -> StageTab:
    return StageTab(
        number=stage.number,
        title=format_title(stage.format),
        summary=FORMATS[stage.format].summary if stage.format in FORMATS else "",
        table_size=size_words(tournament, stage),
        comes_in=stage.comes_in,
        href=f"{reverse('tournament', args=[tournament.slug])}?stage={stage.number + 1}",
    )


def _embed_url(request: HttpRequest, tournament: Tournament) -> str:
    """Where others find the bracket to frame it; empty if there is none."""
    has_bracket = any(
        one.format in FORMATS and FORMATS[one.format].has_bracket for one in tournament.stages.all()
    )
    if not tournament.is_started or not has_bracket:
        return ""
    address = reverse("tournament-bracket", args=[tournament.slug])
    return request.build_absolute_uri(f"{address}?frame")


def _winner(tournament: Tournament):  # type: ignore[no-untyped-def]
    first = tournament.entries.filter(rank=1).select_related("bot__owner").first()
    return first and first.bot


def _own_entries(request: HttpRequest, tournament: Tournament) -> list[Entry]:
    """Of who looks at it, while it is played."""
    if not request.user.is_authenticated or tournament.state not in (State.RUNNING, State.PAUSED):
        return []
    own = tournament.entries.filter(bot__owner=request.user).exclude(state=Entry.State.LEFT_OUT)
    return list(own.select_related("bot"))


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@require_safe
def bracket_alone(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket on a page of its own: for a wall, and the only page that others may frame."""
    found = visible_or_404(request, slug)
    shown = {one.pk for one in open_stages(found, request.user)}
    stages = [one for one in found.stages.all() if FORMATS[one.format].has_bracket]
    asked = request.GET.get("stage", "")
    drawings = [
        (format_title(one.format), stage_drawing(one, found))
        for one in stages
        if (not asked or asked == str(one.number + 1))
        and (one.pk in shown or (one.begun_at is None and found.is_started))
    ]
    drawings = [(title, drawing) for title, drawing in drawings if drawing]
    found.summary = summary(found)
    context = {"tournament": found, "drawings": drawings, "is_framed": "frame" in request.GET}
    return render(request, "tournaments/bracket.html", context)


@require_safe
def table(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Who sits at a table, what each got in each game, and the way to matches and replays."""
    found = visible_or_404(request, slug)
    stages = {one.pk: one for one in open_stages(found, request.user)}
    page = table_page(found, table_id, stages)
    if page is None:
        raise Http404
    context = {
        "tournament": found,
        "page": page,
        "may_run": found.may_be_run_by(request.user),
        "is_changing": not page.is_decided and found.state in (State.RUNNING, State.PAUSED),
    }
    whole = "tournaments/table.html"
    return render(request, "tournaments/_table.html" if request.htmx else whole, context)
