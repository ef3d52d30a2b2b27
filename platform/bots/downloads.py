"""Texts that only their owner may read, as files to take home."""

from django.http import HttpResponse


def private_file(text: str, *, name: str, content_type: str) -> HttpResponse:
    """The text as a download that no cache keeps."""
    return HttpResponse(
        text,
        content_type=f"{content_type}; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private, no-store",
        },
    )
