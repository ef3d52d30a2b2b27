"""Published lots: the last tie-break, and a random seeding, from a seed that anybody can check.

The lot of a key is SHA-256 (FIPS 180-4) of the UTF-8 text ``quintet/lots/1/<seed>/<key>``. Keys in
ascending order of these digests have the lots 0, 1, 2 ...; the lowest is the best. A key is what names an entry
for good, so a lot depends neither on the seeding nor on who else enters. The seed is
committed to before the entries are known, and published when the tournament starts.
"""

import hashlib
from collections.abc import Sequence


def draw_lots(keys: Sequence[str], *, seed: str) -> tuple[int, ...]:
    """One lot per key, from 0, each once. Raises ValueError for a key that is there twice."""
    if len(set(keys)) != len(keys):
        raise ValueError("lots are drawn for different keys, but one of them is there twice")
    order = sorted(range(len(keys)), key=lambda index: _digest(keys[index], seed=seed))
    lots = [0] * len(keys)
    for lot, index in enumerate(order):
        lots[index] = lot
    return tuple(lots)


def commitment(seed: str) -> str:
    """What is published before the seed: its SHA-256, in hexadecimal."""
    return hashlib.sha256(f"quintet/lots/1/{seed}".encode()).hexdigest()


def _digest(key: str, *, seed: str) -> bytes:
    return hashlib.sha256(f"quintet/lots/1/{seed}/{key}".encode()).digest()
