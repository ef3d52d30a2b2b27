"""Submitting bots, and the verdict on each version."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models.functions import Lower
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.throttling import may_go_on
from arena.games import all_games
from bots import records
from bots.downloads import private_file
from bots.finding import asked_for, find_bots
from bots.forms import BotForm, FileForm, VersionForm
from bots.models import Bot, Trial, Version
from bots.services import (
    FAULTY_MATCHES_BEFORE_REST,
    NotNow,
    SubmissionRefused,
    look,
    restore,
    submit,
    withdraw,
)

View = Callable[..., HttpResponse]

BOTS_PER_PAGE = 50
LOOKS_PER_HOUR_MAX = 200
"""Each takes up to 15 s of a processor."""
FINISHED = (Trial.State.PASSED, Trial.State.FAILED, Trial.State.DROPPED)


def for_members(view: View) -> View:
    """Ask a visitor to log in; a form sent by htmx is told 401 instead, so that it stays as it is."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.htmx and not request.user.is_authenticated:
            return HttpResponse(status=401)
        return login_required(view)(request, *args, **kwargs)

    return guarded


@require_safe
def bot_list(request: HttpRequest) -> HttpResponse:
    """All bots in alphabetical order, or those whose own or owner's name contains `q`."""
    asked = asked_for(request)
    in_order = Bot.objects.filter(withdrawn_at=None).order_by(Lower("name"))
    # A page is found by its keys alone, and only then put together: the last is as near as the first.
    keys = in_order.values_list("pk", flat=True)
    found = find_bots(asked) if asked else None
    if found:
        keys = keys.filter(pk__in=found.bots)
    page = Paginator(keys, BOTS_PER_PAGE).get_page(request.GET.get("page"))
    bots = in_order.with_games().filter(pk__in=list(page.object_list))
    context = {"page": page, "bots": bots, "asked": asked, "found": found}
    return render(request, "bots/bot_list.html", context)


@for_members
@require_http_methods(["GET", "POST"])
def bot_new(request: HttpRequest) -> HttpResponse:
    asked_game = request.GET.get("game")
    initial = {"games": [asked_game] if asked_game in all_games() else list(all_games())[:1]}
    form = BotForm(request.POST or None, request.FILES or None, initial=initial)
    return _take(request, form, bot=None)


@for_members
@require_http_methods(["GET", "POST"])
def bot_submit(request: HttpRequest, name: str) -> HttpResponse:
    """A new version of one's own bot; a stranger's bot has no such page."""
    bot = get_object_or_404(Bot.objects.named(name), owner=request.user)
    latest = bot.versions.with_trials().first()
    initial = {"games": [trial.game for trial in latest.trials.all()] if latest else []}
    form = VersionForm(request.POST or None, request.FILES or None, initial=initial)
    return _take(request, form, bot=bot)


@for_members
@require_POST
def bot_look(request: HttpRequest) -> HttpResponse:
    """What the inspection says of a file, before anything is submitted."""
    form = FileForm(request.POST, request.FILES)
    upload, refusal = None, ""
    if not form.is_valid():
        refusal = " ".join(form.errors.get("file", []))
    elif not may_go_on("look", whose=str(request.user.pk), at_most=LOOKS_PER_HOUR_MAX):
        refusal = "You have had many files looked at. Submit this one: it is looked at then."
    else:
        file = form.cleaned_data["file"]
        try:
            upload = look(filename=file.name, data=file.read())
        except (SubmissionRefused, NotNow) as refused:
            refusal = str(refused)
    context = {"upload": upload, "refusal": refusal}
    return render(request, "bots/_look.html", context)


@login_required
@require_POST
def bot_withdraw(request: HttpRequest, name: str) -> HttpResponse:
    """Take one's bot out of matchmaking."""
    bot = get_object_or_404(Bot.objects.named(name), owner=request.user)
    withdraw(bot)
    messages.success(
        request, f"{bot.name} is withdrawn. What is scheduled is still played; its rating is kept."
    )
    return redirect("bot", bot.name)


@login_required
@require_POST
def bot_restore(request: HttpRequest, name: str) -> HttpResponse:
    """Bring one's withdrawn bot back."""
    bot = get_object_or_404(Bot.objects.named(name), owner=request.user)
    restore(bot)
    messages.success(request, f"{bot.name} is back, with the rating it had.")
    return redirect("bot", bot.name)


