"""Results of finding the meaning of a target: its senses, and words that can replace it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, overload

from lcp.model.predictions import Prediction, table_of
from lcp.reader.meaning.candidates import parameters
from lcp.reader.meaning.senses import CERTAIN
from lcp.tables.formatting import Table, notebook_html, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from lcp.english.lemmas import Ending
    from lcp.reader.meaning.senses import Sense


@dataclass(frozen=True, slots=True)
class Substitute:
    """A word or expression in the place of a target.

    Attributes
    ----------
    form : str
        The word; a synonym is inflected like the target.
    sentence : str
        The sentence with the word instead of the target, capitalised like it, and a matching
        article before it.
    start, end : int
        Character span ``[start, end)`` of the word in this sentence.
    prediction : Prediction
        Its complexity there, with interval, rank in running text and CEFR level.
    gain : float
        Complexity of the target minus complexity of the word.
    confidence : float or None
        Estimated probability that people accept a synonym in the sentence, 0-1.
    sense, definition : str
        Name and definition of the likeliest of the target's senses that a synonym is related to in
        WordNet, "" without one, or if the synonym seldom has it ("king" for "tycoon").
    relation : {"synonym", "similar", "hypernym", ""}
        Its relation to this sense; see :func:`lcp.reader.meaning.candidates.related_senses`.
    lemma : str
        Lemma of a synonym.
    """

    form: str
    sentence: str
    start: int
    end: int
    prediction: Prediction
    gain: float = 0.0
    confidence: float | None = None
    sense: str = ""
    definition: str = ""
    relation: str = ""
    lemma: str = ""


@dataclass(frozen=True, repr=False)
class Substitutes(Sequence[Substitute]):
    """Substitutes for a target, the best first, and its senses: a sequence of the substitutes.

    A slice has the same target, notes and senses.

    Attributes
    ----------
    target : Substitute
        The target itself.
    substitutes : list of Substitute
        Synonyms, the most acceptable first, or the given candidates, the easiest first.
    notes : list of str
        What a user should know: other occurrences, and candidates that were left out.
    senses : list of Sense
        The target's senses, the likeliest first; see :mod:`lcp.reader.meaning.senses`. Empty
        if candidates were given.
    ending : str
        Ending of the target's form, which its synonyms have too; "" for the lemma.
    """

    target: Substitute
    substitutes: list[Substitute]
    notes: list[str] = field(default_factory=list)
    senses: list[Sense] = field(default_factory=list)
    ending: Ending | Literal[""] = ""

    def __iter__(self) -> Iterator[Substitute]:
        return iter(self.substitutes)

    def __len__(self) -> int:
        return len(self.substitutes)

    @overload
    def __getitem__(self, index: int) -> Substitute: ...

    @overload
    def __getitem__(self, index: slice) -> Substitutes: ...

    def __getitem__(self, index: int | slice) -> Substitute | Substitutes:
        chosen = self.substitutes[index]
        return chosen if isinstance(chosen, Substitute) else replace(self, substitutes=chosen)

    def __repr__(self) -> str:
        words = (f"{word.form!r} {word.prediction.complexity:.2f}" for word in self)
        target = f"{self.target.form!r} {self.target.prediction.complexity:.2f}"
        return f"<Substitutes for {target}: {', '.join(words) or 'none'}>"

    def _repr_html_(self) -> str:
        target = f"Substitutes for “{self.target.form}”"
        if not self:
            return notebook_html(f"{target}: none", *self.facts())
        return notebook_html(target, *self.facts(), self.table())

    def facts(self) -> list[str]:
        """Return the notes, and the definitions of the senses that synonyms are related to."""
        definitions = dict.fromkeys(word.definition for word in self if word.definition)
        sense = f"Sense of “{self.target.form}” in WordNet"
        return [*self.notes, *(f"{sense}: “{definition}”." for definition in definitions)]

    def table(self) -> Table:
        """Return the target and its substitutes as a table of text."""
        interval = [] if self.target.prediction.low is None else ["90% interval"]
        generated = any(word.confidence is not None for word in self)
        confidence = ["confidence"] if generated else []
        rows = [
            [
                word.form,
                number(word.prediction.complexity),
                *([f"{word.prediction.low:.4f}–{word.prediction.high:.4f}"] if interval else []),
                "the target" if word is self.target else number(word.gain),
                *([number(word.confidence or math.nan, 2)] if generated else []),
                word.prediction.level or "",
            ]
            for word in (self.target, *self)
        ]
        columns = ["substitute", "complexity", *interval, "easier by", *confidence, "level"]
        return Table("", columns, rows)

    @property
    def merged_senses(self) -> list[Sense]:
        """The senses, where those with the same easy definition are one, the likeliest first."""
        merged: dict[str, Sense] = {}
        for sense in self.senses:
            first = merged.get(key := _key(sense))
            merged[key] = replace(first, share=first.share + sense.share) if first else sense
        return sorted(merged.values(), key=lambda sense: -sense.share)

    @property
    def sense(self) -> Sense | None:
        """The likeliest sense, if it is probable enough to be shown without being asked for."""
        first = next(iter(self.merged_senses), None)
        return first if first and first.share >= CERTAIN else None

    @property
    def likely_senses(self) -> list[Sense]:
        """The fewest senses, at most three, of which one is probably meant; none without such."""
        senses = self.merged_senses[:3]
        totals = accumulate(sense.share for sense in senses)
        number = next((n for n, total in enumerate(totals, 1) if total >= CERTAIN), 0)
        return senses[:number]

    @property
    def easier(self) -> Substitute | None:
        """The best synonym that probably fits and is easier; see :meth:`easier_from`."""
        return self.easier_from(**parameters()["shown"])

    def easier_from(self, confidence: float, sense: float) -> Substitute | None:
        """Return the best synonym with a confidence that is easier (:func:`is_easier`).

        It has :attr:`sense` in WordNet, or without that a likely sense. Similar adjectives and more
        general words are seldom right: "distinct" for "razor-sharp", "citizen" for "elector".
        """
        sure = self.sense
        names = {
            each.name
            for each in self.senses
            if (_key(each) == _key(sure) if sure else each.share >= sense)
        }
        for word in self.substitutes:
            agrees = word.sense in names and word.relation == "synonym"
            certain = (word.confidence or 0) >= confidence
            if certain and agrees and is_easier(self.target.prediction, word.prediction):
                return word
        return None

    def to_frame(self) -> pd.DataFrame:
        """Return a table with a row for the target and for each substitute.

        Returns
        -------
        DataFrame of shape (n_substitutes + 1, 12)
            Columns ``substitute``, the attributes of :class:`lcp.model.predictions.Prediction`,
            ``gain``, ``confidence``, ``sense`` and ``definition``.
        """
        table = table_of(Substitute, (self.target, *self.substitutes))
        table = table.drop(columns=["sentence", "start", "end", "relation", "lemma"])
        return table.rename(columns={"form": "substitute"})


def _key(sense: Sense) -> str:
    """Return what senses have in common that learners need not distinguish."""
    return sense.easy_definition or sense.name


def is_easier(hard: Prediction, easy: Prediction) -> bool:
    """Return whether a word is easier than another one: by a CEFR level at least.

    Without levels, by the complexity that levels of frequent words differ by.
    """
    gain = hard.complexity - easy.complexity
    if hard.level and easy.level:
        return gain > 0 and hard.level > easy.level
    return bool(gain >= parameters()["easier"]["gain"])
