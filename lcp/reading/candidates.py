"""Words that can replace a target in its sentence, from WordNet, and how probably they fit."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from lcp.english.analysis import whole_sentences
from lcp.english.spellings import other_spelling
from lcp.english.word_cache import CACHED_WORDS
from lcp.features.families.wordnet import wordnet_reader
from lcp.lexicon.expressions import load_expressions
from lcp.lexicon.file import load_lexicon
from lcp.lexicon.synonyms import Tie, ties
from lcp.reading.inflection import frequency, inflect
from lcp.reading.senses import (
    CERTAIN,
    definition,
    narrowed,
    ranked,
    sense_shares,
    spelled,
    tagged_count,
    with_wordnet,
)
from lcp.reading.usage import TAGS, usage_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lcp.english import Sentence
    from lcp.english.lemmas import Ending
    from lcp.reading.senses import Sense
    from lcp.reading.usage import Usage
    from lcp.resources import Store

    Floats = NDArray[np.float64]

#: Share of equal letters from which two synonyms are spelling variants ("grey", "gray").
_VARIANT = 0.75
#: Smallest share of a candidate's occurrences with the target's part of speech.
_PART_SHARE = 0.2
#: Classes of :data:`lcp.lexicon.expressions.CLASSES` for each part of speech.
_CLASSES = {"n": ("NN",), "v": ("VB", "VBG", "VBN"), "a": ("JJ", "VBG", "VBN"), "r": ("RB",)}
#: Share of a word's uses below which a sense is rare, and below which it is none: *get* is hardly
#: ever *puzzle*. The second was chosen by cross-validation on half of BenchLS.
_RARE, _LEAST_SHARE = 0.1, 0.003
#: Smallest probability of a sense whose related words are candidates. Chosen by cross-validation on
#: half of BenchLS.
_SENSE_SHARE = 0.15


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
    [
        "disparagement.n.01",
        "ethnic_slur.n.01",
        "obscenity.n.02",
        "dirty_word.n.01",
        "vulgarism.n.01",
    ]
)
#: First or second words of the definition of a verb that negates a more general one.
_NEGATION = frozenset(("against", "not"))


class Link(NamedTuple):
    """A relation in WordNet by which a candidate was reached.

    Attributes
    ----------
    relation : {"synonym", "similar", "hypernym", "definition"}
        See :func:`related_senses`; a word with the target's part of speech in the definition of the
        target's sense has the relation ``definition``.
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
    unlikely senses only, names, spelling variants of the target, the first part of a compound
    ("head" for "headland"), words that have no such form, and, for an expression, candidates of
    more words than it has and words that seldom have its sense ("game" for "secret plan").

    `shares` are the probabilities of the target's senses, as from
    :func:`lcp.reading.senses.sense_shares`.
    """
    links, tied = _links(reader, usage), ties(usage.base)
    links |= {base: [] for base, tie in tied.items() if tie.shared and base not in links}
    senses = zip(usage.senses, shares, strict=True)
    opposite = antonyms([sense for sense, share in senses if share >= _SENSE_SHARE])
    longest = len(usage.form.split())
    # The confidence was trained on words: for expressions, the sense has to be certain.
    least = _SENSE_SHARE if longest == 1 else CERTAIN
    listed = []
    for base, reached in links.items():
        if (
            not base.islower()
            or len(base) == 1
            or base in _NEVER
            or len(base.split()) > longest
            or is_variant(base, usage.base)
            or is_offensive(reader, base)
            or base in opposite
            or base in usage.neighbours
            or max((shares[link.sense] for link in reached), default=1.0) < least
            or usage.part not in uses(reader, base)
        ):
            continue
        is_rare = sum(link.share for link in reached) < _RARE
        if is_rare and (longest > 1 or usage.base.startswith(base)):
            continue
        form = inflect(base, usage.part, usage.ending) if usage.ending else base
        if form not in {None, usage.form} and share_of_part(form, usage.part) >= _PART_SHARE:
            listed.append(Candidate(base, form, reached, tied.get(base, Tie())))
    return listed


def _links(reader: Any, usage: Usage) -> dict[str, list[Link]]:
    """Return the words that WordNet relates to senses of the target, and how."""
    links: dict[str, list[Link]] = {}
    for number, sense in enumerate(usage.senses):
        for relation, other in related_senses(sense):
            for base in map(spelled, other.lemma_names()):
                share = share_of_sense(reader, base, other)
                if share >= _LEAST_SHARE:
                    links.setdefault(base, []).append(Link(relation, number, share))
        for base in defining_words(sense, usage.part):
            links.setdefault(base, []).append(Link("definition", number, 1.0))
    return links


@lru_cache(CACHED_WORDS)
def defining_words(sense: Any, part: str) -> list[str]:
    """Return the words of a definition that may say the same: adjectives, adverbs, or a verb alone.

    The noun of a definition is usually a hypernym, and a verb with an object is only a part of it.
    """
    if part == "n":
        return []
    clauses = definition(sense).split("; ") if part == "v" else [definition(sense)]
    analysed = [clause.tokens for clause in whole_sentences(clauses)]
    return [
        token.lemma
        for tokens in analysed
        for token in tokens
        if token.tag in TAGS[part] and (part != "v" or len(tokens) == 1)
    ]


@lru_cache(CACHED_WORDS)
def is_offensive(reader: Any, base: str) -> bool:
    """Return whether WordNet marks a sense of a word as offensive."""
    domains = [
        domain.name()
        for senses in uses(reader, base).values()
        for sense in senses
        for domain in sense.usage_domains()
    ]
    return not _OFFENSIVE.isdisjoint(domains)


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
    opposites = [antonym.synset() for antonym in lemmas]
    for sense in senses:
        # The more general verb of "command against" is the opposite.
        if sense.pos() == "v" and _NEGATION.intersection(sense.definition().split()[:2]):
            opposites += sense.hypernyms()
    return {spelled(name) for opposite in opposites for name in opposite.lemma_names()}


def is_variant(first: str, second: str) -> bool:
    """Return whether two words with the same meaning have a similar spelling.

    >>> is_variant("grey", "gray"), is_variant("nation", "national"), is_variant("big", "large")
    (True, True, False)
    """
    ratio = SequenceMatcher(None, first, second, autojunk=False).ratio
    return other_spelling(first) == second or (first[0] == second[0] and ratio() >= _VARIANT)


#: Columns of :func:`evidence`.
EVIDENCE = (
    *(
        "synonym",
        "similar",
        "hypernym",
        "definition",
        "shared_rank",
        "similarity",
        "similarity_rank",
    ),
    *("vectors", "before", "after", "zipf_gain"),
)
#: Cosine of unrelated words, for words without a vector.
_NO_VECTOR = 0.2
_HIGHEST_GAIN = 2.0


def probability(rows: Floats) -> Floats:
    """Return the estimated probability that people accept each candidate, shape (n_candidates,).

    A logistic regression on the rows of :func:`evidence`, trained on half of BenchLS (Paetzold &
    Specia 2016).
    """
    columns, intercept = weights()
    return np.asarray(1 / (1 + np.exp(-(rows @ columns + intercept))))


def evidence(usage: Usage, candidates: Sequence[Candidate], shares: Floats) -> Floats:
    """Return what speaks for and against each candidate.

    `shares` are the probabilities of the target's senses, as from
    :func:`lcp.reading.senses.sense_shares`.

    Returns
    -------
    ndarray of shape (n_candidates, 11)
        ``synonym``, ``similar``, ``hypernym`` and ``definition``: highest probability, in the
        sentence, of the target's senses to which it has this relation (ln); of a hypernym, times
        the sense's share of its own uses. ``similarity``: see
        :class:`lcp.lexicon.synonyms.Tie`. ``shared_rank``,
        ``similarity_rank``: its rank among the candidates (ln). ``vectors``: cosine with the
        target in the lexicon's vectors. ``before``, ``after``: how often it occurs next to the
        target's neighbours (ln of count + 1). ``zipf_gain``: difference to the target's Zipf
        frequency, at most 2, since BenchLS has few rarer targets.
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
            np.nan_to_num(vectors @ direction, nan=_NO_VECTOR),
            _neighbours(usage, candidates),
            np.minimum(frequencies - frequency(usage.form), _HIGHEST_GAIN),
        ]
    )


