"""Answers that fit the clue of a vocabulary test: first letters and length of the word."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.word_frequency import zipf
from lcp.features.families.lexicon import LexiconFamily
from lcp.features.family import Feature
from lcp.tasks.vocabulary.items import measured, texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted
    from lcp.targets import Targets

_LETTER = "_"
#: Similarity from which another answer may have the same translation.
_SIMILAR = 0.4
_LEXICON = "lcp, the lexicon's vectors"
_ROWS = (
    ("given", "letters given", "count", "lcp"),
    ("missing", "letters missing", "count", "lcp"),
    ("candidates", "words that fit the clue", "log10(count + 1)", "Speer (2022), wordfreq"),
    ("rank", "rank of the word's frequency among them", "log10(rank)", "Speer (2022), wordfreq"),
    ("share", "share of the word in their occurrences", "0-1", "Speer (2022), wordfreq"),
    ("most_similar", "highest similarity of another word that fits", "cosine, -1 to 1", _LEXICON),
    (
        "similar_frequent",
        "same, of words that are more frequent",
        "cosine, -1 to 1; 0 if there is none",
        _LEXICON,
    ),
    (
        "synonym_zipf",
        f"highest frequency of another such word of similarity {_SIMILAR} or more, minus this",
        "difference of Zipf; NaN if there is none",
        f"{_LEXICON}; wordfreq",
    ),
    (
        "free_similar",
        "highest similarity of a more frequent word with the same first letter",
        "cosine, -1 to 1; 0 if there is none",
        _LEXICON,
    ),
)


@dataclass(frozen=True)
class Clue(LexiconFamily):
    """Letters given and missing, and other words that fit the clue.

    Reads the column ``clue``, such as ``b______``: letters that are given, and ``_`` for each
    missing letter. Instances without a clue have NaN.

    Examples
    --------
    >>> from lcp.features.family import Fitted, names_of
    >>> from lcp.targets import Targets
    >>> targets = Targets.table([{"token": "bizarre", "clue": "b______"}])
    >>> values = dict(zip(names_of(Clue()), Clue().measure(targets, Fitted())[0].tolist()))
    >>> values["given"], values["missing"]
    (1.0, 6.0)
    """

    name = "clue"
    scope = "context"
    columns = tuple(Feature(*row) for row in _ROWS)

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Compare each word with the frequent words of the lexicon that fit its clue."""
        self.load(fitted)
        pairs = zip(texts(inputs, "token"), texts(inputs, "clue"), strict=True)
        lowered = [(word.lower(), clue.lower()) for word, clue in pairs]
        return measured(lowered, self._values, len(_ROWS))

    def _values(self, item: tuple[str, str]) -> list[float]:
        word, clue = item
        if not clue:
            return [np.nan] * len(_ROWS)
        missing = clue.count(_LETTER)
        letters = [float(len(clue) - missing), float(missing)]
        if clue[0] != word[0]:
            return [*letters, *[np.nan] * (len(_ROWS) - len(letters))]
        words, zipfs, vectors = fitting_words(clue[0])
        word_zipf = zipf(word)
        word_zipf = 0.0 if np.isnan(word_zipf) else word_zipf
        others = words != word
        fits = others & np.array([_fits_clue(other, clue) for other in words.tolist()], dtype=bool)
        frequent = zipfs > word_zipf
        vector = load_lexicon().directions([word])[0]
        cosines = np.nan_to_num(vectors @ np.nan_to_num(vector))
        has_vector = not np.isnan(vector).any()
        amounts = 10 ** zipfs[fits]
        similar = fits & (cosines >= _SIMILAR)
        return [
            *letters,
            float(np.log10(fits.sum() + 1)),
            float(np.log10((fits & frequent).sum() + 1)),
            float(10**word_zipf / (10**word_zipf + amounts.sum())),
            float(cosines[fits].max(initial=-1.0)) if has_vector and fits.any() else np.nan,
            float(cosines[fits & frequent].max(initial=0.0)) if has_vector else np.nan,
            float(zipfs[similar].max()) - word_zipf if similar.any() else np.nan,
            float(cosines[others & frequent].max(initial=0.0)) if has_vector else np.nan,
        ]


@lru_cache(maxsize=64)
def fitting_words(letter: str, rarest: float = 2.5) -> tuple[NDArray[np.str_], Floats, Floats]:
    """Return frequent words that begin with a letter, with Zipf frequencies and vectors.

    Parameters
    ----------
    letter : str
        First letter, in lower case.
    rarest : float
        Lowest Zipf frequency of possible answers.

    Returns
    -------
    words : array of str, shape (n_words,)
    zipfs : ndarray of shape (n_words,)
    vectors : ndarray of shape (n_words, n_dimensions)
        Vectors of length 1; 0 for words without one.
    """
    lexicon = load_lexicon()
    starting = [word for word in lexicon.words if word.startswith(letter) and word.isalpha()]
    values = np.array([zipf(word) for word in starting])
    frequent = np.flatnonzero(values >= rarest)
    words = [starting[number] for number in frequent]
    return np.array(words, dtype=str), values[frequent], np.nan_to_num(lexicon.directions(words))


def _fits_clue(word: str, clue: str) -> bool:
    """Return whether a word has the length of a clue and the letters that it gives."""
    return len(word) == len(clue) and all(
        sign in (_LETTER, letter) for sign, letter in zip(clue, word, strict=True)
    )
