"""Find what a target means in its sentence: sense, definition and easier words in one decision."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from lcp.english.lemmas import ENDINGS
from lcp.reader.meaning.candidates import candidates, evidence, parameters, probability
from lcp.reader.meaning.replacement import replaced
from lcp.reader.meaning.results import Substitute, Substitutes
from lcp.reader.meaning.sense_evidence import definition
from lcp.reader.meaning.sense_inventory import usage_of
from lcp.reader.meaning.senses import (
    one_reading,
    own_sense,
    ranked_senses,
    sense_shares,
    with_wordnet,
)
from lcp.resources.wordnet_database import opened_wordnet
from lcp.targets import Targets
from lcp.targets.find import form_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Floats
    from lcp.base.reader_groups import Readers
    from lcp.english import Sentence
    from lcp.english.lemmas import Ending
    from lcp.model.model import ComplexityModel
    from lcp.reader.meaning.sense_context import Usage
    from lcp.reader.meaning.senses import Sense
    from lcp.resources.wordnet_database import WordNet


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
    wordnet: WordNet, usage: Usage, shares: Floats, offer: Offer
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
