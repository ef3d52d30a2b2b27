"""The page to search by, and its results alone for a page that is open."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from bots.finding import asked_for
from pages.searching import search as search_everything


@require_safe
@vary_on_headers("HX-Request")
def search(request: HttpRequest) -> HttpResponse:
    """Everything called `q`; asked by htmx, the list without the page around it."""
    results = search_everything(asked_for(request), user=request.user)
    template = "pages/_found.html" if request.htmx else "pages/search.html"
    return render(request, template, {"results": results})
