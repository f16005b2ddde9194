"""Senses of a target in its sentence.

A log-linear model on WordNet's counts, on what the context says in SemCor (Miller et al. 1993), in
the style of It Makes Sense (Zhong & Ng 2010), and on the words of definitions and examples (Lesk
1986). ``tools/senses.py`` trains it.
"""

from __future__ import annotations

import json
import math
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.english.analysis import whole_sentences
from lcp.english.word_cache import CACHED_WORDS
from lcp.english.word_frequency import zipf
from lcp.errors import InputError, quoted, unknown
from lcp.features.families.wordnet import wordnet_reader
from lcp.lexicon.arrays import stored_arrays
from lcp.lexicon.file import load_lexicon
from lcp.reading.usage import FRAMES, complement, context_features, usage_of
from lcp.resources import Store
from lcp.resources.store import missing_resources_error
from lcp.targets.find import check_text, edges_of, place_target, surrounding_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.reading.usage import Option, Usage

    Floats = NDArray[np.float64]

Span = tuple[int, int]
#: Returns how often each key was counted in the training texts; see :func:`sense_evidence`.
Counter = Callable[[Sequence[str]], "Floats"]

FILE = Path(__file__).with_name("senses.npz")
#: Types of features of the context; see :func:`lcp.reading.usage.context_features`.
TYPES = (
    *("before", "after", "around", "tag", "tag_before", "tag_after"),
    *("tags_around", "tags_before", "tags_after", "object", "transitive", "preposition"),
    *("noun", "verb_before", "verb_after", "of", "modifier", "near"),
)
#: Columns of :func:`sense_evidence`.
EVIDENCE = (
    *("prior", "unseen", "rank", "first", "part"),
    *("gloss", "related", "nearby", "overlap", "related_overlap"),
    *("frame", "linked"),
    *(f"sense_{name}" for name in TYPES),
    *(f"class_{name}" for name in TYPES),
)
#: Occurrences that are added to counts: of a sense, and of a class of senses.
_SENSE_PRIOR, _CLASS_PRIOR = 4.0, 30.0
#: Smallest share of a sense that is shown without being asked for.
CERTAIN = 0.75
#: Number of words on each side of a target that are compared with all texts about a sense.
_NEARBY = 3
#: Share of running text at which a word counts half in a mean vector (Arora et al. 2017).
_FREQUENT = 1e-4
#: Smallest probability of a sense that is listed with another base form or part of speech.
_LISTED = 0.02
_WORDS = re.compile("[a-z]+")
#: What NLTK leaves of quotations and their authors.
_QUOTATIONS = re.compile(r'"?;\s*[";-]')


@dataclass(frozen=True, slots=True)
class Sense:
    """A sense of a target.

    Attributes
    ----------
    name : str
        WordNet's name, such as ``rook.n.02``.
    definition : str
        Its definition.
    share : float
        Estimated probability in the sentence, 0-1; the shares of all senses sum to 1.
    count : int
        How often the word has it in WordNet's sense-tagged texts.
    """

    name: str
    definition: str
    share: float
    count: int = 0

    @property
    def part(self) -> str:
        """Part of speech: n, v, a or r."""
        return self.name.split(".")[-2].replace("s", "a")


def senses(
    sentence: str,
    target: str | Span,
    *,
    occurrence: int | None = None,
    store: Store | None = None,
) -> list[Sense]:
    """Return the senses of a target in its sentence, the likeliest first.

    Parameters
    ----------
    sentence : str
        The sentence.
    target : str or tuple of (int, int)
        The target as written in the sentence, or its character span ``[start, end)``. An expression
        may be in another form, or apart: "give up" in "She gave it up."
    occurrence : int, optional
        Which occurrence of the target, counted from 1. Default: the first.
    store : Store, optional
        Store that provides WordNet. Default: a store of this machine.

    Returns
    -------
    list of Sense
        Empty if WordNet does not list the target, or it is a name.

    Raises
    ------
    InputError
        If the sentence has no such occurrence of the target.
    ResourceError
        If WordNet is missing.
    """
    edges, _ = edges_in(sentence, target, occurrence)
    [analysed] = whole_sentences([sentence])
    with wordnet_reader(with_wordnet(store or Store()).nltk("wordnet")) as reader:
        usage = usage_of(reader, analysed, edges)
        return [] if usage is None else ranked(usage, sense_shares(usage))


