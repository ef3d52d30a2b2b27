"""Opening a tournament, changing it, and the preview of what it will mean."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from arena.games import all_games
from tournaments import services
from tournaments.forms import ENTRIES_EXPECTED, StageForm, TournamentForm, stage_forms
from tournaments.models import Stage, Tournament
from tournaments.planning import STAGES_MAX
from tournaments.preview import preview
from tournaments.refusals import TournamentRefused
from tournaments.views.access import run_by_or_404

DEFAULT_STAGES = [{"format": "swiss"}, {"format": "heats", "comes_in": 8}]


OPTION = "option_{game}_{option}"


@dataclass(frozen=True)
class Problem:
    """What is wrong; id: of the field, to go there."""

    text: str
    label: str = ""
    id: str = ""


@login_required
@require_http_methods(["GET", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """All games in tables of four, Swiss and then heats, until the organiser says otherwise."""
    return _form(
        request,
        tournament=None,
        initial={"games": list(all_games())},
        stages=DEFAULT_STAGES,
    )


@login_required
@require_http_methods(["GET", "POST"])
def tournament_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The same form, as long as nothing has been played."""
    tournament = run_by_or_404(request, slug)
    if tournament.is_started or tournament.state == Tournament.State.CANCELLED:
        messages.error(request, "It has started: what is played can't be changed any more.")
        return redirect("tournament", slug)
    return _form(
        request,
        tournament=tournament,
        initial=_as_initial(tournament),
        stages=[_stage_as_initial(stage) for stage in tournament.stages.all()],
    )


@login_required
@require_POST
def tournament_preview(request: HttpRequest) -> HttpResponse:
    """What the form as it stands will mean: a part of its page, whether it is complete or not."""
    form, stages = _bound(request)
    return render(request, "tournaments/_preview.html", _foreseen(form, stages))


def _bound(
    request: HttpRequest, *, add: int = 0, own_deals: dict[str, int] | None = None
) -> tuple[TournamentForm, list[StageForm]]:
    """The forms with what was sent; `add`: so many stages more than were sent."""
    data = request.POST.copy()
    count = _within(data.get("stages"), low=1, high=STAGES_MAX, otherwise=1) + add
    count = min(max(count, 1), STAGES_MAX)
    data["stages"] = str(count)
    for number in range(count):
        # A stage that was just added has its defaults.
        blank = StageForm(number=number, games=data.getlist("games"))
        if blank.add_prefix("format") not in data:
            for name, field in blank.fields.items():
                if field.initial is not None:
                    data[blank.add_prefix(name)] = str(field.initial)
    form = TournamentForm(data, own_deals=own_deals)
    return form, stage_forms(data, count=count, games=data.getlist("games"))


def _within(text: str | None, *, low: int, high: int, otherwise: int) -> int:
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 4:
        return otherwise
    return min(max(int(text), low), high)


def _form(
    request: HttpRequest,
    *,
    tournament: Tournament | None,
    initial: dict[str, Any],
    stages: list[dict[str, Any]],
) -> HttpResponse:
    problems: list[Problem] = []
    own_deals = _own_deals(tournament) if tournament else {}
    if request.method == "POST":
        wanted = request.POST.get("do", "preview")
        form, stages_shown = _bound(
            request, add={"add": 1, "remove": -1}.get(wanted, 0), own_deals=own_deals
        )
        if wanted in ("save", "open"):
            saved, problems = _save(request, form, stages_shown, tournament)
            if saved:
                return _done(request, saved, is_new=tournament is None, wanted=wanted)
    else:
        wanted = ""
        form = TournamentForm(initial={"stages": len(stages)} | initial, own_deals=own_deals)
        stages_shown = stage_forms(None, count=len(stages), games=initial["games"], initial=stages)
    context = {
        "tournament": tournament,
        "form": form,
        "stage_forms": stages_shown,
        "can_add": len(stages_shown) < STAGES_MAX,
        "problems": problems,
        **_foreseen(form, stages_shown),
    }
    if wanted in ("add", "remove", "preview"):
        _forgive(form, *stages_shown)
    return render(request, "tournaments/form.html", context)


def _forgive(*shown: TournamentForm | StageForm) -> None:
    """Show no errors: nobody has said yet that it is complete."""
    for one in shown:
        one.errors.clear()


