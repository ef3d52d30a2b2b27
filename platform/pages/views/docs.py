"""The documentation: the same Markdown files as in the repository."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages.markdown import Document


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Every page directly in docs/, by title."""
    paths = sorted(settings.DOCS_DIR.glob("*.md"))
    documents = [document for path in paths if (document := Document.at(path))]
    return render(request, "pages/docs.html", {"documents": documents})


@require_safe
def docs_page(request: HttpRequest, page: str) -> HttpResponse:
    document = Document.at(settings.DOCS_DIR / f"{page}.md")
    if document is None:
        raise Http404
    return render(request, "pages/docs_page.html", {"document": document})
