"""Accounts for staff."""

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.forms import StaffLogInForm
from accounts.models import ApiToken, User
from accounts.passwords import link_for

admin.site.login_form = StaffLogInForm


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ["username", "email", "is_house", "is_staff", "is_active", "date_joined"]
    list_filter = ["is_house", "is_staff", "is_active"]
    actions = ["make_password_link"]
    fieldsets = [*UserAdmin.fieldsets, ("League", {"fields": ["is_house"]})]

    @admin.action(description="Make a link to set a new password", permissions=["change"])
    def make_password_link(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """One link for each person, shown to staff once, to be handed over; never for other staff."""
        for person in people:
            if person.is_staff and person != request.user and not request.user.is_superuser:
                self.message_user(request, f"{person} is staff.", level=messages.ERROR)
            elif person.is_house:
                self.message_user(request, f"Nobody logs in as {person}.", level=messages.ERROR)
            else:
                self.message_user(request, f"{person}: {link_for(person, request)}")


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    """Staff see that tokens exist and can revoke them by hand; the secrets are nowhere."""

    list_display = ["prefix", "user", "name", "scope", "created_at", "last_used_at", "revoked_at"]
    search_fields = ["user__username", "prefix", "name"]
    readonly_fields = ["user", "name", "scope", "prefix", "created_at", "last_used_at"]
    exclude = ["digest"]

    def has_add_permission(self, request: object) -> bool:
        return False
