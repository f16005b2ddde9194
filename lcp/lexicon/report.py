"""The table of held-out predictions, for the terminal and as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    from lcp.lexicon.build import Built
    from lcp.lexicon.file import Lexicon

TABLE = (
    "norm",
    "learned from",
    "rated words",
    "r",
    "MAE",
    "r, one byte",
    "one byte against whole",
    "letters: r",
    "letters, words outside: r (n)",
)


def rows(held_out: pd.DataFrame) -> list[list[str]]:
    """Cells of `TABLE` for each norm."""
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
    """What the lexicon holds and how good it is.

    Parameters
    ----------
    built : Built
    size : int
        Bytes of its file.
    expressions : iterable of str
        Those of CompLex' train and trial parts, to say how many of them occur in the texts.
    """
    lexicon, about = built.lexicon, built.lexicon.about
    table = [TABLE, ["---"] * len(TABLE), *rows(built.held_out)]
    lines = ["| " + " | ".join(cells) + " |" for cells in table]
    registers = ", ".join(f"{entry['name']} ({entry['words']:,})" for entry in about["registers"])
    with_vector = int(lexicon.vectors.any(axis=1).sum())
    vectors = built.vectors
    head = (
        f"{len(lexicon.words):,} words, {with_vector:,} with a vector; {size:,} bytes. Counts in "
        f"texts of the registers {registers} words."
    )
    compact = (
        f"Vectors: {len(lexicon.scales)} principal components keep {vectors['variance']:.1%} of "
        "the variance. Cosines of random pairs correlate with those of the whole vectors at "
        f"{vectors['cosine_components']:.4f}, and at {vectors['cosine_quantised']:.4f} with one "
        "byte per component."
    )
    norms = (
        "Norms: predictions for held-out words, in five folds by lemma. The shipped value of a "
        "rated word is the held-out one, kept in one byte. `letters` is the model of letters and "
        "wordfreq, which serves words outside; `words outside` are those among the rated."
    )
    paragraphs = [head, describe_pairs(lexicon, expressions), compact, norms]
    return "\n".join(["# The lexicon", "", "\n\n".join(paragraphs), "", *lines, ""])


def describe_pairs(lexicon: Lexicon, expressions: Iterable[str] = ()) -> str:
    """How many pairs of words the lexicon holds, and how many of the expressions.

    Parameters
    ----------
    lexicon : Lexicon
    expressions : iterable of str
        Those of CompLex' train and trial parts; each of two words is looked up, once whatever
        its case.
    """
    counts, minimum = lexicon.pairs.counts, lexicon.about["pair_minimum"]
    kept = "all that occur" if minimum == 1 else f"those that occur {minimum} times or more"
    told = (
        f"{len(counts):,} pairs of words, {kept}; {np.count_nonzero(counts > 1):,} occur more "
        f"than once. Pairs with the {len(lexicon.function_words)} most frequent words are not "
        "counted."
    )
    chosen = {tuple(words) for words in map(str.split, map(str.lower, expressions))}
    sought = [words for words in sorted(chosen) if len(words) == 2]  # noqa: PLR2004 - a pair
    if sought:
        found = lexicon.pairs.count(*(lexicon.rows(side) for side in zip(*sought, strict=True)))
        told += (
            f" Of the {len(sought):,} distinct two-word expressions of CompLex' train and trial "
            f"parts {np.mean(found >= 0):.1%} are of two words that are counted, "
            f"{np.mean(found > 0):.1%} occur, {np.mean(found > 1):.1%} more than once."
        )
    return told
