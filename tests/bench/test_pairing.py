"""The timing of pairings (bench/pairing.py)."""

import pytest

from bench.pairing import Timing, by_networkx, event, growth


@pytest.mark.parametrize("entries", [14, 15, 40])
def test_networkx_finds_no_lighter_pairing_than_the_swiss_system(entries):
    """On all pairs with the same weights; it fails by itself if it does."""
    stage, played, seconds = event(entries, 4, 2)
    assert len(seconds) == len(played) == 4
    assert by_networkx(stage, played) >= 0


def test_the_growth_is_the_exponent():
    assert growth([Timing(n, 3e-6 * n**2) for n in (10, 100, 500)]) == pytest.approx(2)
