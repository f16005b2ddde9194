"""Senses of a target in its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from cachetools import cached

from lcp.english.forms import normal_text, rated_form
from lcp.english.lemmas import COARSE
from lcp.english.tagger import tag_at, tagged
from lcp.english.lemmas import lemma
from lcp.english.text import words
from lcp.errors import InputError
from lcp.features.families.wordnet import wordnet_reader
from lcp.lexicon.file import load_lexicon
from lcp.reading.inflection import ending_of
from lcp.resources import Store
from lcp.resources.store import missing_resources_error
from lcp.targets.find import place_target

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from lcp.english.lemmas import Ending

    Floats = NDArray[np.float64]

Span = tuple[int, int]

#: WordNet's part of speech for each class of :mod:`lcp.features.families.pos`.
_PARTS = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}


@dataclass(frozen=True, slots=True)
class Usage:
    """A target in its sentence.

    Attributes
    ----------
    form : str
        The target in lower case.
    base : str
        Its base form, with spaces between words.
    part : {"n", "v", "a", "r"}
        WordNet's part of speech.
    ending : str
        See :func:`lcp.reading.inflection.ending_of`.
    before, after : tuple of str
        The other words of the sentence.
    senses : list of NLTK's Synset
        Senses with this part of speech, WordNet's most frequent first.
    """

    form: str
    base: str
    part: str
    ending: Ending | Literal[""]
    before: tuple[str, ...]
    after: tuple[str, ...]
    senses: list[Any]

    @property
    def neighbours(self) -> tuple[str | None, str | None]:
        """The words before and after the target."""
        return (self.before or (None,))[-1], (self.after or (None,))[0]


def usage_of(reader: Any, sentence: str, span: Span, store: Store) -> Usage | None:
    """Return how the target in a character span is used; see :func:`usages`."""
    return next(usages(reader, [sentence], [span], store))


def usages(
    reader: Any, sentences: Sequence[str], spans: Sequence[Span], store: Store
) -> Iterator[Usage | None]:
    """Yield how targets are used; None if WordNet does not list a target.

    The tagger's part of speech decides (NLTK's averaged perceptron), unless WordNet does not list
    the target with it. A capitalised name inside a sentence is not used in any sense either.

    Parameters
    ----------
    reader : WordNetCorpusReader
        WordNet.
    sentences : sequence of str of length n_targets
        Sentence of each target. Each distinct one is tagged once.
    spans : sequence of pair of int of length n_targets
        Character span of each target.
    store : Store
        Store that provides the tagger.
    """
    distinct = list(dict.fromkeys(sentences))
    tags = dict(zip(distinct, tagged(store.nltk("tagger"), distinct), strict=True))
    for sentence, span in zip(sentences, spans, strict=True):
        yield _usage(reader, sentence, span, last_tag(sentence, span, *tags[sentence]))


def _usage(reader: Any, sentence: str, span: Span, tag: str) -> Usage | None:
    target = rated_form(normal_text(sentence[slice(*span)]), sentence)
    form = target.lower()
    is_first = not any(map(str.isalnum, sentence[: span[0]]))
    if tag.startswith("NNP") and target[:1].isupper() and not is_first:
        return None
    before, after = words(sentence[: span[0]]), words(sentence[span[1] :])
    for each in _readings(tag, before, after):
        base = _base(form, each)
        part = _PARTS[COARSE[each[:2]]]
        senses = listed_senses(reader, base, part)
        if senses:
            ending = ending_of(form, base, each)
            return Usage(form, base, part, ending, before, after, senses)
    return None


#: Tags in which a word is looked up if WordNet does not list it with its own.
_OTHER_TAGS = ("NN", "NNS", "VB", "VBN", "VBD", "VBG", "VBZ", "JJ", "RB")
#: Verbs and adverbs after which a participle is an adjective.
_LINKING = frozenset(("look", "seem", "appear", "feel", "become", "remain", "sound"))
_INTENSIFYING = frozenset(("very", "so", "too", "quite", "rather", "extremely", "highly", "most"))


def _readings(tag: str, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Yield the tags with which a target is looked up, the best first."""
    if tag[:2] not in COARSE and tag not in {"", "CD", "FW"}:
        return
    previous = before[-1].lower() if before else ""
    if tag in {"VBN", "VBG"} and (
        previous in _INTENSIFYING or (previous and lemma(previous, "VBD") in _LINKING)
    ):
        yield "JJ"
    if tag[:2] in COARSE:
        yield tag
    yield from _OTHER_TAGS


