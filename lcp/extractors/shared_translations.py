"""English words that have the same translation in the training data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from lcp.base import check_fitted
from lcp.columns import Columns, columns_of, n_rows
from lcp.english.word_frequency import zipf
from lcp.extractors.base import Extractor, Feature
from lcp.extractors.first_language import as_text, content_words
from lcp.first_language.languages import language_of
from lcp.first_language.translations import parse_translation

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

_SOURCE = "training corpus"
_ROWS = (
    ("others", "other words with one of the translations", "count", _SOURCE),
    ("first_letter", "those of them with the same first letter", "count", _SOURCE),
    ("fit", "those of these with the same length", "count", _SOURCE),
    (
        "more_frequent",
        "other words with one of the translations that are more frequent",
        "count",
        _SOURCE,
    ),
    (
        "zipf_difference",
        "highest frequency of another word minus that of the word",
        "difference of Zipf; NaN if there is none",
        f"{_SOURCE}; Speer (2022), wordfreq",
    ),
    (
        "first_letter_zipf_difference",
        "same, of words with the same first letter",
        "difference of Zipf; NaN if there is none",
        f"{_SOURCE}; Speer (2022), wordfreq",
    ),
)


class SharedTranslations(Extractor):
    """Ambiguity of the translation: other English words that the training data translates with it.

    Reads the columns ``l1`` and ``translation``; instances without them have NaN. Ratings are not
    used.

    Attributes
    ----------
    words_ : dict of str to list of str
        English words in lower case of each language and translation, joined by a space.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = [["bizarre", "es", "extraño"], ["strange", "es", "extraño"]]
    >>> table = pd.DataFrame(rows, columns=["token", "l1", "translation"])
    >>> SharedTranslations().fit(table).extract(table)["more_frequent"].tolist()
    [1.0, 0.0]
    """

    name = "shared_translations"
    level = "context"
    learns = True

    words_: dict[str, list[str]]

    def features(self) -> Sequence[Feature]:
        """Describe the counts and the frequencies."""
        return [Feature(*row) for row in _ROWS]

    def fit(self, table: pd.DataFrame) -> Self:
        """Store the words of each translation."""
        words: dict[str, set[str]] = {}
        for word, keys in _items(columns_of(table)):
            for key in keys:
                words.setdefault(key, set()).add(word)
        self.words_ = {key: sorted(members) for key, members in sorted(words.items())}
        return self

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Count the other words of each translation."""
        check_fitted(self)
        values = np.full((n_rows(columns), len(_ROWS)), np.nan)
        for number, (word, keys) in enumerate(_items(columns)):
            if keys:
                others = {other for key in keys for other in self.words_.get(key, ())} - {word}
                values[number] = _values(word, others)
        return values


def _items(columns: Columns) -> list[tuple[str, list[str]]]:
    """Return each word and its translations, as keys."""
    absent = [""] * n_rows(columns)
    rows = zip(*(columns.get(name, absent) for name in ("token", "l1", "translation")), strict=True)
    items = []
    for token, l1, text in (tuple(map(as_text, row)) for row in rows):
        keys = []
        if l1 and text:
            language = language_of(l1)
            alternatives = parse_translation(text).alternatives
            keys = [" ".join((language, *content_words(part, language))) for part in alternatives]
        items.append((token.lower(), keys))
    return items


def _values(word: str, others: set[str]) -> list[float]:
    own = _frequency(word)
    initial = [other for other in others if other[:1] == word[:1]]
    differences = [_frequency(other) - own for other in others]
    of_initial = [_frequency(other) - own for other in initial]
    return [
        float(len(others)),
        float(len(initial)),
        float(sum(len(other) == len(word) for other in initial)),
        float(sum(difference > 0 for difference in differences)),
        max(differences, default=np.nan),
        max(of_initial, default=np.nan),
    ]


def _frequency(word: str) -> float:
    return float(np.nan_to_num(zipf(word)))
