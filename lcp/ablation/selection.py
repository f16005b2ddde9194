"""Greedy forward selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Choice = tuple[str, ...]


def forward_selection(
    names: Iterable[str], score: Callable[[Sequence[Choice]], Sequence[float]]
) -> list[str]:
    """Order names so that each raises the score most, given those before it.

    Parameters
    ----------
    names : iterable of str
        What to choose from; the earlier wins where two score the same.
    score : callable
        Takes the choices of a step together and gives a score for each, higher is better.

    Returns
    -------
    list of str
        Every name, in the order chosen.

    Examples
    --------
    >>> worth = {"a": 1, "b": 3, "c": 2}
    >>> forward_selection("abc", lambda choices: [sum(map(worth.get, c)) for c in choices])
    ['b', 'c', 'a']
    """
    chosen: list[str] = []
    left = list(names)
    while left:
        found = score([(*chosen, name) for name in left])
        best = max(range(len(left)), key=found.__getitem__)
        chosen.append(left.pop(best))
    return chosen
