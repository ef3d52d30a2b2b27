"""The site's addresses: every app brings its own urls.py (pages) and api_urls.py (REST), if it has one."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from config.health import health


def included(prefix: str, module: str, *apps: str) -> list[URLPattern | URLResolver]:
    """Include `<app>.<module>` of each of `apps` that has one, below `prefix`."""
    return [
        path(prefix, include(f"{app}.{module}")) for app in apps if find_spec(f"{app}.{module}")
    ]


urlpatterns = [
    path("healthz", health, name="healthz"),
    path("admin/", admin.site.urls),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    *included(
        "api/v1/", "api_urls", "accounts", "bots", "matches", "ladder", "tournaments", "pages"
    ),
    *included("accounts/", "urls", "accounts"),
    *included("", "urls", "bots", "matches", "ladder", "tournaments", "pages"),
]

handler403 = "pages.views.errors.forbidden"
handler404 = "pages.views.errors.not_found"
handler500 = "pages.views.errors.server_error"
