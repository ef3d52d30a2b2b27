"""Entering bots: the button of the tournament's page, and the link of an invitation."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_POST, require_safe

from tournaments import entering
from tournaments.entry_choice import choices, remember_invitation, remembered_invitation
from tournaments.refusals import TournamentRefused
from tournaments.views.access import visible_or_404


@require_safe
def invitation(request: HttpRequest, slug: str, invitation: str) -> HttpResponse:
    """Where the invitation link leads: to the tournament, with the right to enter it."""
    tournament = visible_or_404(request, slug)
    if constant_time_compare(invitation, tournament.invitation):
        remember_invitation(request, tournament)
    else:
        messages.error(
            request, "This invitation is not valid any more. Ask the organiser for the link."
        )
    return redirect("tournament", slug)


@login_required
@require_POST
def enter_bot(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the bot that was chosen; with `all`, the organiser enters every house bot."""
    tournament = visible_or_404(request, slug)
    possible = choices(tournament, request.user)
    if request.POST.get("all") and tournament.may_be_run_by(request.user):
        wanted = [bot for bot in possible if bot.owner.is_house]
    else:
        name = request.POST.get("bot", "").lower()
        wanted = [bot for bot in possible if bot.name.lower() == name]
        if not wanted:
            messages.error(
                request, "Choose a bot of yours that is not entered yet and plays all the games."
            )
    entered = []
    for bot in wanted:
        try:
            entering.enter(
                tournament,
                bot=bot.name,
                by=request.user,
                invitation=remembered_invitation(request, tournament),
            )
        except TournamentRefused as refused:
            messages.error(request, f"{bot.name} is not entered. {refused}")
            break
        entered.append(bot.name)
    if entered:
        messages.success(request, f"Entered: {', '.join(entered)}.")
    return redirect("tournament", slug)
