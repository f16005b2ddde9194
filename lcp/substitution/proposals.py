"""Synonyms of a target that probably fit its sentence and are not rarer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lcp.disambiguation.choice import sense_shares, with_wordnet
from lcp.disambiguation.usage import usage_of
from lcp.errors import unknown
from lcp.extractors.wordnet import wordnet_reader
from lcp.substitution.candidates import candidates
from lcp.substitution.confidence import evidence, frequency, probability

if TYPE_CHECKING:
    from lcp.disambiguation.usage import Span
    from lcp.resources import Store

#: Confidence from which a synonym is offered. Set on half of BenchLS, see
#: benchmarks/substitution.md.
CONFIDENCE = 0.3


@dataclass(frozen=True, slots=True)
class Proposal:
    """A synonym that may fit.

    Attributes
    ----------
    form : str
        The synonym, inflected like the target.
    confidence : float
        Estimated probability that people accept it in the sentence, 0-1.
    sense : str
        Name of the likeliest of the target's WordNet senses that it is related to.
    gloss : str
        Definition of this sense.
    """

    form: str
    confidence: float
    sense: str
    gloss: str


def proposals(
    sentence: str,
    span: Span,
    store: Store,
    *,
    sense: str | None = None,
    confidence: float = CONFIDENCE,
) -> list[Proposal]:
    """Return single words that may replace the target in a character span, the likeliest first.

    Candidates are synonyms, similar words and hypernyms of the target in WordNet, inflected like
    it (:func:`~lcp.substitution.candidates.candidates`). Rarer words than the target are left
    out.

    Parameters
    ----------
    sentence : str
        The sentence.
    span : tuple of (int, int)
        Character span ``[start, end)`` of the target.
    store : Store
        Store that provides WordNet and the tagger.
    sense : str, optional
        Name of the target's WordNet sense. Default: all senses, weighted by their fit.
    confidence : float, default=0.3
        Smallest confidence.

    Raises
    ------
    InputError
        If the target has no such sense.
    ResourceError
        If WordNet or the tagger is missing.
    """
    with wordnet_reader(with_wordnet(store).nltk("wordnet")) as reader:
        usage = usage_of(reader, sentence, span, store)
        if usage is None:
            return []
        if sense is not None:
            names = [each.name() for each in usage.senses]
            if sense not in names:
                raise unknown(f"sense of “{usage.form}” called", sense, names)
            usage = replace(usage, senses=[usage.senses[names.index(sense)]])
        rarest = frequency(usage.form)
        related = [each for each in candidates(reader, usage) if frequency(each.form) >= rarest]
        shares = sense_shares(reader, usage)
        estimated = probability(evidence(reader, usage, related, shares)).tolist()
        listed = []
        for candidate, value in zip(related, estimated, strict=True):
            if value >= confidence:
                number = max((number for _, number, _ in candidate.links), key=shares.__getitem__)
                own = usage.senses[number]
                listed.append(Proposal(candidate.form, value, own.name(), own.definition()))
    return sorted(listed, key=lambda proposal: -proposal.confidence)
