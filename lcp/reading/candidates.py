"""Words that can replace a target in its sentence, from WordNet, and how probably they fit."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.word_frequency import zipf
from lcp.errors import unknown
from lcp.features.families.wordnet import wordnet_reader
from lcp.lexicon.file import load_lexicon
from lcp.reading.inflection import inflect
from lcp.reading.senses import (
    content,
    mean_direction,
    part_of,
    sense_shares,
    spelled,
    tagged_count,
    usage_of,
    with_wordnet,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lcp.reading.senses import Usage

    Floats = NDArray[np.float64]
    from lcp.reading.senses import Span
    from lcp.resources import Store

#: Share of equal letters from which two synonyms are spelling variants ("grey", "gray").
_VARIANT = 0.75


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that may replace a target.

    Attributes
    ----------
    base : str
        Base form.
    form : str
        Form like the target's.
    links : list of (str, int, Synset)
        Relations by which it was reached, number of the target's sense, and its sense.
        Relations: ``synonym``, ``similar`` (WordNet's similar adjectives, *see also* and verb
        groups) and ``hypernym``.
    """

    base: str
    form: str
    links: list[tuple[str, int, Any]] = field(default_factory=list)


def candidates(reader: Any, usage: Usage) -> list[Candidate]:
    """Return single words related to any sense of a target, inflected like it.

    Left out are names, spelling variants of the target, words that have no such form, and, for an
    expression, candidates of more words than it has.
    """
    links: dict[str, list[tuple[str, int, Any]]] = {}
    for number, sense in enumerate(usage.senses):
        for relation, related in _related(sense):
            for name in related.lemma_names():
                links.setdefault(spelled(name), []).append((relation, number, related))
    longest = len(usage.form.split())
    forms = {
        base: _form(reader, base, usage)
        for base in links
        if base.islower() and len(base.split()) <= longest and not is_variant(base, usage.base)
    }
    return [
        Candidate(base, form, links[base])
        for base, form in forms.items()
        if form is not None and form != usage.form
    ]


def is_variant(first: str, second: str) -> bool:
    """Return whether two words with the same meaning are spelling variants of each other.

    >>> is_variant("grey", "gray"), is_variant("organise", "organize"), is_variant("big", "large")
    (True, True, False)
    """
    if first[0] != second[0]:
        return False
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= _VARIANT


def _related(sense: Any) -> Iterator[tuple[str, Any]]:
    yield "synonym", sense
    for other in (*sense.similar_tos(), *sense.also_sees(), *sense.verb_groups()):
        yield "similar", other
    for other in sense.hypernyms():
        yield "hypernym", other


def _form(reader: Any, base: str, usage: Usage) -> str | None:
    """Return the candidate in the target's form, None if there is no such form."""
    if usage.ending is None:
        return None
    return inflect(reader, base, usage.part, usage.ending) if usage.ending else base


#: Columns of :func:`evidence`.
EVIDENCE = (
    "hypernym",
    "sense_share",
    "own_share",
    "own_senses",
    "similarity",
    "context",
    "zipf",
    "neighbours",
)
#: Cosine of unrelated words, for words without a vector.
_NO_VECTOR = 0.2


def probability(rows: Floats) -> Floats:
    """Return the estimated probability that people accept each candidate, shape (n_candidates,).

    A logistic regression on the rows of :func:`evidence`, trained on half of BenchLS (Paetzold &
    Specia 2016).
    """
    columns, intercept = weights()
    return np.asarray(1 / (1 + np.exp(-(rows @ columns + intercept))))