def _save(
    request: HttpRequest,
    form: TournamentForm,
    stages: list[StageForm],
    tournament: Tournament | None,
) -> tuple[Tournament | None, list[Problem]]:
    """Save what is complete; else say what is wrong with it."""
    if problems := [*_problems(form), *(one for stage in stages for one in _problems(stage))]:
        return None, problems
    facts = _facts(form, stages)
    try:
        if tournament is None:
            return services.create(by=request.user, **facts), []
        services.edit(tournament, by=request.user, **facts)
        return tournament, []
    except TournamentRefused as refused:
        return None, [Problem(str(refused))]


def _problems(form: TournamentForm | StageForm) -> list[Problem]:
    form.is_valid()
    before = f"Stage {form.number + 1}, " if isinstance(form, StageForm) else ""
    found = []
    for name, errors in form.errors.items():
        field = form[name] if name in form.fields else None
        label = f"{before}{field.label}" if field else before
        found += [
            Problem(error, label, field.id_for_label or field.auto_id if field else "")
            for error in errors
        ]
    return found


def _facts(form: TournamentForm, stages: list[StageForm]) -> dict[str, Any]:
    """What the services take."""
    said = form.cleaned_data
    return {
        "name": said["name"],
        "description": said["description"],
        "games": said["games"],
        "options": form.options,
        "repeats_max": said["repeats_max"] or 1,
        "is_public": said["is_public"] == "yes",
        "entry_opens_at": said["entry_opens_at"],
        "entry_closes_at": said["entry_closes_at"],
        "starts_at": said["starts_at"],
        "capacity": said["capacity"],
        "bots_per_person": said["bots_per_person"],
        "seeding": said["seeding"],
        "hold_results": said["hold_results"],
        "stages": [stage.plan for stage in stages],
    }


def _done(
    request: HttpRequest, tournament: Tournament, *, is_new: bool, wanted: str
) -> HttpResponse:
    if is_new and wanted == "open":
        try:
            services.open_entry(tournament, by=request.user)
            messages.success(request, f"{tournament.name} is open for entry.")
        except TournamentRefused as refused:
            messages.error(request, f"It is kept as a draft. {refused}")
    elif is_new:
        messages.success(request, "Kept as a draft: open it for entry when you like.")
    else:
        messages.success(request, "Changed.")
    return redirect("tournament", tournament.slug)


def _foreseen(form: TournamentForm, stages: list[StageForm]) -> dict[str, Any]:
    """For the template: the preview, or what has to be mended before there can be one."""
    if form.is_bound:
        form.is_valid()
        wrong = [one for one in _problems(form) if one.id == form["games"].auto_id]
        wrong += [one for stage in stages for one in _problems(stage)]
        if wrong:
            return {"preview_problems": wrong}
        games, deals = form.cleaned_data["games"], form.cleaned_data.get("deals")
        entries = form.cleaned_data.get("expected")
    else:
        games, deals, entries = form.initial["games"], form.initial.get("deals"), None
    plans = [stage.plan for stage in stages]
    return {
        "preview": preview(
            entries=entries or ENTRIES_EXPECTED, games=games, deals=deals, stages=plans
        )
    }


def _as_initial(tournament: Tournament) -> dict[str, Any]:
    """A tournament as the form shows it; times in UTC until the browser has them in its own zone."""
    same = (
        "name",
        "description",
        "games",
        "capacity",
        "bots_per_person",
        "seeding",
        "hold_results",
    )
    moments = ("entry_opens_at", "entry_closes_at", "starts_at")
    options = {
        OPTION.format(game=game, option=name): value
        for game, chosen in tournament.options.items()
        for name, value in chosen.items()
        if name != "deals"
    }
    deals = {tournament.options.get(game, {}).get("deals") for game in tournament.games}
    return {
        **{name: getattr(tournament, name) for name in (*same, *moments)},
        **options,
        "is_public": "yes" if tournament.is_public else "no",
        "repeats_max": tournament.repeats_max if tournament.repeats_max > 1 else None,
        "deals": deals.pop() if len(deals) == 1 else None,
        "zone": "UTC",
    }


def _own_deals(tournament: Tournament) -> dict[str, int]:
    """By game, if they differ (a program can have them so): the form has one number for all."""
    deals = {game: tournament.options.get(game, {}).get("deals") for game in tournament.games}
    if len(set(deals.values())) == 1:
        return {}
    return {game: number for game, number in deals.items() if number is not None}


def _stage_as_initial(stage: Stage) -> dict[str, Any]:
    options = {f"{stage.format}_{name}": value for name, value in stage.options.items()}
    return (
        {"format": stage.format, "comes_in": stage.comes_in}
        | options
        | ({"table_size": stage.table_size} if stage.table_size else {})
    )
