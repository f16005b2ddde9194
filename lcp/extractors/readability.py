"""Readability of a sentence: textstat's formulas, length, and how rare its words are."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import pandas as pd

from lcp.extractors.base import Extractor, Feature
from lcp.text import words
from lcp.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Sequence

_GRADE = "US school grade"
_WORDFREQ = "Speer (2022), wordfreq"
_OWN = "lcp"

#: Zipf frequency from which van Heuven et al. (2014) call a word frequent.
COMMON = 4

#: Formulas that count syllables, and so need the pronouncing dictionary.
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
    Feature(
        "automated_readability_index",
        "automated readability index",
        _GRADE,
        "Smith & Senter (1967)",
    ),
    Feature("lix", "LIX: sentence length and share of long words", "20-60", "Björnsson (1968)"),
    Feature("rix", "RIX: long words per sentence", "ratio", "Anderson (1983)"),
    Feature(
        "mcalpine_eflaw",
        "EFLAW: words and short words per sentence, for foreign readers",
        "words",
        "McAlpine (2006)",
    ),
)

_DIFFICULT = Feature(
    "difficult_words",
    "share of words of two or more syllables that are not on Dale and Chall's list",
    "0-1",
    "textstat",
)

_WORDS = (
    Feature("words", "words of the sentence", "count", _OWN),
    Feature("characters_per_word", "mean length of its words", "characters", _OWN),
    Feature("zipf_mean", "mean frequency of its words", "Zipf: log10 per billion words", _WORDFREQ),
    Feature("zipf_min", "frequency of its rarest word", "Zipf: log10 per billion words", _WORDFREQ),
    Feature("zipf_below_4", "share of its words rarer than Zipf 4", "0-1", _WORDFREQ),
)


class Readability(Extractor):
    """Readability formulas of a sentence (textstat), its length and its words' frequency.

    The formulas were made for passages; of one sentence they are rough.

    Parameters
    ----------
    cmudict : bool, default=True
        Whether to compute the scores that count syllables too, which needs the CMU
        Pronouncing Dictionary.

    Examples
    --------
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
        """Name the pronouncing dictionary, where syllables are to be counted."""
        return ("cmudict",) if self.cmudict else ()

    def features(self) -> Sequence[Feature]:
        """Describe the formulas, then the counts and frequencies."""
        syllabic = (*SYLLABIC, _DIFFICULT) if self.cmudict else ()
        return [*syllabic, *PLAIN, *_WORDS]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Score the sentences.

        Parameters
        ----------
        frame : DataFrame of shape (n_sentences, 1)
            Column ``sentence``.

        Returns
        -------
        DataFrame of shape (n_sentences, n_features)
            NaN for a sentence without words, but for ``words``, which is 0. The mean and
            minimum of frequency pass over words that wordfreq does not know; these are
            rarer than Zipf 4.

        Raises
        ------
        ResourceError
            When syllables are to be counted and the dictionary is not on this machine.
        """
        if self.cmudict:
            # textstat downloads the dictionary by itself unless NLTK's search path has it.
            self.store.nltk("cmudict")
        rows = [{**self._scores(text), **_word_values(text)} for text in frame["sentence"]]
        columns = [feature.name for feature in self.features()]
        return pd.DataFrame(rows, index=frame.index, columns=columns, dtype="float64")

    def _scores(self, sentence: str) -> dict[str, float]:
        # textstat scores nothing at all as 0, which is a very easy or very hard sentence.
        if not words(sentence):
            return {}
        textstat = _textstat()
        formulas = (*SYLLABIC, *PLAIN) if self.cmudict else PLAIN
        scores = {formula.name: getattr(textstat, formula.name)(sentence) for formula in formulas}
        if self.cmudict:
            counted = textstat.lexicon_count(sentence)
            scores[_DIFFICULT.name] = textstat.difficult_words(sentence) / counted
        return scores


@cache
def _textstat() -> Any:
    """Give an instance of our own: others may change the shared one's language and rounding."""
    from textstat.textstat import textstatistics

    return textstatistics()


def _word_values(sentence: str) -> dict[str, float]:
    found = words(sentence)
    if not found:
        return {"words": 0.0}
    frequencies = [zipf(word) for word in found]
    known = [value for value in frequencies if not math.isnan(value)]
    return {
        "words": len(found),
        "characters_per_word": sum(map(len, found)) / len(found),
        "zipf_mean": sum(known) / len(known) if known else math.nan,
        "zipf_min": min(known, default=math.nan),
        "zipf_below_4": sum(not value >= COMMON for value in frequencies) / len(found),
    }
