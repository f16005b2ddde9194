"""Classical readability formulas of a text that is read sentence by sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lcp.english import readability_formulas
from lcp.english.pronunciation import pronunciations
from lcp.english.readability_formulas import Counts, count_texts
from lcp.extractors.readability import PLAIN, SYLLABIC

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lcp.resources import Store

#: Number of sentences that are counted at once.
_BATCH = 500
_SYLLABIC = ("flesch_reading_ease", "flesch_kincaid_grade")


class Formula(NamedTuple):
    """Value of a readability formula.

    Attributes
    ----------
    name, description : str
        Name as in the feature family ``readability``, and what it measures.
    value : float
        The value, in the formula's unit.
    unit, source : str
        Unit or scale, author and year.
    """

    name: str
    description: str
    value: float
    unit: str
    source: str


class ReadabilityCounts:
    """Counts of a text for readability formulas, added sentence by sentence."""

    def __init__(self) -> None:
        self._sums = [0] * len(Counts._fields)
        self._sentences: list[str] = []

    def add(self, sentence: str) -> None:
        """Add a sentence."""
        self._sentences.append(sentence)
        if len(self._sentences) == _BATCH:
            self._count()

    def _count(self) -> None:
        """Count the sentences that were added since the last time."""
        texts = [sentence for sentence in self._sentences if sentence.strip()]
        if texts:
            sums = (int(counts.sum()) for counts in count_texts(texts))
            self._sums = [before + new for before, new in zip(self._sums, sums, strict=True)]
        self._sentences = []

    def formulas(self, forms: Mapping[str, int], store: Store) -> list[Formula]:
        """Return the values of the formulas; none without words.

        Parameters
        ----------
        forms : mapping of str to int
            Words of the text in lower case, and how often each occurs.
        store : Store
            Source of the CMU Pronouncing Dictionary. Without it, the two formulas of Flesch, which
            count syllables, are missing.
        """
        self._count()
        counts = Counts(*self._sums)
        if not counts.words or not counts.tokens:
            return []
        syllables = _syllables_per_word(forms, store)
        values = {
            feature.name: float(getattr(readability_formulas, feature.name)(counts))
            for feature in PLAIN
        }
        if syllables is not None:
            values |= {
                name: float(getattr(readability_formulas, name)(counts, syllables))
                for name in _SYLLABIC
            }
        described = [*(row for row in SYLLABIC if row.name in _SYLLABIC), *PLAIN]
        return [
            Formula(row.name, row.description, values[row.name], row.unit, row.source)
            for row in described
            if row.name in values
        ]


def _syllables_per_word(forms: Mapping[str, int], store: Store) -> float | None:
    """Return the mean over the words of the dictionary, or None if it is not installed."""
    if store.missing(["cmudict"]):
        return None
    entries = pronunciations(store.nltk("cmudict"))
    listed = {form: count for form, count in forms.items() if form in entries}
    if not listed:
        return None
    total = sum(
        count * sum(phoneme[-1].isdigit() for phoneme in entries[form])
        for form, count in listed.items()
    )
    return total / sum(listed.values())
