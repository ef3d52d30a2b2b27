"""The site's addresses: every app brings its own urls.py (pages) and api_urls.py (REST), if it has one."""

from importlib.util import find_spec

from django.apps import apps
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.health import health

APPS = ("accounts", "bots", "matches", "ladder", "pages")


def included(prefix: str, module: str) -> list[URLPattern | URLResolver]:
    """Include `<app>.<module>` of each app that has it, below `prefix`."""
    return [
        path(prefix, include(f"{app}.{module}"))
        for app in APPS
        if apps.is_installed(app) and find_spec(f"{app}.{module}")
    ]


urlpatterns = [
    path("healthz", health, name="healthz"),
    path("admin/", admin.site.urls),
    *included("api/v1/", "api_urls"),
    *included("", "urls"),
]
