"""Synonyms that may fit a target in its sentence, with their confidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from lcp.features.families.wordnet import wordnet_reader
from lcp.reading.candidates import candidates, trained
from lcp.reading.confidence import evidence, probability
from lcp.reading.sense_evidence import definition
from lcp.reading.sense_inventory import usage_of
from lcp.reading.senses import narrowed, ranked, sense_shares, with_wordnet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.english import Sentence
    from lcp.english.lemmas import Ending
    from lcp.reading.senses import Sense
    from lcp.resources import Store


@dataclass(frozen=True, slots=True)
class Proposal:
    """A word that may fit.

    Attributes
    ----------
    form : str
        The word; a synonym is inflected like the target.
    base : str
        Its base form.
    confidence : float
        Estimated probability that people accept a synonym in the sentence, 0-1.
    sense, definition : str
        Name and definition of the likeliest of the target's senses that a synonym is related to in
        WordNet, "" without one, or if the synonym seldom has it ("king" for "tycoon").
    relation : {"synonym", "similar", "hypernym", ""}
        Its relation to this sense; see :func:`lcp.reading.candidates.related_senses`.
    """

    form: str
    base: str
    confidence: float
    sense: str = ""
    definition: str = ""
    relation: str = ""


def proposals(
    sentence: Sentence,
    edges: Sequence[int],
    store: Store,
    *,
    sense: str | None = None,
    confidence: float = 0.0,
) -> tuple[list[Proposal], list[Sense], Ending | Literal[""]]:
    """Return words that may replace a target, its senses, and the ending of its form.

    The likeliest come first. See :func:`lcp.reading.candidates.candidates` and
    :func:`lcp.reading.confidence.evidence`.

    Parameters
    ----------
    sentence : Sentence
        The sentence.
    edges : sequence of int
        Start and end of each part of the target, as offsets of the sentence's tokens.
    store : Store
        Store that provides WordNet.
    sense : str, optional
        Name of the target's WordNet sense. Default: all senses, weighted by their fit.
    confidence : float, default=0
        Smallest confidence.

    Raises
    ------
    InputError
        If the target has no such sense.
    ResourceError
        If WordNet is missing.
    """
    with wordnet_reader(with_wordnet(store).nltk("wordnet")) as reader:
        usage = usage_of(reader, sentence, edges)
        if usage is None:
            return [], [], ""
        shares = sense_shares(usage)
        senses = ranked(usage, shares)
        usage, shares = narrowed(usage, shares, sense)
        listed = candidates(reader, usage, shares)
        related = [candidate for candidate in listed if candidate.links or sense is None]
        estimated = probability(evidence(usage, related, shares)).tolist()
        proposed, rare = [], trained()["candidates"]["rare"]
        for candidate, value in zip(related, estimated, strict=True):
            if value >= confidence:
                links = [link for link in candidate.links if sense or link.share >= rare]
                best = max(links, key=lambda link: shares[link.sense], default=None)
                reached: tuple[str, ...] = ()
                if best is not None:
                    shared_sense = usage.senses[best.sense]
                    reached = (shared_sense.name(), definition(shared_sense), best.relation)
                proposed.append(Proposal(candidate.form, candidate.base, value, *reached))
    return sorted(proposed, key=lambda each: -each.confidence), senses, usage.ending
