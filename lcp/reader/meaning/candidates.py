"""Candidates: words that may replace a target in its sentence, and how probably people accept them.

They are from WordNet and a thesaurus.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.base.caches import CACHED_WORDS
from lcp.english.lexicon.expression_table import load_expressions
from lcp.english.lexicon.synonyms import Tie, ties
from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.spellings import other_spelling
from lcp.reader.meaning.replacement import frequency, inflect
from lcp.reader.meaning.sense_evidence import spelled, tagged_count
from lcp.reader.meaning.senses import CERTAIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.base.array_types import Floats
    from lcp.reader.meaning.sense_context import Usage
    from lcp.resources.wordnet_database import Synset, WordNet

#: What ``tools/confidence.py`` writes.
FILE = Path(__file__).parent / "data/confidence.toml"
#: Classes of :data:`lcp.english.lexicon.expression_table.CLASSES` for each part of speech.
_CLASSES = {"n": ("NN",), "v": ("VB", "VBG", "VBN"), "a": ("JJ", "VBG", "VBN"), "r": ("RB",)}
#: Columns of :func:`evidence`.
EVIDENCE = (
    *("synonym", "similar", "hypernym", "shared_rank", "similarity", "similarity_rank"),
    *("vectors", "before", "after", "zipf_gain"),
)
#: Those that are relations in WordNet.
_RELATIONS = EVIDENCE[:3]


class Link(NamedTuple):
    """A relation in WordNet by which a candidate was reached.

    Attributes
    ----------
    relation : {"synonym", "similar", "hypernym"}
        See :func:`related_senses`.
    sense : int
        Index of the target's sense.
    share : float
        Share of the related sense among the candidate's uses.
    """

    relation: str
    sense: int
    share: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that may replace a target.

    Attributes
    ----------
    lemma : str
        The word in its dictionary form.
    form : str
        Form like the target's.
    links : list of Link
        Relations by which it was reached. Empty for a word of the thesaurus only.
    tie : Tie
        How it is related to the target in the thesaurus and in an encoder's vectors.
    """

    lemma: str
    form: str
    links: list[Link]
    tie: Tie


@cache
def parameters() -> dict[str, Any]:
    """Return what ``tools/confidence.py`` trains, and limits (see ``tools/settings.toml``).

    ``intercept`` and ``weights`` of the confidence, and limits: of ``candidates``, of ``easier``
    words, and of words that are ``shown`` unasked.
    """
    return tomllib.loads(FILE.read_text("utf-8"))


def candidates(wordnet: WordNet, usage: Usage, shares: Floats) -> list[Candidate]:
    """Return words related to the likely senses of a target, inflected like it.

    They are related in WordNet or are synonyms in the thesaurus
    (:mod:`lcp.english.lexicon.synonyms`), and WordNet lists them with the target's part of speech.
    Left out are words that WordNet relates to unlikely senses only, opposites, offensive words,
    names, spelling variants of the target, the first part of a compound ("head" for "headland"),
    words that have no such form, and, for an expression, candidates of more words than it has and
    words that seldom have its sense ("game" for "secret plan").

    `shares` are the probabilities of the target's senses, as from
    :func:`lcp.reader.meaning.senses.sense_shares`.
    """
    limits, links, tied = parameters()["candidates"], _links(wordnet, usage), ties(usage.lemma)
    links |= {lemma: [] for lemma, tie in tied.items() if tie.shared and lemma not in links}
    senses = zip(usage.senses, shares, strict=True)
    opposite = antonyms([sense for sense, share in senses if share >= limits["sense"]])
    longest = len(usage.form.split())
    # The confidence was trained on words: for expressions, the sense has to be certain.
    least = limits["sense"] if longest == 1 else CERTAIN
    accepted = []
    for lemma, base_links in links.items():
        if (
            not lemma.islower()
            or len(lemma) == 1
            or len(lemma.split()) > longest
            or lemma in limits["never"]
            or is_variant(lemma, usage.lemma)
            or is_offensive(wordnet, lemma)
            or lemma in opposite
            or lemma in usage.neighbours
            or max((shares[link.sense] for link in base_links), default=1.0) < least
            or usage.pos not in sense_counts(wordnet, lemma)
        ):
            continue
        is_rare = sum(link.share for link in base_links) < limits["rare"]
        if is_rare and (longest > 1 or usage.lemma.startswith(lemma)):
            continue
        form = inflect(lemma, usage.pos, usage.ending) if usage.ending else lemma
        if form not in {None, usage.form} and share_of_part(form, usage.pos) >= limits["part"]:
            accepted.append(Candidate(lemma, form, base_links, tied.get(lemma, Tie())))
    return accepted


