"""Accounts for staff."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from accounts.forms import StaffLogInForm
from accounts.models import ApiToken, User

admin.site.login_form = StaffLogInForm


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ["username", "email", "is_house", "is_staff", "is_active", "date_joined"]
    list_filter = ["is_house", "is_staff", "is_active"]
    fieldsets = [*UserAdmin.fieldsets, ("League", {"fields": ["is_house"]})]


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    """Staff see that tokens exist and can revoke them by hand; the secrets are nowhere."""

    list_display = ["prefix", "user", "name", "created_at", "last_used_at", "revoked_at"]
    search_fields = ["user__username", "prefix", "name"]
    readonly_fields = ["user", "name", "prefix", "created_at", "last_used_at"]
    exclude = ["digest"]

    def has_add_permission(self, request: object) -> bool:
        return False
