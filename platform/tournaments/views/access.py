"""Whom a tournament is shown to, and who may run it."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.models import Tournament


def visible_or_404(request: HttpRequest, slug: str) -> Tournament:
    """The tournament with its organiser and stages, if this person may know of it."""
    return get_object_or_404(
        Tournament.objects.visible_to(request.user)
        .select_related("organiser")
        .prefetch_related("stages"),
        slug=slug,
    )


def run_by_or_404(request: HttpRequest, slug: str) -> Tournament:
    """The same for its organiser and staff; 403 for everybody else who may know of it."""
    tournament = visible_or_404(request, slug)
    if not tournament.may_be_run_by(request.user):
        raise PermissionDenied
    return tournament