def _base(form: str, tag: str) -> str:
    """Return the base form of a word, or of an expression, whose verb is its first word."""
    first, _, rest = form.partition(" ")
    if tag.startswith("V") and rest:
        return f"{lemma(first, tag)} {rest}"
    begin, _, last = form.rpartition(" ")
    return f"{begin} {lemma(last, tag)}".strip()


def listed_senses(reader: Any, base: str, part: str) -> list[Any]:
    """Return the senses of a base form with a part of speech, the most frequent first."""
    name = base.replace(" ", "_")
    listed = dict.fromkeys(reader.synsets(name, part))
    return [sense for sense in listed if name in map(str.lower, sense.lemma_names())]


def last_tag(sentence: str, span: Span, spans: list[Span], tags: list[str]) -> str:
    """Return the tag of the target's last word, "" if there is none.

    `spans` and `tags` belong to the sentence's tokens.
    """
    last = sentence[slice(*span)].rsplit(maxsplit=1)[-1]
    start = span[0] + sentence[slice(*span)].rindex(last)
    return tag_at((start, start + len(last)), sentence, spans, tags) or ""


def part_of(sense: Any) -> str:
    """Return the part of speech of a sense; adjectives include satellites ("s")."""
    part = str(sense.pos())
    return "a" if part == "s" else part


def spelled(name: str) -> str:
    """Return a lemma's name with spaces between words."""
    return name.replace("_", " ")


#: Exponents of the three kinds of evidence for a sense, set on half of BenchLS; see
#: benchmarks/substitution.md.
PRIOR, OVERLAP, SIMILARITY = 1.0, 0.4, 3.0


@dataclass(frozen=True, slots=True)
class Sense:
    """A sense of a target.

    Attributes
    ----------
    name : str
        WordNet's name, such as ``rook.n.02``.
    gloss : str
        Definition.
    share : float
        Estimated probability in the sentence, 0-1; the shares of all senses sum to 1.
    """

    name: str
    gloss: str
    share: float


def senses(
    sentence: str,
    target: str | Span,
    *,
    occurrence: int | None = None,
    store: Store | None = None,
) -> list[Sense]:
    """Return the senses of a target with its part of speech in the sentence, the likeliest first.

    Parameters
    ----------
    sentence : str
        The sentence.
    target : str or tuple of (int, int)
        The target as written in the sentence, or its character span ``[start, end)``.
    occurrence : int, optional
        Which occurrence of the target, counted from 1. Default: the first.
    store : Store, optional
        Store that provides WordNet and the tagger. Default: a store of this machine.

    Returns
    -------
    list of Sense
        Empty if WordNet does not list the target, or it is a name.

    Raises
    ------
    InputError
        If the sentence has no such occurrence of the target.
    ResourceError
        If WordNet or the tagger is missing.
    """
    span, _ = span_of(sentence, target, occurrence)
    resources = with_wordnet(store or Store())
    with wordnet_reader(resources.nltk("wordnet")) as reader:
        usage = usage_of(reader, sentence, span, resources)
        if usage is None:
            return []
        weighed = zip(usage.senses, sense_shares(reader, usage).tolist(), strict=True)
        listed = [Sense(sense.name(), sense.definition(), share) for sense, share in weighed]
    return sorted(listed, key=lambda sense: -sense.share)


