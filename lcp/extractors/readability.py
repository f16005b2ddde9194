"""Readability of a sentence: textstat's formulas, length, and frequency of its words."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

from lcp.english import readability_formulas
from lcp.english.text import words
from lcp.english.word_frequency import zipf
from lcp.extractors.base import Extractor, Feature, as_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lcp.columns import Columns

_GRADE = "US school grade"
_ZIPF = "Zipf: log10 per billion words"
_WORDFREQ = "Speer (2022), wordfreq"
_ARI = "automated_readability_index"
_SYLLABLES = "share of words of two or more syllables that are not on Dale and Chall's list"
_SHORT = "EFLAW: words and short words per sentence, for foreign readers"

#: Zipf frequency from which a word is frequent according to van Heuven et al. (2014).
COMMON = 4

#: Formulas that count syllables and therefore require the pronouncing dictionary.
SYLLABIC = (
    Feature("flesch_reading_ease", "Flesch Reading Ease", "100 (easy) - 0 (hard)", "Flesch (1948)"),
    Feature("flesch_kincaid_grade", "Flesch-Kincaid grade", _GRADE, "Kincaid et al. (1975)"),
    Feature("smog_index", "SMOG index", _GRADE, "McLaughlin (1969)"),
    Feature("dale_chall_readability_score", "Dale-Chall score", "0-10", "Dale & Chall (1948)"),
    Feature("linsear_write_formula", "Linsear Write grade", _GRADE, "O'Hayre (1966)"),
    Feature("gunning_fog", "Gunning fog index", _GRADE, "Gunning (1952)"),
    Feature("spache_readability", "Spache score", _GRADE, "Spache (1953)"),
)

#: Formulas that count characters, words and sentences only.
PLAIN = (
    Feature("coleman_liau_index", "Coleman-Liau index", _GRADE, "Coleman & Liau (1975)"),
    Feature(_ARI, "automated readability index", _GRADE, "Smith & Senter (1967)"),
    Feature("lix", "LIX: sentence length and share of long words", "20-60", "Björnsson (1968)"),
    Feature("rix", "RIX: long words per sentence", "ratio", "Anderson (1983)"),
    Feature("mcalpine_eflaw", _SHORT, "words", "McAlpine (2006)"),
)

_FORMULAS = {feature.name: getattr(readability_formulas, feature.name) for feature in PLAIN}

_DIFFICULT = Feature("difficult_words", _SYLLABLES, "0-1", "textstat")

_WORDS = (
    Feature("words", "words in the sentence", "count", "lcp"),
    Feature("characters_per_word", "mean length of the sentence's words", "characters", "lcp"),
    Feature(
        "zipf_mean",
        "mean frequency of the sentence's words",
        "Zipf: log10 per billion words",
        _WORDFREQ,
    ),
    Feature(
        "zipf_min",
        "frequency of the sentence's rarest word",
        "Zipf: log10 per billion words",
        _WORDFREQ,
    ),
    Feature(
        "zipf_below_4", "share of the sentence's words that are rarer than Zipf 4", "0-1", _WORDFREQ
    ),
)


class Readability(Extractor):
    """Readability formulas of a sentence (textstat), its length and its words' frequency.

    The formulas were designed for passages; for a single sentence they are rough estimates.

    Parameters
    ----------
    cmudict : bool, default=True
        Whether to include the formulas that count syllables with the CMU Pronouncing Dictionary.

    Examples
    --------
    >>> import pandas as pd
    >>> family = Readability(cmudict=False)
    >>> sentences = pd.DataFrame({"sentence": ["The cat sat on the mat.", "…"]})
    >>> family.extract(sentences)[["words", "characters_per_word", "lix"]]
       words  characters_per_word  lix
    0    6.0             2.833333  6.0
    1    0.0                  NaN  NaN
    """

    name = "readability"
    level = "sentence"

    def __init__(self, *, cmudict: bool = True) -> None:
        self.cmudict = cmudict

    def resources(self) -> tuple[str, ...]:
        """Return the pronouncing dictionary, if used."""
        return ("cmudict",) if self.cmudict else ()

    def features(self) -> Sequence[Feature]:
        """Describe the formulas, then the counts and frequencies."""
        syllabic = (*SYLLABIC, _DIFFICULT) if self.cmudict else ()
        return [*syllabic, *PLAIN, *_WORDS]

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Score the sentences.

        NaN for a sentence without words, except that ``words`` is 0. Words outside wordfreq are
        ignored in the mean and minimum frequency and count as rarer than Zipf 4.
        """
        if self.cmudict:
            # Adds it to NLTK's search path; textstat would download it otherwise.
            self.store.nltk("cmudict")
        rows = [{**self._scores(text), **_word_values(text)} for text in columns["sentence"]]
        return as_matrix(rows, self.column_names())

    def _scores(self, sentence: str) -> dict[str, float]:
        # textstat returns 0 without words, which would be a very easy or very hard sentence.
        if not words(sentence):
            return {}
        counts = readability_formulas.count_text(sentence)
        scores = {name: formula(counts) for name, formula in _FORMULAS.items()}
        if self.cmudict:
            textstat = _textstat()
            scores |= {
                formula.name: getattr(textstat, formula.name)(sentence) for formula in SYLLABIC
            }
            counted = textstat.lexicon_count(sentence)
            scores[_DIFFICULT.name] = textstat.difficult_words(sentence) / counted
        return scores


@cache
def _textstat() -> Any:
    """Return a separate instance: other code may change the settings of the shared one."""
    from textstat.textstat import textstatistics

    return textstatistics()


def _word_values(sentence: str) -> dict[str, float]:
    tokens = words(sentence)
    if not tokens:
        return {"words": 0.0}
    all_zipfs = [zipf(word) for word in tokens]
    zipfs = [value for value in all_zipfs if not math.isnan(value)]
    return {
        "words": len(tokens),
        "characters_per_word": sum(map(len, tokens)) / len(tokens),
        "zipf_mean": sum(zipfs) / len(zipfs) if zipfs else math.nan,
        "zipf_min": min(zipfs, default=math.nan),
        "zipf_below_4": sum(not value >= COMMON for value in all_zipfs) / len(tokens),
    }