def _take(request: HttpRequest, form: VersionForm, *, bot: Bot | None) -> HttpResponse:
    """Hand a valid form's upload in; keep the form and say why when it is refused."""
    refusal, is_file_refused = "", False
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        try:
            version = submit(
                owner=request.user,
                bot_name=bot.name if bot else form.cleaned_data["name"],
                filename=upload.name,
                data=upload.read(),
                games=form.cleaned_data["games"],
            )
        except (SubmissionRefused, NotNow) as refused:
            refusal, is_file_refused = str(refused), isinstance(refused, SubmissionRefused)
        else:
            return _go_to(request, reverse("version", args=[version.bot.name, version.number]))
    context = {
        "form": form,
        "refusal": refusal,
        "is_file_refused": is_file_refused or "file" in form.errors,
        "bot": bot,
    }
    if request.htmx:
        return render(request, "bots/_refusal.html", context)
    return render(request, "bots/submit.html", context)


def _go_to(request: HttpRequest, address: str) -> HttpResponse:
    if request.htmx:
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)


def _visible_version(request: HttpRequest, name: str, number: int) -> tuple[Version, bool]:
    """The version and whether its private parts may be shown; 404 for what nobody else may see."""
    version = get_object_or_404(
        Version.objects.visible_to(request.user).select_related("bot__owner"),
        bot__in=Bot.objects.named(name),
        number=number,
    )
    return version, version.bot.may_be_inspected_by(request.user)


def _faulty_matches(version: Version) -> list[dict[str, Any]]:
    """The matches that put a resting version to rest, oldest first: each match_id and fault.

    What was scheduled is still played afterwards, so only matches before its rest are looked at.
    """
    if version.state != Version.State.RESTING or version.rested_at is None:
        return []
    faults = version.entrants.exclude(fault="").filter(
        match__rated=True, match__finished_at__lte=version.rested_at
    )
    newest = faults.order_by("-match__finished_at", "-match_id").values("match_id", "fault")
    return list(reversed(newest[:FAULTY_MATCHES_BEFORE_REST]))


def _verdict(request: HttpRequest, name: str, number: int) -> dict[str, Any]:
    version, is_inspector = _visible_version(request, name, number)
    trials = list(version.trials.all())
    return {
        "version": version,
        "bot": version.bot,
        "trials": trials,
        "is_inspector": is_inspector,
        "is_owner": request.user == version.bot.owner,
        "is_under_way": any(trial.state not in FINISHED for trial in trials),
        "faulty_matches": _faulty_matches(version),
    }


@require_safe
def version(request: HttpRequest, name: str, number: int) -> HttpResponse:
    return render(request, "bots/version.html", _verdict(request, name, number))


@require_safe
def version_trials(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """The part of the version's page that changes while trials are under way."""
    return render(request, "bots/_verdict.html", _verdict(request, name, number))


def _own_trial(request: HttpRequest, name: str, number: int, game: str) -> Trial:
    """A trial with its private parts, for the owner and staff; 404 for everybody else."""
    if not request.user.is_authenticated:
        raise Http404
    return get_object_or_404(
        Trial.objects.owned_by(request.user).select_related("version__bot"),
        version__bot__in=Bot.objects.named(name),
        version__number=number,
        game=game,
    )


@require_safe
def trial_log(request: HttpRequest, name: str, number: int, game: str) -> HttpResponse:
    trial = _own_trial(request, name, number, game)
    name = f"{trial.version.bot.name}-v{number}-{game}.log"
    return private_file(trial.log, name=name, content_type="text/plain")


@require_safe
def trial_view(request: HttpRequest, name: str, number: int, game: str) -> HttpResponse:
    """The view that broke the bot, to run it at home."""
    trial = _own_trial(request, name, number, game)
    if trial.view is None:
        raise Http404
    text = json.dumps(trial.view, indent=1)
    name = f"{trial.version.bot.name}-v{number}-{game}-view.json"
    return private_file(text, name=name, content_type="application/json")


@require_safe
def trial_replay(request: HttpRequest, name: str, number: int, game: str) -> HttpResponse:
    trial = _own_trial(request, name, number, game)
    if not trial.record:
        raise Http404
    return render(request, "bots/trial_replay.html", {"trial": trial, "bot": trial.version.bot})


@require_safe
def trial_record(request: HttpRequest, name: str, number: int, game: str) -> HttpResponse:
    trial = _own_trial(request, name, number, game)
    if not trial.record:
        raise Http404
    return HttpResponse(records.text(trial.record), content_type="application/json")