def evidence(reader: Any, usage: Usage, candidates: Sequence[Candidate], shares: Floats) -> Floats:
    """Return what speaks for and against each candidate.

    `shares` are the probabilities of the target's senses, as from
    :func:`lcp.reading.senses.sense_shares`.

    Returns
    -------
    ndarray of shape (n_candidates, 8)
        ``hypernym``: whether it is only a hypernym (0 or 1). ``sense_share``: probability, in
        the sentence, of the target's senses that it is related to (ln). ``own_share``: share of
        its own uses in these senses (ln). ``own_senses``: number of its senses (ln of count + 1).
        ``similarity`` and ``context``: cosine with the target, and with the mean of the
        sentence's words. ``zipf``: Zipf frequency. ``neighbours``: how often it occurs next to
        the neighbours of the target (sum of ln of count + 1).
    """
    if not candidates:
        return np.empty((0, len(EVIDENCE)))
    lexicon = load_lexicon()
    vectors = lexicon.directions(candidate.form for candidate in candidates)
    own = lexicon.directions([usage.form])[0]
    context = mean_direction(content(" ".join([*usage.before, *usage.after])))
    similarity = np.nan_to_num(vectors @ own, nan=_NO_VECTOR)
    in_context = np.nan_to_num(vectors @ context, nan=_NO_VECTOR)
    frequencies = np.array([frequency(candidate.form) for candidate in candidates])
    links = np.array([_link_evidence(reader, each, shares) for each in candidates])
    neighbours = _neighbours(usage, candidates)
    return np.column_stack([links, similarity, in_context, frequencies, neighbours])


def frequency(form: str) -> float:
    """Return the Zipf frequency of the rarest word of a form, 0 if it is not listed."""
    values = [zipf(word) for word in form.split()]
    return min(0.0 if math.isnan(value) else value for value in values)


def _link_evidence(reader: Any, candidate: Candidate, shares: Floats) -> list[float]:
    """Return the columns of :func:`evidence` that come from WordNet."""
    relations = {relation for relation, _, _ in candidate.links}
    numbers = sorted({number for _, number, _ in candidate.links})
    linked = {sense for _, _, sense in candidate.links}
    own = reader.synsets(candidate.base.replace(" ", "_"), part_of(candidate.links[0][2]))
    counts = {sense: tagged_count(reader, sense, candidate.base) + 0.5 for sense in own}
    in_linked = sum(counts.get(sense, 0.0) for sense in linked)
    return [
        float(relations == {"hypernym"}),
        math.log(shares[numbers].sum() + 0.01),
        math.log(in_linked / max(sum(counts.values()), 0.5) + 0.01),
        math.log1p(len(own)),
    ]


def _neighbours(usage: Usage, candidates: Sequence[Candidate]) -> Floats:
    """Return how often candidates occur next to the target's neighbours."""
    lexicon = load_lexicon()
    rows = lexicon.rows(candidate.form for candidate in candidates)
    total = np.zeros(len(rows))
    for word, is_before in zip(usage.neighbours, (True, False), strict=True):
        if word is None:
            continue
        other = np.full(len(rows), lexicon.rows([word])[0])
        pair = (other, rows) if is_before else (rows, other)
        total += np.log1p(np.nan_to_num(lexicon.pairs.count(*pair)))
    return total


@cache
def weights() -> tuple[Floats, float]:
    """Return the weight of each column of :func:`evidence`, and the intercept."""
    text = files("lcp.reading").joinpath("confidence.toml").read_text(encoding="utf-8")
    about = tomllib.loads(text)
    return np.array([about["weights"][name] for name in EVIDENCE]), float(about["intercept"])


#: Confidence from which a synonym is offered. Set on half of BenchLS, see
#: benchmarks/substitution.md.
CONFIDENCE = 0.3


@dataclass(frozen=True, slots=True)
class Proposal:
    """A word that may fit.

    Attributes
    ----------
    form : str
        The word; a synonym is inflected like the target.
    confidence : float or None
        Estimated probability that people accept a synonym in the sentence, 0-1.
    sense, gloss : str
        Name and definition of the likeliest of the target's senses that a synonym is related to.
    """

    form: str
    confidence: float | None = None
    sense: str = ""
    gloss: str = ""


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
    it (:func:`candidates`). Rarer words than the target are left
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
    return sorted(listed, key=lambda proposal: -(proposal.confidence or 0))
