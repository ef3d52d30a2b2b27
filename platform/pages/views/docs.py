"""The documentation: the same Markdown files as in the repository."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages.api_reference import topics
from pages.markdown import Document

READ_FIRST = ("bot-guide", "command-line", "ratings", "tournaments", "records", "api")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Every page directly in docs/: what a beginner reads first comes first, the rest by name."""
    paths = _paths()
    ordered = [paths[slug] for slug in READ_FIRST if slug in paths]
    ordered += [path for slug, path in paths.items() if slug not in READ_FIRST]
    documents = [document for path in ordered if (document := Document.at(path))]
    return render(request, "pages/docs.html", {"documents": documents})


@require_safe
def docs_page(request: HttpRequest, page: str) -> HttpResponse:
    path = _paths().get(page)
    document = path and Document.at(path)
    if not document:
        raise Http404
    return render(request, "pages/docs_page.html", {"document": document})


@require_safe
def api_reference(request: HttpRequest) -> HttpResponse:
    """Every call of the API, from the same description that machines read."""
    return render(request, "pages/api_reference.html", {"topics": topics()})


def _paths() -> dict[str, Path]:
    """The file of each page: an address only chooses among those that are there."""
    return {path.stem: path for path in sorted(settings.DOCS_DIR.glob("*.md"))}
