"""The results of a tournament as files: CSV for a spreadsheet, JSON for a program."""

import csv
import io

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from tournaments.results import result_lines, results
from tournaments.views.access import visible_or_404


@require_safe
def results_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """One line for each stage and entry, in the order of the standings."""
    tournament = visible_or_404(request, slug)
    text = io.StringIO()
    writer = csv.writer(text)
    for line in result_lines(tournament, request.user):
        writer.writerow([_inert(cell) for cell in line])
    return _file(text.getvalue(), f"{slug}.csv", "text/csv; charset=utf-8")


@require_safe
def results_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that the pages show, but for the log."""
    answer = JsonResponse(
        results(visible_or_404(request, slug), request.user), json_dumps_params={"indent": 1}
    )
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return answer


def _inert(cell: object) -> object:
    """A text that no spreadsheet takes for a formula."""
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + cell
    return cell


def _file(text: str, name: str, content_type: str) -> HttpResponse:
    return HttpResponse(
        text,
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