def ranked(usage: Usage, shares: Floats) -> list[Sense]:
    """Return the senses of a target with their shares, the likeliest first."""
    listed = [
        Sense(option.sense.name(), definition(option.sense), share, tagged_count(*option[:2]))
        for option, share in zip(usage.options, shares.tolist(), strict=True)
        if share
    ]
    return sorted(listed, key=lambda sense: -sense.share)


def edges_in(
    sentence: str, target: str | Span, occurrence: int | None = None
) -> tuple[tuple[int, ...], list[str]]:
    """Return start and end of each part of a target, and notes about its other occurrences.

    Raises
    ------
    InputError
        If the sentence has no such occurrence, a span is combined with an occurrence, or the target
        is neither a text nor a span of the sentence, or only a part of a word.
    """
    check_text("sentence", sentence)
    if isinstance(target, str):
        span, notes = place_target(sentence, target, occurrence)
        if (word := surrounding_word(sentence, span)) is not None:
            raise InputError(
                f"The target {quoted(target)} is only a part of the word {quoted(word)}.",
                hint=f"Did you mean {quoted(word)}? Give whole words of the sentence.",
            )
        return edges_of(sentence, span, target) or span, notes
    match target:
        case (int(start), int(end)) if 0 <= start < end <= len(sentence):
            pass
        case _:
            raise InputError(
                f"The target {quoted(target)} is neither a text nor a span of the sentence.",
                where="target",
                hint="Give a word or expression, or its first character and the one after it.",
            )
    if occurrence is not None:
        raise InputError(
            "A span is one occurrence.", where="occurrence", hint="Leave the occurrence out."
        )
    return target, []


def with_wordnet(store: Store) -> Store:
    """Return the store, or raise :class:`ResourceError` if it lacks WordNet."""
    if absent := store.missing(["wordnet"]):
        raise missing_resources_error(absent)
    return store


def sense_shares(usage: Usage) -> Floats:
    """Return the estimated probability of each option of a target in its sentence.

    This is the only place that decides between senses. The shares of a part of speech or base form
    that is very improbable are 0.

    Returns
    -------
    ndarray of shape (n_options,)
        Sums to 1.
    """
    model = load_senses()
    shares = softmax(sense_evidence(usage, model.counts) @ model.weights)
    readings = [option[1:3] for option in usage.options]
    for reading in set(readings):
        members = [place for place, other in enumerate(readings) if other == reading]
        if shares[members].sum() < _LISTED:
            shares[members] = 0
    return np.asarray(shares / shares.sum())


def narrowed(usage: Usage, shares: Floats, sense: str | None = None) -> tuple[Usage, Floats]:
    """Return a target with its likeliest base form and part of speech only, or with one sense.

    Raises
    ------
    InputError
        If the target has no such sense.
    """
    if sense is not None:
        names = [listed.name() for listed in usage.senses]
        if sense not in names:
            raise unknown(f"sense of “{usage.form}” called", sense, names)
        return replace(usage, options=[usage.options[names.index(sense)]]), np.ones(1)
    readings = [option[1:3] for option in usage.options]
    totals = {each: shares[[each == other for other in readings]].sum() for each in readings}
    kept = [each == max(totals, key=lambda each: totals[each]) for each in readings]
    options = [option for option, is_kept in zip(usage.options, kept, strict=True) if is_kept]
    return replace(usage, options=options), shares[kept]


