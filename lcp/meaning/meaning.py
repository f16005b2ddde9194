"""The meaning of a target in its sentence: sense, definition and easier words from one decision."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from lcp.english.lemmas import ENDINGS
from lcp.meaning.candidates import candidates, evidence, parameters, probability
from lcp.meaning.replacement import replaced
from lcp.meaning.sense_evidence import definition
from lcp.meaning.sense_inventory import usage_of
from lcp.meaning.senses import (
    CERTAIN,
    one_reading,
    own_sense,
    ranked_senses,
    sense_shares,
    with_wordnet,
)
from lcp.model.predictions import Prediction, table_of
from lcp.resources.wordnet import opened_wordnet
from lcp.targets import Targets
from lcp.targets.find import form_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pandas as pd

    from lcp.array_types import Floats
    from lcp.corpora.registry import Readers
    from lcp.english import Sentence
    from lcp.english.lemmas import Ending
    from lcp.meaning.sense_context import Usage
    from lcp.meaning.senses import Sense
    from lcp.model.model import ComplexityModel


class Offer(NamedTuple):
    """Which synonyms are offered.

    Attributes
    ----------
    sense : str, optional
        Name of the target's sense in WordNet. Default: all senses, weighted by their fit.
    gain : float
        Smallest difference in complexity: half of the last digit that is shown.
    confidence : float
        Smallest confidence of the best synonym, set on half of BenchLS (see
        ``benchmarks/substitution.md``); further ones need half of it.
    limit : int
        Largest number of substitutes.
    """

    sense: str | None = None
    gain: float = 0.005
    confidence: float = 0.33
    limit: int = 5


#: What is offered without options.
OFFER = Offer()


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
        Its relation to this sense; see :func:`lcp.meaning.candidates.related_senses`.
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


@dataclass(frozen=True)
class Substitutes:
    """Substitutes for a target, the best first, and its senses. Iteration yields the substitutes.

    Attributes
    ----------
    target : Substitute
        The target itself.
    substitutes : list of Substitute
        Synonyms, the most acceptable first, or the given candidates, the easiest first.
    notes : list of str
        What a user should know: other occurrences, and candidates that were left out.
    senses : list of Sense
        The target's senses, the likeliest first; see :func:`lcp.meaning.senses.senses`. Empty
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


class MeaningFinder:
    """Find the sense of targets and easier words for them: one decision for all uses.

    Parameters
    ----------
    model : ComplexityModel
        Decides which words are easier.
    readers : str, default="general"
        Who reads the text; see :class:`lcp.Annotator`.
    genre : str, default=""
        Genre of the text, if known.

    Raises
    ------
    ResourceError
        If WordNet is missing.
    """

    def __init__(
        self, model: ComplexityModel, readers: Readers = "general", genre: str = ""
    ) -> None:
        self.model, self.readers, self.genre = model, readers, genre
        self._store = with_wordnet(model.feature_set_.resource_store)

    def meaning(
        self,
        sentence: Sentence,
        edges: Sequence[int],
        offer: Offer = OFFER,
    ) -> Substitutes:
        """Return the senses of a target and easier words.

        Parameters
        ----------
        sentence : Sentence
            The sentence, as it was analysed.
        edges : sequence of int
            Start and end of each part of the target, as offsets of the sentence's tokens.
        offer : Offer
            Which words are returned.

        Raises
        ------
        InputError
            If the target has no such sense.
        """
        synonyms: list[tuple[str, dict[str, Any]]] = []
        senses: list[Sense] = []
        ending: Ending | Literal[""] = ""
        with opened_wordnet(self._store.nltk("wordnet")) as wordnet:
            usage = usage_of(wordnet, sentence, edges)
            own = own_sense(sentence, edges, usage)
            if usage is not None and (own is None or own.pos == usage.pos):
                shares = sense_shares(usage)
                senses = ranked_senses(usage, shares)
                lacked = [sense.name for sense in (own, *senses) if sense and sense.is_own]
                chosen = None if offer.sense in lacked else offer.sense
                usage, shares = one_reading(usage, shares, chosen)
                synonyms = _synonyms(wordnet, usage, shares, offer)
                ending = usage.ending
            if own is not None:
                inside = [token for token in sentence.tokens if edges[0] <= token.start < edges[-1]]
                head = inside[0 if own.pos == "v" else -1]
                senses, ending = [own], ENDINGS.get(head.tag, "")
        if not self.model.capabilities_.expressions:
            synonyms = [(form, attributes) for form, attributes in synonyms if " " not in form]
        places = [edge - sentence.start for edge in edges]
        forms = [form for form, _ in synonyms]
        target, *words = predictions_in_place(
            self.model, sentence.plain, places, forms, readers=self.readers, genre=self.genre
        )
        easier = [
            replace(
                word, gain=target.prediction.complexity - word.prediction.complexity, **attributes
            )
            for (_, attributes), word in zip(synonyms, words, strict=True)
        ]
        easier = [word for word in easier if word.gain >= offer.gain][: offer.limit]
        if easier and (easier[0].confidence or 0) < offer.confidence:
            easier = []
        return Substitutes(target, easier, senses=senses, ending=ending)


def _synonyms(
    wordnet: Any, usage: Usage, shares: Floats, offer: Offer
) -> list[tuple[str, dict[str, Any]]]:
    """Return synonyms of a target with attributes of their :class:`Substitute`, the best first."""
    all_candidates = candidates(wordnet, usage, shares)
    related = [candidate for candidate in all_candidates if candidate.links or offer.sense is None]
    confidences = probability(evidence(usage, related, shares)).tolist()
    synonyms, rare = [], parameters()["candidates"]["rare"]
    for candidate, confidence in zip(related, confidences, strict=True):
        if confidence >= offer.confidence / 2:
            attributes = {"lemma": candidate.lemma, "confidence": confidence}
            links = [link for link in candidate.links if offer.sense or link.share >= rare]
            if links:
                likeliest = max(links, key=lambda link: shares[link.sense])
                sense = usage.senses[likeliest.sense]
                attributes |= {"sense": sense.name(), "definition": definition(sense)}
                attributes["relation"] = likeliest.relation
            synonyms.append((candidate.form, attributes))
    return sorted(synonyms, key=lambda synonym: -synonym[1]["confidence"])


def predictions_in_place(
    model: ComplexityModel,
    sentence: str,
    edges: Sequence[int],
    forms: Sequence[str],
    *,
    readers: Readers = "general",
    genre: str = "",
) -> list[Substitute]:
    """Return a target in its sentence, and words in its place, with their complexity."""
    rows = [replaced(sentence, edges, form) for form in forms]
    texts = [sentence, *(text for text, _, _ in rows)]
    places = [tuple(edges), *((start, end) for _, start, end in rows)]
    predictions = model.predictions(
        Targets.spans(texts, places, genre=genre, readers=readers)
    ).rows()
    words = [form_in(text, *place) for text, place in zip(texts, places, strict=True)]
    return [
        Substitute(word, text, place[0], place[-1], prediction)
        for word, text, place, prediction in zip(words, texts, places, predictions, strict=True)
    ]
