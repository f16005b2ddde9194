"""Readability of a sentence: textstat's formulas, length, and frequency of its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english import readability_formulas as formulas
from lcp.english.token_arrays import words_of
from lcp.features.family import Family, Feature

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from lcp.english.token_arrays import SentenceWords
    from lcp.features.family import Fitted, Floats

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

#: Formulas of the mean number of syllables; the others count words of several syllables.
_FLESCH = ("flesch_reading_ease", "flesch_kincaid_grade")
#: Words that the Linsear Write grade reads of a longer text.
_LINSEAR_WORDS = 100

#: Formulas that count characters, words and sentences only.
PLAIN = (
    Feature("coleman_liau_index", "Coleman-Liau index", _GRADE, "Coleman & Liau (1975)"),
    Feature(_ARI, "automated readability index", _GRADE, "Smith & Senter (1967)"),
    Feature("lix", "LIX: sentence length and share of long words", "20-60", "Björnsson (1968)"),
    Feature("rix", "RIX: long words per sentence", "ratio", "Anderson (1983)"),
    Feature("mcalpine_eflaw", _SHORT, "words", "McAlpine (2006)"),
)

_DIFFICULT = Feature("difficult_words", _SYLLABLES, "0-1", "textstat")

_RARE = "share of the sentence's words that are rarer than Zipf 4"

_WORDS = (
    Feature("words", "words in the sentence", "count", "lcp"),
    Feature("characters_per_word", "mean length of the sentence's words", "characters", "lcp"),
    Feature("zipf_mean", "mean frequency of the sentence's words", _ZIPF, _WORDFREQ),
    Feature("zipf_min", "frequency of the sentence's rarest word", _ZIPF, _WORDFREQ),
    Feature("zipf_below_4", _RARE, "0-1", _WORDFREQ),
)


@dataclass(frozen=True)
class Readability(Family):
    """Readability formulas of a sentence (textstat), its length and its words' frequency.

    The formulas were designed for passages; for a single sentence they are rough estimates.

    Parameters
    ----------
    cmudict : bool, default=True
        Whether to include the formulas that count syllables with the CMU Pronouncing Dictionary.

    Examples
    --------
    >>> from lcp.features.family import Fitted, names_of
    >>> family = Readability(cmudict=False)
    >>> values = family.measure(["The cat sat on the mat.", "…"], Fitted())
    >>> values[:, names_of(family).index("words")].tolist()
    [6.0, 0.0]
    """

    name = "readability"
    scope = "sentence"

    cmudict: bool = True

    def resources(self) -> tuple[str, ...]:
        """Return the pronouncing dictionary, if used."""
        return ("cmudict",) if self.cmudict else ()

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the formulas, then the counts and frequencies."""
        syllabic = (*SYLLABIC, _DIFFICULT) if self.cmudict else ()
        return [*syllabic, *PLAIN, *_WORDS]

    def measure(self, inputs: Sequence[str], fitted: Fitted) -> Floats:
        """Score the sentences.

        NaN for a sentence without words, except that ``words`` is 0. Words outside wordfreq are
        ignored in the mean and minimum frequency and count as rarer than Zipf 4.
        """
        sentences = list(inputs)
        words = words_of(tuple(sentences))
        # textstat returns 0 without words, which would be a very easy or very hard sentence.
        readable = words.counts > 0
        scores = np.full((len(sentences), len(self.features({}))), np.nan)
        scores[:, -len(_WORDS)] = 0
        texts = [sentences[number] for number in np.flatnonzero(readable)]
        if texts:
            counts = formulas.count_texts(texts)
            plain = [getattr(formulas, feature.name)(counts) for feature in PLAIN]
            blocks = [*plain, _word_values(words)[readable]]
            if self.cmudict:
                # Adds it to NLTK's search path; textstat would download it otherwise.
                fitted.store.nltk("cmudict")
                blocks.insert(0, _syllabic_scores(texts, counts))
            scores[readable] = np.column_stack(blocks)
        return scores


def _syllabic_scores(texts: list[str], counts: formulas.Counts) -> NDArray[np.float64]:
    """Return the scores of `SYLLABIC` and the share of difficult words, shape (n_texts, 8)."""
    from textstat.textstat import textstatistics

    syllables = formulas.count_syllables(texts)
    scores = {
        name: getattr(formulas, name)(counts, syllables.per_word if name in _FLESCH else syllables)
        for name in (feature.name for feature in SYLLABIC)
    }
    of_long_texts = textstatistics().linsear_write_formula
    for number in np.flatnonzero(counts.tokens > _LINSEAR_WORDS):
        scores["linsear_write_formula"][number] = of_long_texts(texts[number])
    return np.column_stack([*scores.values(), syllables.distinct / counts.words])


def _word_values(words: SentenceWords) -> NDArray[np.float64]:
    """Return the values of `_WORDS` for each sentence; NaN if it has no words."""
    listed = ~np.isnan(words.zipf)
    zipfs, has_zipf = words.total(np.where(listed, words.zipf, 0)), words.total(listed)
    least = words.least(np.where(listed, words.zipf, np.inf))
    lengths = words.last_characters - words.first_characters
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.column_stack(
            [
                words.counts,
                words.total(lengths) / words.counts,
                zipfs / has_zipf,
                np.where(np.isinf(least), np.nan, least),
                words.total(~(words.zipf >= COMMON)) / words.counts,
            ]
        )
