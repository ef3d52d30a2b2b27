"""How the API divides long lists."""

import re
from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination, LimitOffsetPagination

ROWS_MAX = 200
ROW_ID = re.compile(r"[0-9]{1,18}")


class Pages(LimitOffsetPagination):
    """For lists that are counted: `?limit=` and `?offset=`."""

    max_limit = ROWS_MAX


class NewestFirst(CursorPagination):
    """For lists that grow at their head: no counting, and no row twice while reading on."""

    ordering = "-id"
    page_size_query_param = "limit"
    max_page_size = ROWS_MAX

    def decode_cursor(self, request: Any) -> Any:
        cursor = super().decode_cursor(request)
        if cursor and cursor.position is not None and not ROW_ID.fullmatch(cursor.position):
            raise NotFound(self.invalid_cursor_message)
        return cursor
