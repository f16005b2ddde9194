"""Regular correspondences between the spelling of English words and of another language.

The costs of a weighted edit distance are learned from pairs of words, as in Ristad & Yianilos
(1998), Learning string-edit distance, with the best alignment of each pair instead of all of them.
"""

from __future__ import annotations

from collections import Counter
from math import log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: Costs by English symbol and symbol of the other language, joined by a space. An empty symbol
#: stands for an insertion or a deletion.
Costs = dict[str, float]

#: Cost of an operation that did not occur in training: -log2 of its probability.
RARE = 9.0


def initial_costs(pairs: Sequence[tuple[str, str]]) -> Costs:
    """Return the costs of an ordinary edit distance: 0 for equal symbols, else `RARE`."""
    symbols = {symbol for pair in pairs for word in pair for symbol in word}
    return {f"{symbol} {symbol}": 0.0 for symbol in symbols}


def learn_costs(
    pairs: Sequence[tuple[str, str]],
    costs: Mapping[str, float],
    *,
    iterations: int = 4,
    smoothing: float = 0.3,
) -> Costs:
    """Learn the cost of each operation: -log2 of its probability given the English symbol.

    Parameters
    ----------
    pairs : sequence of pairs
        English words and similar words of the other language.
    costs : mapping of str to float
        Costs of the first alignment.
    iterations : int
        Number of alignments.
    smoothing : float
        What is subtracted from each count.
    """
    learned = dict(costs)
    for _ in range(iterations):
        counts: Counter[tuple[str, str]] = Counter()
        for english, other in pairs:
            counts.update(_operations(english, other, learned))
        totals: Counter[str] = Counter()
        for (symbol, _), count in counts.items():
            totals[symbol] += count
        learned = {
            f"{a} {b}": min(RARE, -log2((count - smoothing) / totals[a]))
            for (a, b), count in counts.items()
        }
    return learned


def mean_cost(english: str, other: str, costs: Mapping[str, float]) -> float:
    """Return the cost of the best alignment divided by the length of the longer word."""
    return _table(english, other, costs)[-1][-1] / max(len(english), len(other), 1)


def _table(english: str, other: str, costs: Mapping[str, float]) -> list[list[float]]:
    """Return the cost of the best alignment of each pair of prefixes."""
    inserted = [costs.get(f" {symbol}", RARE) for symbol in other]
    row = [0.0]
    for cost in inserted:
        row.append(row[-1] + cost)
    table = [row]
    for symbol in english:
        deleted = costs.get(f"{symbol} ", RARE)
        above, row = row, [row[0] + deleted]
        for index, target in enumerate(other):
            replaced = above[index] + costs.get(f"{symbol} {target}", RARE)
            row.append(min(replaced, above[index + 1] + deleted, row[-1] + inserted[index]))
        table.append(row)
    return table


def _operations(english: str, other: str, costs: Mapping[str, float]) -> list[tuple[str, str]]:
    """Return the operations of the best alignment as pairs of symbols."""
    table = _table(english, other, costs)
    first, second = len(english), len(other)
    operations = []
    while first or second:
        here = table[first][second]
        if first and second:
            pair = english[first - 1], other[second - 1]
            if here == table[first - 1][second - 1] + costs.get(" ".join(pair), RARE):
                operations.append(pair)
                first, second = first - 1, second - 1
                continue
        if first and here == table[first - 1][second] + costs.get(f"{english[first - 1]} ", RARE):
            operations.append((english[first - 1], ""))
            first -= 1
        else:
            operations.append(("", other[second - 1]))
            second -= 1
    return operations
