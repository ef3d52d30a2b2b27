"""The page that tells every call of the API, where one looks for it."""

from django.urls import path

from pages.views import docs

urlpatterns = [path("docs/", docs.api_reference, name="api-docs")]
