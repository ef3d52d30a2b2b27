"""The organiser's controls: each asks once more, and for a reason where it goes into the log."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments import entering, rulings, services
from tournaments.control_forms import AwardForm, ReasonForm
from tournaments.models import Entry, Table, Tournament
from tournaments.refusals import TournamentRefused
from tournaments.starting import start
from tournaments.views.access import run_by_or_404, visible_or_404
from tournaments.wording import table_title

State = Tournament.State


@dataclass(frozen=True)
class Act:
    """Something an organiser does. meaning: what follows from it; done: what is said afterwards."""

    name: str
    title: str
    button: str
    meaning: str
    done: str
    states: tuple[str, ...]
    do: Callable[..., Any]
    needs_reason: bool = False


ACTS = (
    Act(
        "open",
        "Open for entry",
        "Open it for entry",
        "Everybody sees it from now on, and bots can be entered. You can still change it until it starts.",
        "It is open for entry.",
        (State.DRAFT,),
        services.open_entry,
    ),
    Act(
        "start",
        "Start",
        "Start it now",
        "Entry ends. Each entry is kept at the version it has now, and the first round begins. It then "
        "runs to its end by itself.",
        "It has started, and goes on by itself.",
        (State.OPEN,),
        start,
    ),
    Act(
        "pause",
        "Pause",
        "Pause it",
        "No further round begins. What is in the queue is still played, and counts.",
        "It is paused.",
        (State.RUNNING,),
        services.pause,
    ),
    Act(
        "resume",
        "Go on",
        "Let it go on",
        "It goes on where it was halted.",
        "It goes on.",
        (State.PAUSED,),
        services.resume,
    ),
    Act(
        "cancel",
        "Cancel",
        "Cancel it",
        "It ends for good, without a winner. What has been played stays to be seen.",
        "It is cancelled.",
        (State.DRAFT, State.OPEN, State.RUNNING, State.PAUSED),
        services.cancel,
        needs_reason=True,
    ),
)
RELEASE = Act(
    "release",
    "Release the results",
    "Release them",
    "Everybody sees this stage from now on: pairings, results, replays.",
    "The results are released.",
    (),
    services.release,
)
REPLAY = Act(
    "replay",
    "Replay",
    "Have it replayed",
    "Its matches so far are set aside, and it is played again. Only until the next round has begun.",
    "The table is played again.",
    (),
    rulings.replay,
    needs_reason=True,
)
AWARD = Act(
    "award",
    "Award",
    "Award it",
    "The table is decided by you, with these places, 1 being the best; equal places are ties. What "
    "of it is still to be played is called off.",
    "The table is awarded.",
    (),
    rulings.award,
    needs_reason=True,
)
DISQUALIFY = Act(
    "disqualify",
    "Disqualify",
    "Disqualify it",
    "It plays no further round. Tables that it should have played in go to the others.",
    "It is disqualified.",
    (),
    entering.disqualify,
    needs_reason=True,
)
WITHDRAW = Act(
    "withdraw",
    "Withdraw",
    "Withdraw it",
    "It plays no further round. Until the start you can enter it again; afterwards not.",
    "It is withdrawn.",
    (),
    entering.withdraw,
)


def acts_of(tournament: Tournament) -> list[Act]:
    """What can be done with it as it is."""
    return [act for act in ACTS if tournament.state in act.states]


@login_required
@require_http_methods(["GET", "POST"])
def control(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Open, start, pause, go on with or cancel a tournament."""
    tournament = run_by_or_404(request, slug)
    act = next((act for act in ACTS if act.name == action), None)
    if act is None:
        raise Http404
    return _confirmed(
        request,
        act,
        tournament=tournament,
        do=lambda **said: act.do(tournament, by=request.user, **said),
    )


@login_required
@require_http_methods(["GET", "POST"])
def release_stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show everybody the withheld results of a stage; `number`: from 0."""
    tournament = run_by_or_404(request, slug)
    stage = get_object_or_404(tournament.stages, number=number)
    return _confirmed(
        request,
        RELEASE,
        tournament=tournament,
        do=lambda **_: services.release(stage, by=request.user),
        subject=f"stage {number + 1}",
    )


@login_required
@require_http_methods(["GET", "POST"])
def entry_control(request: HttpRequest, slug: str, entry_id: int, action: str) -> HttpResponse:
    """Withdraw an entry (its owner, or who runs the tournament), or disqualify it."""
    tournament = visible_or_404(request, slug)
    act = {"withdraw": WITHDRAW, "disqualify": DISQUALIFY}.get(action)
    entry = get_object_or_404(
        Entry.objects.select_related("bot"), tournament=tournament, pk=entry_id
    )
    is_own = entry.bot.owner_id == request.user.pk
    may_run = tournament.may_be_run_by(request.user)
    if act is None or not (may_run or (is_own and act is WITHDRAW)):
        raise Http404
    return _confirmed(
        request,
        act,
        tournament=tournament,
        do=lambda **said: act.do(entry, by=request.user, **said),
        subject=entry.bot.name,
    )


@login_required
@require_http_methods(["GET", "POST"])
def table_control(request: HttpRequest, slug: str, table_id: int, action: str) -> HttpResponse:
    """Have a table replayed, or award it."""
    tournament = run_by_or_404(request, slug)
    act = {"replay": REPLAY, "award": AWARD}.get(action)
    if act is None:
        raise Http404
    table = get_object_or_404(
        Table.objects.select_related("round"), round__stage__tournament=tournament, pk=table_id
    )
    seats = table.seats.select_related("entry__bot").order_by("number")
    form = AwardForm(request.POST or None, seats=seats) if act is AWARD else None
    return _confirmed(
        request,
        act,
        tournament=tournament,
        do=lambda **said: act.do(table, by=request.user, **said),
        form=form,
        subject=f"{table_title(table)} of {table.round.name}",
        table=table,
    )


def _confirmed(
    request: HttpRequest,
    act: Act,
    *,
    tournament: Tournament,
    do: Callable[..., Any],
    form: ReasonForm | None = None,
    subject: str = "",
    table: Table | None = None,
) -> HttpResponse:
    """Ask once more; then do it, or say why it can't be done."""
    refusal = ""
    back = reverse("tournament", args=[tournament.slug])
    if table is not None:
        back = reverse("tournament-table", args=[tournament.slug, table.pk])
    if form is None and act.needs_reason:
        form = ReasonForm(request.POST or None)
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            do(**(form.said if form else {}))
        except TournamentRefused as refused:
            refusal = str(refused)
        else:
            messages.success(request, act.done)
            return redirect(back)
    context = {
        "act": act,
        "tournament": tournament,
        "form": form,
        "refusal": refusal,
        "subject": subject,
        "back": back,
        "table": table,
        "table_title": subject,
    }
    return render(request, "tournaments/control.html", context)
