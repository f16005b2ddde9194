"""Seeds that all libraries accept."""

from __future__ import annotations

from lcp.errors import InputError

#: NumPy's generator takes 32 bits, LightGBM's a signed number; repeats count up from the seed.
LARGEST_SEED = 2_000_000_000


def check_seed(random_state: object) -> None:
    """Raise :class:`InputError` unless a seed is an integer from 0 to :data:`LARGEST_SEED`.

    >>> check_seed(0)
    """
    whole = isinstance(random_state, int) and not isinstance(random_state, bool)
    if not whole or not 0 <= random_state <= LARGEST_SEED:  # type: ignore[operator]
        raise InputError(
            f"{random_state!r} is not a valid seed.",
            where="random_state",
            hint=f"Give a whole number from 0 to {LARGEST_SEED:,}.",
        )
