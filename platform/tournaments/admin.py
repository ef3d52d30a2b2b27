"""Tournaments for staff: all of them, with their log. What staff do goes through the services."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.read_only_admin import ReadOnlyAdmin, ReadOnlyInline
from tournaments import services, starting
from tournaments.advancing import advance
from tournaments.models import (
    Bye,
    Entry,
    Round,
    Seat,
    Stage,
    StageEntry,
    Table,
    TableMatch,
    Tournament,
    TournamentLog,
)
from tournaments.refusals import TournamentRefused


class StageInline(ReadOnlyInline):
    model = Stage
    fields = ["number", "format", "comes_in", "begun_at", "ended_at", "released_at"]
    show_change_link = True


class LogInline(ReadOnlyInline):
    model = TournamentLog
    fields = ["at", "by", "what", "text"]


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    """Tables are replayed and awarded on the tournament's own page, where a reason is asked for."""

    list_display = ["name", "organiser", "state", "started_at", "finished_at", "trouble"]
    list_filter = ["state"]
    list_select_related = ["organiser"]
    search_fields = ["name", "slug", "organiser__username"]
    exclude = ["lot_seed", "invitation"]
    readonly_fields = ["revealed_lot_seed"]
    inlines = [StageInline, LogInline]
    actions = ["start", "pause", "resume", "go_on"]

    @admin.action(description="Start now")
    def start(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        self._do(request, tournaments, starting.start)

    @admin.action(description="Pause")
    def pause(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        self._do(request, tournaments, services.pause)

    @admin.action(description="Resume")
    def resume(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        self._do(request, tournaments, services.resume)

    @admin.action(description="Advance now, as the sweep does")
    def go_on(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        steps = sum(advance(tournament.pk) for tournament in tournaments)
        self.message_user(request, f"{steps} steps were taken.", messages.SUCCESS)

    def _do(
        self,
        request: HttpRequest,
        tournaments: QuerySet[Tournament],
        service: Callable[..., Any],
    ) -> None:
        for tournament in tournaments:
            try:
                service(tournament, by=request.user)
            except TournamentRefused as refused:
                self.message_user(request, f"{tournament}: {refused}", messages.ERROR)
            else:
                self.message_user(request, f"{tournament}: done.", messages.SUCCESS)


class StageEntryInline(ReadOnlyInline):
    model = StageEntry
    fields = ["seed", "entry", "rank"]


class RoundInline(ReadOnlyInline):
    model = Round
    fields = ["number", "name", "begun_at", "ended_at"]
    show_change_link = True


@admin.register(Stage)
class StageAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "format", "begun_at", "ended_at", "released_at"]
    list_filter = ["format"]
    list_select_related = ["tournament"]
    inlines = [StageEntryInline, RoundInline]


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["bot", "tournament", "version", "state", "seed", "rank"]
    list_filter = ["state"]
    list_select_related = ["bot", "tournament", "version__bot"]
    search_fields = ["bot__name", "tournament__name"]


class TableInline(ReadOnlyInline):
    model = Table
    fields = ["number", "label", "how", "decided_at"]
    show_change_link = True


class ByeInline(ReadOnlyInline):
    model = Bye
    fields = ["entry"]


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ["name", "stage", "begun_at", "ended_at"]
    list_select_related = ["stage__tournament"]
    inlines = [TableInline, ByeInline]


class SeatInline(ReadOnlyInline):
    model = Seat
    fk_name = "table"
    fields = ["number", "entry", "points", "score"]


class TableMatchInline(ReadOnlyInline):
    model = TableMatch
    fields = ["game", "repeat", "match", "tries"]


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "label", "how", "decided_at"]
    list_filter = ["how"]
    list_select_related = ["round"]
    inlines = [SeatInline, TableMatchInline]


@admin.register(TournamentLog)
class TournamentLogAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "at", "by", "what", "text"]
    list_filter = ["what"]
    list_select_related = ["tournament", "by"]
    search_fields = ["tournament__name", "text"]
