"""Rows that are history: staff read them and change nothing by hand."""

from typing import Any

from django.contrib import admin


class ReadOnly:
    """Mix into an admin or an inline whose rows only services write."""

    can_delete = False
    extra = 0

    def has_add_permission(self, request: Any, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):
    pass


class ReadOnlyInline(ReadOnly, admin.TabularInline):
    pass
