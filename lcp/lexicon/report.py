"""The table of held-out predictions, for the terminal and as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from lcp.lexicon.build import Built

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


def markdown(built: Built, size: int) -> str:
    """What the lexicon holds and how good it is.

    Parameters
    ----------
    built : Built
    size : int
        Bytes of its file.
    """
    lexicon, about = built.lexicon, built.lexicon.about
    table = [TABLE, ["---"] * len(TABLE), *rows(built.held_out)]
    lines = ["| " + " | ".join(cells) + " |" for cells in table]
    registers = ", ".join(f"{entry['name']} ({entry['words']:,})" for entry in about["registers"])
    with_vector = int(lexicon.vectors.any(axis=1).sum())
    vectors = built.vectors
    head = (
        f"{len(lexicon.words):,} words, {with_vector:,} with a vector; {size:,} bytes. Counts in "
        f"texts of the registers {registers} words. {len(lexicon.pair_counts):,} pairs of words "
        f"that occur {about['pair_minimum']} times or more."
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
    return "\n".join(["# The lexicon", "", head, "", compact, "", norms, "", *lines, ""])
