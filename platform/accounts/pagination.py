"""How the API divides long lists."""

from rest_framework.pagination import CursorPagination, LimitOffsetPagination

ROWS_MAX = 200


class Pages(LimitOffsetPagination):
    """For lists that are counted: `?limit=` and `?offset=`."""

    max_limit = ROWS_MAX


class NewestFirst(CursorPagination):
    """For lists that grow at their head: no counting, and no row twice while reading on."""

    ordering = "-id"
    page_size_query_param = "limit"
    max_page_size = ROWS_MAX
