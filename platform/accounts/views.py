"""Signing up, logging in and out, and the tokens of one's own."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import MailForm, SignUpForm, TokenForm
from accounts.models import User
from accounts.services import issue_token, revoke_token
from accounts.throttling import may_go_on
from config.client_address import client_address

LOGGED_IN_BY = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(settings.LOGIN_REDIRECT_URL)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and not may_go_on(
        "sign-up", whose=client_address(request), at_most=settings.SIGN_UPS_PER_HOUR_MAX
    ):
        return render(request, "accounts/too_many.html", status=429)
    if form.is_valid() and (user := _saved(form)):
        login(request, user, backend=LOGGED_IN_BY)
        return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "accounts/sign_up.html", {"form": form})


def _saved(form: SignUpForm) -> User | None:
    """The new account; None, told on the form, when somebody took the name this very moment."""
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        form.add_error("username", "This name is taken.")
        return None


@login_required
@never_cache
@sensitive_variables("secret")
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The live tokens; a new one's secret stands in the answer to its own POST and nowhere else."""
    form = TokenForm(request.POST or None)
    secret = ""
    if form.is_valid():
        _, secret = issue_token(user=request.user, **form.cleaned_data)
        form = TokenForm()
    return render(
        request,
        "accounts/tokens.html",
        {"form": form, "secret": secret, "tokens": request.user.api_tokens.live()},
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """One's mail address, and the ways to password and tokens."""
    form = MailForm(request.POST or None, instance=request.user)
    if form.is_valid():
        form.save()
        messages.success(request, "Your mail address is kept.")
        return redirect("account")
    return render(request, "accounts/account.html", {"form": form})


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    if not revoke_token(user=request.user, token_id=token_id):
        raise Http404
    messages.success(request, "The token is revoked: it opens nothing any more.")
    return redirect("tokens")
