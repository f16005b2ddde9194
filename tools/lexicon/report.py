"""Report how well the norms of held-out words are predicted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    from lcp.lexicon.file import Lexicon
    from tools.lexicon.pipeline import Built

#: Header of the table of held-out scores.
TABLE = (
    "norm",
    "learned from",
    "rated words",
    "r",
    "MAE",
    "r, one byte",
    "one byte vs. original",
    "letters: r",
    "letters, words outside: r (n)",
)


def table_rows(held_out: pd.DataFrame) -> list[list[str]]:
    """Return the cells of the table, a row for each norm."""
    return [
        [
            str(row["norm"]),
            str(row["resource"]),
            f"{row['n']:,.0f}",
            f"{row['r']:.3f}",
            f"{row['mae']:.3f}",
            f"{row['r_quantised']:.3f}",
            f"{row['r_between']:.5f}",
            f"{row['letters_r']:.3f}",
            f"{row['outside_r']:.3f} ({row['outside_n']:,.0f})",
        ]
        for row in held_out.to_dict("records")
    ]


def markdown(built: Built, size: int, expressions: Iterable[str] = ()) -> str:
    """Return a report on the content and quality of a lexicon, whose file has `size` bytes.

    It contains the :func:`pair_summary` of the expressions.
    """
    lexicon, about, vectors = built.lexicon, built.lexicon.about, built.vectors
    registers = ", ".join(f"{entry['name']} ({entry['words']:,})" for entry in about["registers"])
    with_vector = int(lexicon.vectors.any(axis=1).sum())
    head = (
        f"The lexicon has {len(lexicon.words):,} words, {with_vector:,} of them with a vector, in "
        f"{size:,} bytes. Registers and their length in words: {registers}."
    )
    compression = (
        f"Vectors: {len(lexicon.scales)} principal components explain {vectors['variance']:.1%} of "
        "the variance. The cosines of random pairs of words correlate with those of the original "
        f"vectors at {vectors['cosine_components']:.4f}, and at "
        f"{vectors['cosine_quantised']:.4f} with one byte per component."
    )
    norms = (
        "Norms: scores on held-out words, in five folds by lemma. The lexicon contains the "
        "held-out predictions of rated words, in one byte each. `letters` is the model of letters "
        "and wordfreq for words outside the lexicon; `words outside` are the rated words among "
        "them."
    )
    rows = [TABLE, ["---"] * len(TABLE), *table_rows(built.held_out)]
    table = "".join("| " + " | ".join(cells) + " |\n" for cells in rows)
    parts = ["# The lexicon", head, pair_summary(lexicon, expressions), compression, norms, table]
    return "\n\n".join(parts)


def pair_summary(lexicon: Lexicon, expressions: Iterable[str] = ()) -> str:
    """Report the number of word pairs, and how many expressions are among them.

    The expressions are those of CompLex's train and trial parts. Those of two words are looked up,
    ignoring case and duplicates.
    """
    counts, minimum = lexicon.pairs.counts, lexicon.about["pair_minimum"]
    stored = "all that occur" if minimum == 1 else f"those that occur at least {minimum} times"
    summary = (
        f"Pairs of words: {len(counts):,}, {stored}; {np.count_nonzero(counts > 1):,} occur more "
        f"than once. Pairs with the {len(lexicon.function_words)} most frequent words are not "
        "counted."
    )
    distinct = {tuple(expression.lower().split()) for expression in expressions}
    pairs = [words for words in sorted(distinct) if len(words) == 2]  # noqa: PLR2004 - a pair
    if not pairs:
        return summary
    occurrences = lexicon.pairs.count(*(lexicon.rows(side) for side in zip(*pairs, strict=True)))
    return summary + (
        f" Of the {len(pairs):,} distinct two-word expressions in CompLex's train and trial parts, "
        f"{np.mean(occurrences >= 0):.1%} consist of counted words, {np.mean(occurrences > 0):.1%} "
        f"occur, and {np.mean(occurrences > 1):.1%} occur more than once."
    )