def _links(wordnet: WordNet, usage: Usage) -> dict[str, list[Link]]:
    """Return the words that WordNet relates to senses of the target, and how."""
    links: dict[str, list[Link]] = {}
    least = parameters()["candidates"]["use"]
    for index, sense in enumerate(usage.senses):
        for relation, other in related_senses(sense):
            for lemma in map(spelled, other.lemma_names()):
                share = share_of_sense(wordnet, lemma, other)
                if share >= least:
                    links.setdefault(lemma, []).append(Link(relation, index, share))
    return links


@lru_cache(CACHED_WORDS)
def is_offensive(wordnet: WordNet, lemma: str) -> bool:
    """Return whether WordNet marks a sense of a word as offensive."""
    senses = chain.from_iterable(sense_counts(wordnet, lemma).values())
    offensive = parameters()["candidates"]["offensive"]
    return any(name.name() in offensive for sense in senses for name in sense.usage_domains())


def related_senses(sense: Synset) -> Iterator[tuple[str, Synset]]:
    """Yield the sense and its relatives in WordNet, each with the name of its relation.

    Relations are ``synonym``, ``similar`` (similar adjectives, *see also* and verb groups) and
    ``hypernym``.
    """
    yield "synonym", sense
    # NLTK gives related senses in any order.
    for other in sorted({*sense.similar_tos(), *sense.also_sees(), *sense.verb_groups()}):
        yield "similar", other
    for other in sorted(sense.hypernyms()):
        yield "hypernym", other


@lru_cache(CACHED_WORDS)
def sense_counts(wordnet: WordNet, lemma: str) -> dict[str, dict[Synset, float]]:
    """Return the senses of a lemma by part of speech, and how often they occur.

    Occurrences are counted in WordNet's sense-tagged texts, plus 0.5.
    """
    name = lemma.replace(" ", "_")
    counts: dict[str, dict[Synset, float]] = {}
    for sense in wordnet.synsets(name):
        if name in map(str.lower, sense.lemma_names()):
            counts.setdefault(sense_part(sense), {})[sense] = tagged_count(sense, lemma) + 0.5
    return counts


def sense_part(sense: Synset) -> str:
    """Return the part of speech of a sense; adjectives include satellites ("s")."""
    part = str(sense.pos())
    return "a" if part == "s" else part


def share_of_sense(wordnet: WordNet, lemma: str, sense: Synset) -> float:
    """Return the share of a sense among the uses of a lemma with its part of speech."""
    counts = sense_counts(wordnet, lemma).get(sense_part(sense), {})
    return counts.get(sense, 0.0) / sum(counts.values()) if counts else 0.0


def share_of_part(form: str, part: str) -> float:
    """Return the share of a form's occurrences with a part of speech, 1 if it is not listed.

    Occurrences as a name do not count ("Crazy").
    """
    shares = load_expressions().class_shares(form.split()[0 if part == "v" else -1])
    share_without_names = 1 - shares.get("NNP", 0.0)
    if not shares or share_without_names <= 0:
        return 1.0
    return sum(shares.get(tag, 0.0) for tag in _CLASSES[part]) / share_without_names