def _log_rank(values: Floats) -> Floats:
    """Return the logarithm of the rank of each value, the highest first; ties share the best."""
    return np.asarray(np.log((values[:, None] < values).sum(axis=1) + 1))


def _link_shares(candidate: Candidate, shares: Floats) -> list[float]:
    """Return the highest probability of a sense for each relation, plus 0.01."""
    best = dict.fromkeys(EVIDENCE[:4], 0.0)
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


@cache
def weights() -> tuple[Floats, float]:
    """Return the weight of each column of :func:`evidence`, and the intercept."""
    text = files("lcp.reading").joinpath("confidence.toml").read_text(encoding="utf-8")
    about = tomllib.loads(text)
    return np.array([about["weights"][name] for name in EVIDENCE]), float(about["intercept"])


#: Confidence of the best synonym from which synonyms are offered. Set on half of BenchLS, see
#: benchmarks/substitution.md.
CONFIDENCE = 0.33


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
    relation : {"synonym", "similar", "hypernym", "definition", ""}
        Its relation to this sense, see :func:`related_senses`.
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

    The likeliest come first. See :func:`candidates` and :func:`evidence`.

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
        proposed = []
        for candidate, value in zip(related, estimated, strict=True):
            if value >= confidence:
                links = [link for link in candidate.links if sense or link.share >= _RARE]
                best = max(links, key=lambda link: shares[link.sense], default=None)
                reached: tuple[str, ...] = ()
                if best is not None:
                    shared_sense = usage.senses[best.sense]
                    reached = (shared_sense.name(), definition(shared_sense), best.relation)
                proposed.append(Proposal(candidate.form, candidate.base, value, *reached))
    return sorted(proposed, key=lambda each: -each.confidence), senses, usage.ending
