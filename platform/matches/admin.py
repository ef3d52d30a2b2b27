"""Matches for staff, with every attempt and what went wrong in it."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.read_only_admin import ReadOnlyAdmin, ReadOnlyInline
from matches import services
from matches.models import Attempt, Entrant, Match, Sitting


class EntrantInline(ReadOnlyInline):
    model = Entrant
    fields = ["index", "version", "score", "place", "fault", "thinking_us"]


class SittingInline(ReadOnlyInline):
    model = Sitting
    fields = ["number", "seating", "scores"]


class AttemptInline(ReadOnlyInline):
    model = Attempt
    fields = ["worker", "started_at", "ended_at", "outcome", "error"]


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """The shuffle seed and the salt are secret from staff too until the match is finished."""

    list_display = ["id", "game", "kind", "rated", "state", "attempts", "created_at", "finished_at"]
    list_filter = ["state", "game", "kind", "rated"]
    search_fields = ["entrants__bot__name"]
    exclude = ["shuffle_seed", "salt", "attempt_token"]
    readonly_fields = ["revealed_seed", "revealed_salt"]
    inlines = [EntrantInline, SittingInline, AttemptInline]
    actions = ["try_again"]

    @admin.action(description="Try dropped matches again")
    def try_again(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        back = sum(services.try_again(match.pk) for match in matches)
        self.message_user(request, f"{back} matches are in the queue again.", messages.SUCCESS)


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    list_display = ["match", "worker", "started_at", "ended_at", "outcome"]
    list_filter = ["outcome"]
    list_select_related = ["match"]
    exclude = ["token"]
