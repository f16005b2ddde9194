"""Greedy forward selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Selection = tuple[str, ...]


def forward_selection(
    names: Iterable[str], score: Callable[[Sequence[Selection]], Sequence[float]]
) -> list[str]:
    """Order names so that each raises the score of those before it as much as possible.

    `score` returns the score of each selection of one step; higher is better. Ties are broken by
    the order of the names.

    >>> worth = {"a": 1, "b": 3, "c": 2}
    >>> forward_selection("abc", lambda selections: [sum(map(worth.get, s)) for s in selections])
    ['b', 'c', 'a']
    """
    selected: list[str] = []
    remaining = list(names)
    while remaining:
        values = score([(*selected, name) for name in remaining])
        best = max(range(len(remaining)), key=values.__getitem__)
        selected.append(remaining.pop(best))
    return selected
