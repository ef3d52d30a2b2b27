"""Addresses under /accounts/."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from accounts import passwords, views
from accounts.forms import LogInForm

urlpatterns = [
    path("sign-up/", views.sign_up, name="sign-up"),
    path(
        "log-in/",
        LoginView.as_view(
            template_name="accounts/log_in.html",
            authentication_form=LogInForm,
            redirect_authenticated_user=True,
        ),
        name="log-in",
    ),
    path("me/", views.account, name="account"),
    path("password/", passwords.Change.as_view(), name="password-change"),
    path("password/new/", passwords.Ask.as_view(), name="password-reset"),
    path("password/new/sent/", passwords.Sent.as_view(), name="password-reset-sent"),
    path(
        "password/new/<uidb64>/<token>/", passwords.Choose.as_view(), name="password-reset-confirm"
    ),
    path("log-out/", LogoutView.as_view(), name="log-out"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", views.revoke, name="token-revoke"),
]
