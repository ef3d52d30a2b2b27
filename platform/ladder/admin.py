"""Ladders for staff: read only, since a rebuild would undo what was changed by hand.

What staff can do is void a match, once and with a reason; the voidings are the audit log.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from accounts.read_only_admin import ReadOnlyAdmin, ReadOnlyInline
from ladder.models import AllRound, Ladder, RatedMatch, Rating, RatingChange, Voiding
from ladder.services import VoidingRefused, check_voiding, void


class ChangeInline(ReadOnlyInline):
    model = RatingChange
    fields = ["index", "bot", "version", "place", "before", "after", "k"]


@admin.register(RatedMatch)
class RatedMatchAdmin(ReadOnlyAdmin):
    list_display = ["game", "number", "match"]
    list_filter = ["game"]
    list_select_related = ["match"]
    inlines = [ChangeInline]


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ["bot", "game", "rating", "estimate", "deviation", "matches", "provisional_left"]
    list_filter = ["game"]
    list_select_related = ["bot"]
    search_fields = ["bot__name"]


@admin.register(AllRound)
class AllRoundAdmin(ReadOnlyAdmin):
    list_display = ["bot", "games", "rating", "matches", "provisional_left"]
    list_select_related = ["bot"]
    search_fields = ["bot__name"]


@admin.register(Ladder)
class LadderAdmin(ReadOnlyAdmin):
    list_display = ["game", "rated_matches", "bots", "rebuild_wanted_at"]


class VoidingForm(forms.ModelForm):
    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if match := data.get("match"):
            try:
                check_voiding(match, reason=data.get("reason", ""))
            except VoidingRefused as refused:
                raise ValidationError(str(refused)) from refused
        return data


@admin.register(Voiding)
class VoidingAdmin(ReadOnlyAdmin):
    """Adding one voids the match; none is ever changed or deleted."""

    form = VoidingForm
    fields = ["match", "reason"]
    raw_id_fields = ["match"]
    list_display = ["match", "by", "at", "reason"]
    list_select_related = ["match", "by"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("ladder.add_voiding")

    def save_model(self, request: HttpRequest, obj: Voiding, form: Any, change: bool) -> None:
        obj.by = request.user
        obj.pk = void(obj.match_id, by=obj.by, reason=obj.reason).pk
