"""What the REST API answers when it refuses: one sentence in `detail` that says what to do."""

from typing import Any

from django.http import Http404
from rest_framework.exceptions import ErrorDetail, NotAuthenticated, NotFound
from rest_framework.response import Response
from rest_framework.views import exception_handler

WHO_ARE_YOU = (
    "This needs an account. Make a token on the site's page of tokens, and send it as "
    '"Authorization: Bearer <token>".'
)
NOTHING_HERE = "There is nothing here, or nothing that you may see."

DJANGOS_404 = "matches the given query."
"""What get_object_or_404 says; it names the model, and so tells what is looked for where."""


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """Django REST framework's handler, with our words for what it says by itself."""
    if isinstance(error, NotAuthenticated):
        error.detail = ErrorDetail(WHO_ARE_YOU, code=error.default_code)
    elif isinstance(error, Http404) and str(error).endswith(DJANGOS_404):
        error = NotFound(NOTHING_HERE)
    return exception_handler(error, context)
