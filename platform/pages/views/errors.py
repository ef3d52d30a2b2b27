"""What is shown when something goes wrong."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return render(request, "pages/404.html", status=404)


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return render(request, "pages/403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "pages/403.html", {"is_stale_form": True}, status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Needs neither the database nor the session: they may be what failed."""
    return HttpResponse(render_to_string("pages/500.html"), status=500)
