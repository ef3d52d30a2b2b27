"""How often one address may do what costs the site something, such as making an account."""

from django.core.cache import cache

HOUR_S = 3600


def may_go_on(what: str, *, whose: str, at_most: int, period_s: int = HOUR_S) -> bool:
    """Count one more; False once there were `at_most` within the period that the first one began."""
    key = f"throttle:{what}:{whose}"
    if cache.add(key, 1, period_s):
        return at_most >= 1
    try:
        return bool(cache.incr(key) <= at_most)
    except ValueError:  # It ran out between the two calls.
        cache.set(key, 1, period_s)
        return at_most >= 1