def softmax(scores: Floats) -> Floats:
    """Return the exponentials of scores, divided by their sum."""
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def sense_evidence(usage: Usage, counter: Counter, discount: Counter | None = None) -> Floats:
    """Return what speaks for each option of a target in its sentence.

    A column ``sense_X`` or ``class_X`` contains the sum, over the features of type X, of the
    logarithm of P(sense | base form, feature) / P(sense | base form), or of
    P(class | feature) / P(class), from smoothed counts in SemCor. Classes are WordNet's
    lexicographer files, such as *noun.act*.

    Parameters
    ----------
    usage : Usage
        The target in its sentence.
    counter : callable
        Returns how often senses and classes occur with features: counts of the keys of
        :func:`keys_of`.
    discount : callable, optional
        Returns the number of occurrences of senses to subtract from WordNet's counts: those of the
        text from which the target is, in training.

    Returns
    -------
    ndarray of shape (n_options, len(EVIDENCE))
        ``prior``: how often the word has the sense in WordNet's sense-tagged texts (ln of count
        + 0.5). ``unseen``: whether it is never counted. ``rank``: place in WordNet's order (ln).
        ``part``: probability of the part of speech with the target's tag (ln). ``gloss``,
        ``related``: cosine of the sentence with the definition and examples, and with related
        senses. ``nearby``: cosine of the words near the target with all these texts. ``overlap``:
        words that the sentence shares with the definition and examples.
        ``related_overlap``: words that it shares with related senses. ``frame``: whether WordNet
        gives a verb's sense a frame with the complement that the verb has here. ``linked``: whether
        the definition or an example has the last word of an expression and the preposition after it
        ("up with").
    """
    options = usage.options
    names = [sense_key(option) for option in options]
    classes = [str(option.sense.lexname()) for option in options]
    features = [(TYPES.index(name), f"{name}={value}") for name, value in context_features(usage)]
    rows = [*names, *(distinct := list(dict.fromkeys(classes))), ""]
    columns = ["", *(text for _, text in features)]
    counts = counter([f"{row}\t{text}" for row in rows for text in columns])
    counts = counts.reshape(len(rows), len(columns))
    of_senses = _raised(counts[: len(names)], counts[: len(names)].sum(axis=0), _SENSE_PRIOR)
    of_classes = _raised(counts[len(names) : -1], counts[-1], _CLASS_PRIOR)
    of_classes = of_classes[[distinct.index(name) for name in classes]]
    sums = np.zeros((len(TYPES), len(features)))
    sums[[number for number, _ in features], np.arange(len(features))] = 1
    tagged = np.array([tagged_count(*option[:2]) for option in options], dtype=np.float64)
    if discount is not None:
        tagged = np.maximum(tagged - discount([f"{name}\t" for name in names]), 0)
    parts = counter([f"{part}\ttag={usage.tag}" for part in "nvar"])
    parts = np.log((parts + 0.5) / (parts + 0.5).sum())
    ranks = np.array([option.rank for option in options])
    return np.column_stack(
        [
            *(np.log(tagged + 0.5), tagged == 0, np.log(ranks), ranks == 1),
            parts[["nvar".index(option.part) for option in options]],
            _texts_evidence(usage),
            _syntax_evidence(usage),
            of_senses @ sums.T,
            of_classes @ sums.T,
        ]
    )


def sense_key(option: Option) -> str:
    """Return the key of a base form with a sense in the table of counts."""
    return f"{option.base}/{option.sense.name()}"


def _raised(counts: Floats, totals: Floats, prior: float) -> Floats:
    """Return how much each feature raises the share of each row (ln).

    The first column has the counts of rows without a feature; `totals` are counts of all rows.
    """
    share = (counts[:, :1] + 0.5) / (totals[0] + 0.5 * len(counts))
    return np.asarray(np.log((counts[:, 1:] + prior * share) / ((totals[1:] + prior) * share)))


def _texts_evidence(usage: Usage) -> Floats:
    """Return the columns ``gloss`` to ``related_overlap``."""
    words = [*usage.before, *usage.after]
    near = [*usage.before[-_NEARBY:], *usage.after[:_NEARBY]]
    contents = [token for token in words if token.kind == "word"]
    context = {form for token in contents for form in (token.text.lower(), token.lemma)}
    direction, nearby = (mean_direction([token.text for token in part]) for part in (words, near))
    rows = []
    for option in usage.options:
        about = texts_about(option.sense, option.base)
        cosines = [about.gloss @ direction, about.related @ direction, about.all @ nearby]
        rows.append([*cosines, *(len(context & words) for words in about.words)])
    return np.nan_to_num(np.array(rows, dtype=np.float64))


def _syntax_evidence(usage: Usage) -> Floats:
    """Return the columns ``frame`` and ``linked``."""
    fitting = FRAMES[complement(usage)] if usage.tag.startswith("VB") else frozenset()
    link = usage.after[0] if usage.after and usage.after[0].tag in {"IN", "TO"} else None
    rows = []
    for option in usage.options:
        sense, (*others, last) = option.sense, option.base.split()
        frame = option.part == "v" and not fitting.isdisjoint(sense.frame_ids())
        pair = f" {last} {link.text.lower()} " if others and link else "\n"
        linked = any(pair in f" {text} " for text in (sense.definition(), *sense.examples()))
        rows.append([frame, linked])
    return np.array(rows, dtype=np.float64)


