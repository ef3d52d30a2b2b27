"""Bots, versions and trials for staff, with our own failures at playing trials."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.read_only_admin import ReadOnlyAdmin, ReadOnlyInline
from bots import services
from bots.models import Bot, Trial, Version


class VersionInline(ReadOnlyInline):
    model = Version
    fk_name = "bot"
    fields = ["number", "state", "filename", "size_bytes", "digest", "submitted_at"]
    show_change_link = True


@admin.register(Bot)
class BotAdmin(ReadOnlyAdmin):
    list_display = ["name", "owner", "current_version", "created_at", "withdrawn_at"]
    list_select_related = ["owner", "current_version__bot"]
    search_fields = ["name", "owner__username"]
    inlines = [VersionInline]
    actions = ["withdraw", "restore"]

    @admin.action(description="Withdraw from matchmaking")
    def withdraw(self, request: HttpRequest, bots: QuerySet[Bot]) -> None:
        for bot in bots:
            services.withdraw(bot)

    @admin.action(description="Bring back")
    def restore(self, request: HttpRequest, bots: QuerySet[Bot]) -> None:
        for bot in bots:
            services.restore(bot)


class TrialInline(ReadOnlyInline):
    model = Trial
    fields = ["game", "state", "fault", "attempts", "finished_at"]
    show_change_link = True


@admin.register(Version)
class VersionAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "state", "filename", "size_bytes", "submitted_at", "rested_at"]
    list_filter = ["state"]
    list_select_related = ["bot"]
    search_fields = ["bot__name", "digest"]
    exclude = ["file"]
    inlines = [TrialInline]
    actions = ["wake"]

    @admin.action(description="Let resting versions play again")
    def wake(self, request: HttpRequest, versions: QuerySet[Version]) -> None:
        woken = sum(services.wake(version.pk) for version in versions)
        self.message_user(request, f"{woken} versions play again.", messages.SUCCESS)


@admin.register(Trial)
class TrialAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "state", "fault", "attempts", "created_at", "finished_at"]
    list_filter = ["state", "game", "fault"]
    search_fields = ["version__bot__name"]
    exclude = ["attempt_token", "record"]
    actions = ["try_again"]

    @admin.action(description="Try dropped trials again")
    def try_again(self, request: HttpRequest, trials: QuerySet[Trial]) -> None:
        back = sum(services.try_again(trial.pk) for trial in trials)
        self.message_user(request, f"{back} trials are in the queue again.", messages.SUCCESS)
