"""A new password: changed by oneself, by a link in a mail, or by a link that staff hand over."""

from typing import Any

from django.conf import settings
from django.contrib.auth import views as auth
from django.contrib.auth.tokens import default_token_generator
from django.contrib.messages.views import SuccessMessageMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.models import User
from accounts.throttling import may_go_on
from config.client_address import client_address


class Change(SuccessMessageMixin, auth.PasswordChangeView):
    """For whoever knows the old one."""

    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("account")
    success_message = "Your password is changed."


class Ask(auth.PasswordResetView):
    """Ask for a link by mail; where no mail is sent, the page says who helps."""

    template_name = "accounts/password_reset.html"
    email_template_name = "accounts/password_reset_mail.txt"
    subject_template_name = "accounts/password_reset_subject.txt"
    success_url = reverse_lazy("password-reset-sent")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"sends_mail": settings.SENDS_MAIL}

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not settings.SENDS_MAIL:
            return self.get(request)
        if not may_go_on(
            "password", whose=client_address(request), at_most=settings.PASSWORD_MAILS_PER_HOUR_MAX
        ):
            return render(request, "accounts/too_many.html", status=429)
        return super().post(request, *args, **kwargs)


class Sent(auth.PasswordResetDoneView):
    """The same whether there is such an address or not."""

    template_name = "accounts/password_reset_sent.html"


class Choose(SuccessMessageMixin, auth.PasswordResetConfirmView):
    """Where the link leads: it works once, and for three days."""

    template_name = "accounts/password_reset_confirm.html"
    success_url = reverse_lazy("log-in")
    success_message = "Your password is set. Log in with it."


def link_for(user: User, request: HttpRequest) -> str:
    """The link with which this person, and whoever else has it, sets a new password."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    return request.build_absolute_uri(reverse("password-reset-confirm", args=[uid, token]))
