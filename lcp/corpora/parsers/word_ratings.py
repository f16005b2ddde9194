"""The Word-Complexity Lexicon (Maddela & Xu, 2018): words rated by non-native speakers.

Tab-separated, without header and quoting: word, mean rating of eleven raters from 1 (simple) to 6
(complex).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.corpora.parsers.word_lists import word_instances

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd


def read(path: Path) -> pd.DataFrame:
    """Read the lexicon. Ratings are mapped linearly: 1 to 0 and 6 to 1.

    Returns
    -------
    DataFrame of shape (n_words, 7)
        The instance table; the sentence of a word is empty.

    Raises
    ------
    ValueError
        If a line is not a word and a number.
    """
    words: dict[str, float] = {}
    for line in path.read_text(encoding="utf-8").split("\n"):
        word, _, rating = line.rpartition("\t")
        if word.strip():
            words[word.strip()] = (float(rating) - 1) / (6 - 1)
    return word_instances(words, list(words.values()))