class About(NamedTuple):
    """Texts about a sense, without the word that has it.

    Attributes
    ----------
    words : tuple of set of str
        Words of its definition and examples, and of its synonyms and related senses.
    gloss, related, all : ndarray of shape (n_dimensions,)
        Directions of its definition and examples, of its synonyms and related senses, and of all
        these texts.
    """

    words: tuple[set[str], set[str]]
    gloss: Floats
    related: Floats
    all: Floats


@lru_cache(CACHED_WORDS)
def texts_about(sense: Any, base: str) -> About:
    """Return what the texts about a sense of a word say."""
    # NLTK gives related senses in any order.
    above = sorted(sense.hypernyms() + sense.instance_hypernyms())
    others = sense.similar_tos() + sense.also_sees() + sense.topic_domains()
    others += sense.part_meronyms() + sense.part_holonyms() + sense.hyponyms()
    names = [name for other in (sense, *above, *sorted(others)) for name in other.lemma_names()]
    own = set(base.split())
    gloss, related = (
        [word for text in texts for word in _WORDS.findall(text.lower()) if word not in own]
        for texts in (
            [sense.definition(), *sense.examples()],
            [spelled(" ".join(names)), *(other.definition() for other in above)],
        )
    )
    directions = map(mean_direction, (gloss, related, gloss + related))
    return About((set(gloss), set(related)), *directions)


def mean_direction(forms: Sequence[str]) -> Floats:
    """Return the direction of the weighted mean vector of words, NaN if none has a vector."""
    vectors = load_lexicon().directions(forms)
    shares = np.array([10 ** (0.0 if math.isnan(z := zipf(form)) else z) / 1e9 for form in forms])
    weights = np.where(np.isnan(vectors[:, 0]), 0, _FREQUENT / (_FREQUENT + shares))
    mean = weights @ np.nan_to_num(vectors)
    length = np.linalg.norm(mean)
    return np.asarray(mean / length if length else np.full(vectors.shape[1], np.nan))


def tagged_count(sense: Any, base: str) -> int:
    """Return how often a word has a sense in WordNet's sense-tagged texts."""
    return sum(lemma.count() for lemma in sense.lemmas() if spelled(lemma.name()).lower() == base)


def definition(sense: Any) -> str:
    """Return WordNet's definition of a sense, without the quotations that some end in."""
    return _QUOTATIONS.split(str(sense.definition()))[0].rstrip('"; ')


def spelled(name: str) -> str:
    """Return a lemma's name with spaces between words."""
    return name.replace("_", " ")


@dataclass(frozen=True)
class SenseModel:
    """The trained model of senses.

    Attributes
    ----------
    weights : ndarray of shape (len(EVIDENCE),)
        Weights of the columns of the evidence.
    keys : uint32 array of shape (n_keys,)
        Checksums of the keys that were counted, sorted.
    values : uint16 array of shape (n_keys,)
        Their counts.
    """

    weights: Floats
    keys: NDArray[np.uint32]
    values: NDArray[np.uint16]

    def counts(self, keys: Sequence[str]) -> Floats:
        """Return how often keys were counted, shape (n_keys,)."""
        numbers = np.array([checksum(key) for key in keys], dtype=np.uint32)
        places = np.minimum(np.searchsorted(self.keys, numbers), len(self.keys) - 1)
        return np.where(self.keys[places] == numbers, self.values[places], 0).astype(np.float64)


def checksum(key: str) -> int:
    """Return the number of a key in the table of counts, of 28 bits."""
    return zlib.crc32(key.encode()) >> 4


@cache
def load_senses() -> SenseModel:
    """Read the bundled model of senses, once per process.

    Raises
    ------
    ResourceError
        If the file is missing or damaged.
    """
    with stored_arrays(FILE, "model of senses") as stored:
        columns = json.loads(stored["about"].tobytes())["evidence"]
        if columns != [*EVIDENCE]:
            raise ValueError("other columns")
        keys = np.cumsum(stored["steps"], dtype=np.uint32)
        return SenseModel(stored["weights"].astype(np.float64), keys, stored["values"])