def span_of(
    sentence: str, target: str | Span, occurrence: int | None = None
) -> tuple[Span, list[str]]:
    """Return the span of a target, and notes about its other occurrences.

    Raises
    ------
    InputError
        If the sentence has no such occurrence, or a span is combined with an occurrence.
    """
    if isinstance(target, str):
        return place_target(sentence, target, occurrence)
    if occurrence is not None:
        raise InputError(
            "A span is one occurrence.", where="occurrence", hint="Leave the occurrence out."
        )
    return target, []


def content(text: str) -> set[str]:
    """Return the lemmas of a text, without the most frequent words of the lexicon."""
    return {lemma(word) for word in words(text) if not is_function_word(word)}


def is_function_word(word: str) -> bool:
    """Return whether a word is one of the most frequent words of the lexicon."""
    return word.lower() in _function_words()


@cache
def _function_words() -> frozenset[str]:
    lexicon = load_lexicon()
    return frozenset(lexicon.words[number] for number in lexicon.function_words)


def with_wordnet(store: Store) -> Store:
    """Return the store, or raise :class:`ResourceError` if it lacks WordNet or the tagger."""
    absent = store.missing(["wordnet", "tagger"])
    if absent:
        raise missing_resources_error(absent)
    return store


def sense_shares(reader: Any, usage: Usage) -> Floats:
    """Return the estimated probability of each sense of a target in its sentence.

    The product of three factors: how often the sense occurs in WordNet's sense-tagged texts; how
    many lemmas its definition and examples share with the sentence, the most frequent words aside
    (simplified Lesk; Lesk 1986, Kilgarriff & Rosenzweig 2000); and how similar its words are to
    the words of the sentence, in the bundled lexicon's vectors.

    This is the only place that decides between senses.

    Parameters
    ----------
    reader : WordNetCorpusReader
        WordNet.
    usage : Usage
        The target in its sentence.

    Returns
    -------
    ndarray of shape (n_senses,)
        Sums to 1.
    """
    context = content(" ".join([*usage.before, *usage.after]))
    glosses = [_gloss_lemmas(sense) - {usage.base} for sense in usage.senses]
    direction = mean_direction(context)
    similarity = np.nan_to_num([mean_direction(gloss) @ direction for gloss in glosses])
    counts = np.array([tagged_count(reader, sense, usage.base) for sense in usage.senses])
    overlap = np.array([len(context & gloss) for gloss in glosses], dtype=np.float64)
    score = PRIOR * np.log(counts + 0.5) + SIMILARITY * similarity + OVERLAP * overlap
    shares = np.exp(score - score.max())
    return np.asarray(shares / shares.sum())


def mean_direction(forms: Iterable[str]) -> Floats:
    """Return the direction of the mean vector of words, NaN if none has a vector."""
    vectors = load_lexicon().directions(forms)
    listed = vectors[~np.isnan(vectors[:, 0])]
    if not len(listed):
        return np.full(vectors.shape[1], np.nan)
    mean = listed.mean(axis=0)
    return np.asarray(mean / np.linalg.norm(mean))


def _gloss_lemmas(sense: Any) -> set[str]:
    names = map(spelled, sense.lemma_names())
    return content(" ".join([sense.definition(), *sense.examples(), *names]))


def tagged_count(reader: Any, sense: Any, base: str) -> int:
    """Return how often a word has a sense in WordNet's sense-tagged texts."""
    counts = _tagged_counts(reader)
    keys = (entry.key() for entry in sense.lemmas() if spelled(entry.name()).lower() == base)
    return sum(counts.get(key, 0) for key in keys)


@cached({}, key=lambda reader: str(reader.root))
def _tagged_counts(reader: Any) -> dict[str, int]:
    """Return the count of each sense key, read once per process.

    NLTK's ``Lemma.count`` searches the file each time, which takes a millisecond.
    """
    with reader.open("cntlist.rev") as lines:
        fields = (line.split() for line in lines)
        return {key: int(count) for key, _, count in fields}