def antonyms(senses: Sequence[Synset]) -> set[str]:
    """Return the words of the opposites of senses, and of similar and more general senses."""
    relatives = [
        other for sense in senses for other in (sense, *sense.similar_tos(), *sense.hypernyms())
    ]
    lemmas = chain.from_iterable(sense.lemmas() for sense in relatives)
    opposites = chain.from_iterable(lemma.antonyms() for lemma in lemmas)
    return {spelled(name) for antonym in opposites for name in antonym.synset().lemma_names()}


def is_variant(first: str, second: str, equal: float = 0.75) -> bool:
    """Return whether two words with the same meaning have at least a share of equal letters.

    >>> is_variant("centre", "center"), is_variant("nation", "national"), is_variant("big", "large")
    (True, True, False)
    """
    ratio = SequenceMatcher(None, first, second, autojunk=False).ratio
    return other_spelling(first) == second or (first[0] == second[0] and ratio() >= equal)


def probability(rows: Floats) -> Floats:
    """Return the estimated probability that people accept each candidate, shape (n_candidates,).

    A logistic regression on the rows of :func:`evidence`, trained on half of BenchLS (Paetzold &
    Specia 2016).
    """
    weights, intercept = parameters()["weights"], parameters()["intercept"]
    scores = rows @ np.array([weights[name] for name in EVIDENCE]) + intercept
    return np.asarray(1 / (1 + np.exp(-scores)))


def evidence(usage: Usage, candidates: Sequence[Candidate], shares: Floats) -> Floats:
    """Return what speaks for and against each candidate.

    `shares` are the probabilities of the target's senses, as from
    :func:`lcp.reader.meaning.senses.sense_shares`.

    Returns
    -------
    ndarray of shape (n_candidates, 10)
        ``synonym``, ``similar`` and ``hypernym``: highest probability, in the sentence, of the
        target's senses to which it has this relation (ln); of a hypernym, times the sense's share
        of its own uses. ``similarity``: see :mod:`lcp.english.lexicon.synonyms`. ``shared_rank``,
        ``similarity_rank``: its rank among the candidates (ln). ``vectors``: cosine with the
        target in the lexicon's vectors. ``before``, ``after``: how often it occurs next to the
        target's neighbours (ln of count + 1). ``zipf_gain``: difference to the target's Zipf
        frequency.
    """
    if not candidates:
        return np.empty((0, len(EVIDENCE)))
    lexicon = load_lexicon()
    vectors = lexicon.directions(candidate.form for candidate in candidates)
    direction = lexicon.directions([usage.form])[0]
    similarity, shared = np.array([candidate.tie for candidate in candidates]).T
    frequencies = np.array([frequency(candidate.form) for candidate in candidates])
    return np.column_stack(
        [
            np.log([_link_shares(candidate, shares) for candidate in candidates]),
            *(_log_rank(shared), similarity, _log_rank(similarity)),
            np.nan_to_num(vectors @ direction),
            _neighbours(usage, candidates),
            frequencies - frequency(usage.form),
        ]
    )


def _log_rank(values: Floats) -> Floats:
    """Return the logarithm of the rank of each value, the highest first; ties share the best."""
    return np.asarray(np.log((values[:, None] < values).sum(axis=1) + 1))


def _link_shares(candidate: Candidate, shares: Floats) -> list[float]:
    """Return the highest probability of a sense for each relation, plus 0.01."""
    best = dict.fromkeys(_RELATIONS, 0.0)
    for relation, number, share in candidate.links:
        value = shares[number] * (share if relation == "hypernym" else 1)
        best[relation] = max(best[relation], value)
    return [value + 0.01 for value in best.values()]


def _neighbours(usage: Usage, candidates: Sequence[Candidate]) -> Floats:
    """Return how often candidates occur after and before the target's neighbours."""
    lexicon = load_lexicon()
    rows = lexicon.rows(candidate.form for candidate in candidates)
    counts = np.zeros((len(rows), 2))
    for column, word in enumerate(usage.neighbours):
        if word is not None:
            other = np.full(len(rows), lexicon.rows([word])[0])
            pair = (rows, other) if column else (other, rows)
            counts[:, column] = np.log1p(np.nan_to_num(lexicon.pairs.count(*pair)))
    return counts
