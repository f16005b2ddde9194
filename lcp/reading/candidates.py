"""Words that can replace a target in its sentence, from WordNet and a thesaurus."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.english.spellings import other_spelling
from lcp.english.word_cache import CACHED_WORDS
from lcp.lexicon.expressions import load_expressions
from lcp.lexicon.synonyms import Tie, ties
from lcp.reading.inflection import inflect
from lcp.reading.sense_evidence import spelled, tagged_count
from lcp.reading.senses import CERTAIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.features.family import Floats
    from lcp.reading.sense_context import Usage

#: Classes of :data:`lcp.lexicon.expressions.CLASSES` for each part of speech.
_CLASSES = {"n": ("NN",), "v": ("VB", "VBG", "VBN"), "a": ("JJ", "VBG", "VBN"), "r": ("RB",)}
#: Words that are never an easier word: WordNet's hypernyms of nearly everything, and words of
#: closed classes.
_NEVER = frozenset(
    [
        *("be", "become", "entity", "go", "individual", "mortal", "object", "person", "place"),
        *("somebody", "someone", "something", "soul", "thing", "unit"),
        *("after", "before", "how", "no", "off", "on", "out", "over", "up", "when", "where", "why"),
    ]
)
#: WordNet's domains of usage of offensive words.
_OFFENSIVE = frozenset(
    (
        "disparagement.n.01",
        "ethnic_slur.n.01",
        "obscenity.n.02",
        "dirty_word.n.01",
        "vulgarism.n.01",
    )
)


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
    base : str
        Base form.
    form : str
        Form like the target's.
    links : list of Link
        Relations by which it was reached. Empty for a word of the thesaurus only.
    tie : Tie
        How it is related to the target in the thesaurus and in an encoder's vectors.
    """

    base: str
    form: str
    links: list[Link]
    tie: Tie


def candidates(reader: Any, usage: Usage, shares: Floats) -> list[Candidate]:
    """Return words related to the likely senses of a target, inflected like it.

    They are related in WordNet or are synonyms in the thesaurus (:mod:`lcp.lexicon.synonyms`), and
    WordNet lists them with the target's part of speech. Left out are words that WordNet relates to
    unlikely senses only, opposites, offensive words, names, spelling variants of the target, the
    first part of a compound ("head" for "headland"), words that have no such form, and, for an
    expression, candidates of more words than it has and words that seldom have its sense ("game"
    for "secret plan").

    `shares` are the probabilities of the target's senses, as from
    :func:`lcp.reading.senses.sense_shares`.
    """
    limits, links, tied = trained()["candidates"], _links(reader, usage), ties(usage.base)
    links |= {base: [] for base, tie in tied.items() if tie.shared and base not in links}
    senses = zip(usage.senses, shares, strict=True)
    opposite = antonyms([sense for sense, share in senses if share >= limits["sense"]])
    longest = len(usage.form.split())
    # The confidence was trained on words: for expressions, the sense has to be certain.
    least = limits["sense"] if longest == 1 else CERTAIN
    listed = []
    for base, reached in links.items():
        if (
            not base.islower()
            or len(base) == 1
            or len(base.split()) > longest
            or base in _NEVER
            or is_variant(base, usage.base)
            or is_offensive(reader, base)
            or base in opposite
            or base in usage.neighbours
            or max((shares[link.sense] for link in reached), default=1.0) < least
            or usage.part not in uses(reader, base)
        ):
            continue
        is_rare = sum(link.share for link in reached) < limits["rare"]
        if is_rare and (longest > 1 or usage.base.startswith(base)):
            continue
        form = inflect(base, usage.part, usage.ending) if usage.ending else base
        if form not in {None, usage.form} and share_of_part(form, usage.part) >= limits["part"]:
            listed.append(Candidate(base, form, reached, tied.get(base, Tie())))
    return listed


@cache
def trained() -> dict[str, Any]:
    """Return what ``tools/confidence.py`` trains, and limits (see ``tools/settings.toml``).

    ``intercept`` and ``weights`` of the confidence, and limits: of ``candidates``, of ``easier``
    words, and of words that are ``shown`` unasked.
    """
    return tomllib.loads(files("lcp.reading").joinpath("confidence.toml").read_text("utf-8"))


def _links(reader: Any, usage: Usage) -> dict[str, list[Link]]:
    """Return the words that WordNet relates to senses of the target, and how."""
    links: dict[str, list[Link]] = {}
    least = trained()["candidates"]["use"]
    for number, sense in enumerate(usage.senses):
        for relation, other in related_senses(sense):
            for base in map(spelled, other.lemma_names()):
                share = share_of_sense(reader, base, other)
                if share >= least:
                    links.setdefault(base, []).append(Link(relation, number, share))
    return links


@lru_cache(CACHED_WORDS)
def is_offensive(reader: Any, base: str) -> bool:
    """Return whether WordNet marks a sense of a word as offensive."""
    senses = chain.from_iterable(uses(reader, base).values())
    return any(name.name() in _OFFENSIVE for sense in senses for name in sense.usage_domains())


def related_senses(sense: Any) -> Iterator[tuple[str, Any]]:
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
def uses(reader: Any, base: str) -> dict[str, dict[Any, float]]:
    """Return the senses of a base form by part of speech, and how often they occur.

    Occurrences are counted in WordNet's sense-tagged texts, plus 0.5.
    """
    name = base.replace(" ", "_")
    counts: dict[str, dict[Any, float]] = {}
    for sense in reader.synsets(name):
        if name in map(str.lower, sense.lemma_names()):
            counts.setdefault(sense_part(sense), {})[sense] = tagged_count(sense, base) + 0.5
    return counts


def sense_part(sense: Any) -> str:
    """Return the part of speech of a sense; adjectives include satellites ("s")."""
    part = str(sense.pos())
    return "a" if part == "s" else part


def share_of_sense(reader: Any, base: str, sense: Any) -> float:
    """Return the share of a sense among the uses of a base form with its part of speech."""
    counts = uses(reader, base).get(sense_part(sense), {})
    return counts.get(sense, 0.0) / sum(counts.values()) if counts else 0.0


def share_of_part(form: str, part: str) -> float:
    """Return the share of a form's occurrences with a part of speech, 1 if it is not listed.

    Occurrences as a name do not count ("Crazy").
    """
    shares = load_expressions().class_shares(form.split()[0 if part == "v" else -1])
    others = 1 - shares.get("NNP", 0.0)
    if not shares or others <= 0:
        return 1.0
    return sum(shares.get(tag, 0.0) for tag in _CLASSES[part]) / others


def antonyms(senses: Sequence[Any]) -> set[str]:
    """Return the words of the opposites of senses, and of similar and more general senses."""
    near = [
        other for sense in senses for other in (sense, *sense.similar_tos(), *sense.hypernyms())
    ]
    lemmas = [antonym for other in near for one in other.lemmas() for antonym in one.antonyms()]
    return {spelled(name) for antonym in lemmas for name in antonym.synset().lemma_names()}


def is_variant(first: str, second: str, equal: float = 0.75) -> bool:
    """Return whether two words with the same meaning have at least a share of equal letters.

    >>> is_variant("grey", "gray"), is_variant("nation", "national"), is_variant("big", "large")
    (True, True, False)
    """
    ratio = SequenceMatcher(None, first, second, autojunk=False).ratio
    return other_spelling(first) == second or (first[0] == second[0] and ratio() >= equal)
