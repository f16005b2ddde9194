"""Senses of a target in its sentence."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from lcp.english.analysis import whole_sentences
from lcp.english.characters import normal_text
from lcp.english.lemmas import COARSE, ENDINGS, lemma
from lcp.english.word_cache import CACHED_WORDS
from lcp.english.word_frequency import zipf
from lcp.errors import InputError, quoted
from lcp.features.families.contextual import open_encoder
from lcp.features.families.wordnet import wordnet_reader
from lcp.lexicon.file import load_lexicon
from lcp.resources import Store
from lcp.resources.store import missing_resources_error
from lcp.targets.find import place_target

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from lcp.english import Sentence, Token
    from lcp.english.lemmas import Ending
    from lcp.reading.substitutes import Substitute

    Floats = NDArray[np.float64]

Span = tuple[int, int]

#: WordNet's part of speech for each class of :data:`lcp.english.lemmas.COARSE`.
_PARTS = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}
#: Other tags of participles. WordNet lists many only as adjectives, nouns or forms of verbs.
_PARTICIPLES = {"JJ": ("VBN", "VBG"), "NN": ("VBG",), "VBN": ("JJ",), "VBG": ("NN", "JJ")}
#: Tags before participles that modify the next word, adjectives in WordNet; "" at the start.
_INSIDE_PHRASES = frozenset(("DT", "PRP$", "POS", "JJ", "CD"))
_BEFORE_ATTRIBUTES = {"VBG": _INSIDE_PHRASES, "VBN": _INSIDE_PHRASES | {"IN", ""}}


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
        Ending of the form; "" for the base form. An irregular form has the ending that the regular
        form would have.
    before, after : tuple of Token
        The other words of the sentence.
    senses : list of NLTK's Synset
        Senses with this part of speech, WordNet's most frequent first.
    """

    form: str
    base: str
    part: str
    ending: Ending | Literal[""]
    before: tuple[Token, ...]
    after: tuple[Token, ...]
    senses: list[Any]

    @property
    def neighbours(self) -> tuple[str | None, str | None]:
        """The words before and after the target."""
        words = [token.text for token in (*self.before[-1:], *self.after[:1])]
        return words[0] if self.before else None, words[-1] if self.after else None


def usage_of(reader: Any, sentence: str, span: Span) -> Usage | None:
    """Return how the target in a character span is used; see :func:`usages`."""
    return next(usages(reader, [sentence], [span]))


def usages(reader: Any, sentences: Sequence[str], spans: Sequence[Span]) -> Iterator[Usage | None]:
    """Yield how targets are used, by their tags; None for names and if WordNet lacks a target.

    Parameters
    ----------
    reader : WordNetCorpusReader
        WordNet.
    sentences : sequence of str of length n_targets
        Sentence of each target. Each distinct one is read once.
    spans : sequence of pair of int of length n_targets
        Character span of each target.
    """
    distinct = list(dict.fromkeys(sentences))
    analysed = dict(zip(distinct, whole_sentences(distinct), strict=True))
    for sentence, span in zip(sentences, spans, strict=True):
        yield _usage(reader, analysed[sentence], span)


def _usage(reader: Any, sentence: Sentence, span: Span) -> Usage | None:
    words = words_among(sentence.tokens)
    before = tuple([token for token in words if token.end <= span[0]])
    after = tuple([token for token in words if token.start >= span[1]])
    target = words[len(before) : len(words) - len(after)]
    text = normal_text(sentence.text[slice(*span)])
    form = text.lower()
    for tag in _readings(before, target, after):
        part = _PARTS[COARSE[tag[:2]]]
        base, senses = _listed(reader, form, tag, part)
        if not text.istitle():
            senses = [sense for sense in senses if base.replace(" ", "_") in sense.lemma_names()]
        if senses:
            return Usage(form, base, part, ENDINGS.get(tag, ""), before, after, senses)
    return None


def _readings(
    before: Sequence[Token], target: Sequence[Token], after: Sequence[Token]
) -> Iterator[str]:
    """Yield the tags with which a target is looked up, the best first.

    The head of an expression is its last word, or else its verb, which is its first word.
    """
    tags = [token.tag for token in target]
    following = after[0].tag[:2] if after else ""
    preceding = before[-1].tag if before else ""
    if following in {"NN", "JJ"} and preceding in _BEFORE_ATTRIBUTES.get("".join(tags[-1:]), ()):
        yield "JJ"
    verbs = [tag for tag in tags[:1] if tag.startswith("VB")]
    for tag in dict.fromkeys([*tags[-1:], *verbs]):
        if tag[:2] in COARSE and not tag.startswith("NNP"):
            yield from (tag, *_PARTICIPLES.get(tag, ()))


#: What NLTK leaves of quotations and their authors.
_QUOTATIONS = re.compile(r'"?;\s*[";-]')


def definition(sense: Any) -> str:
    """Return WordNet's definition of a sense, without the quotations that some end in."""
    return _QUOTATIONS.split(str(sense.definition()))[0].rstrip('"; ')


def words_among(tokens: Iterable[Token]) -> list[Token]:
    """Return the tokens without punctuation, symbols and markup."""
    return [token for token in tokens if token.tag and any(map(str.isalnum, token.text))]


def _listed(reader: Any, form: str, tag: str, part: str) -> tuple[str, list[Any]]:
    """Return the base form of a word or expression, and its senses.

    A plural that WordNet lists more often than its singular is a base form ("acoustics").
    """
    words = form.split()
    head = 0 if part == "v" else -1
    words[head] = lemma(words[head], tag)
    bases = [" ".join(words), *([form] if tag == "NNS" else [])]
    listed = {base: listed_senses(reader, base, part) for base in bases}
    counts = {
        base: (len(listed[base]) > 0, sum(tagged_count(sense, base) for sense in listed[base]))
        for base in bases
    }
    base = max(bases, key=lambda base: counts[base])
    return base, listed[base]


def listed_senses(reader: Any, base: str, part: str) -> list[Any]:
    """Return the senses of a base form with a part of speech, the most frequent first."""
    name = base.replace(" ", "_")
    listed = dict.fromkeys(reader.synsets(name, part))
    return [sense for sense in listed if name in map(str.lower, sense.lemma_names())]


def part_of(sense: Any) -> str:
    """Return the part of speech of a sense; adjectives include satellites ("s")."""
    part = str(sense.pos())
    return "a" if part == "s" else part


def spelled(name: str) -> str:
    """Return a lemma's name with spaces between words."""
    return name.replace("_", " ")


#: Weights of the columns of :func:`sense_evidence`; see benchmarks/substitution.md.
WEIGHTS = {
    "prior": 0.4,
    "overlap": 0.9,
    "related_overlap": 1.1,
    "gloss": 2.7,
    "related": 1.0,
    "nearby": 2.7,
}
#: Weight of :func:`encoded_similarity`, chosen with all-MiniLM-L6-v2 on 1,082 of WordNet's examples
#: that the benchmark does not measure.
ENCODER_WEIGHT = 12.0
#: Smallest share of a sense that is shown alone, and of two that are shown together.
CERTAIN, TOGETHER = 0.65, 0.8
#: Number of words on each side of a target that are near it.
_NEARBY = 3
#: Share of running text at which a word counts half in a mean vector (Arora et al. 2017).
_FREQUENT = 1e-4


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


def senses(
    sentence: str,
    target: str | Span,
    *,
    occurrence: int | None = None,
    encoder: str | None = None,
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
    encoder : str, optional
        Folder or name of a sentence encoder; see
        :class:`lcp.features.families.contextual.Contextual`. It is right more often than the
        lexicon's vectors alone. Default: none.
    store : Store, optional
        Store that provides WordNet. Default: a store of this machine.

    Returns
    -------
    list of Sense
        Empty if WordNet does not list the target, or it is a name.

    Raises
    ------
    InputError
        If the sentence has no such occurrence of the target, or the encoder cannot be read.
    ResourceError
        If WordNet or the encoder is missing.
    """
    span, _ = span_of(sentence, target, occurrence)
    with wordnet_reader(with_wordnet(store or Store()).nltk("wordnet")) as reader:
        usage = usage_of(reader, sentence, span)
        return [] if usage is None else ranked(usage, sense_shares(reader, usage, encoder))


def ranked(usage: Usage, shares: Floats) -> list[Sense]:
    """Return the senses of a target with their shares, the likeliest first."""
    listed = [
        Sense(sense.name(), definition(sense), share, tagged_count(sense, usage.base))
        for sense, share in zip(usage.senses, shares.tolist(), strict=True)
    ]
    return sorted(listed, key=lambda sense: -sense.share)


def likeliest(senses: Sequence[Sense], synonyms: Iterable[Substitute] = ()) -> Sequence[Sense]:
    """Return the sense that easier synonyms have, else the likely ones: one, two or none.

    One sense needs a share of 0.65; two together need 0.8, and a third each.
    """
    shared = next((synonym.sense for synonym in synonyms if synonym.sense), None)
    if shared is not None:
        return [sense for sense in senses if sense.name == shared]
    if not senses or senses[0].share >= CERTAIN:
        return senses[:1]
    two = senses[:2]
    shares = [sense.share for sense in two]
    return two if sum(shares) >= TOGETHER and min(shares) >= TOGETHER / 2.5 else []


def span_of(
    sentence: str, target: str | Span, occurrence: int | None = None
) -> tuple[Span, list[str]]:
    """Return the span of a target, and notes about its other occurrences.

    Raises
    ------
    InputError
        If the sentence has no such occurrence, a span is combined with an occurrence, or the target
        is neither a text nor a span of the sentence.
    """
    if isinstance(target, str):
        return place_target(sentence, target, occurrence)
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


def content(tokens: Iterable[Token]) -> set[str]:
    """Return the lemmas of tokens, without function words."""
    return {token.lemma for token in tokens if token.kind in {"word", "name"}}


def with_wordnet(store: Store) -> Store:
    """Return the store, or raise :class:`ResourceError` if it lacks WordNet."""
    if absent := store.missing(["wordnet"]):
        raise missing_resources_error(absent)
    return store


def sense_shares(reader: Any, usage: Usage, encoder: str | None = None) -> Floats:
    """Return the estimated probability of each sense of a target in its sentence.

    A softmax of the weighted sum of :func:`sense_evidence` and, if there is an encoder, of
    :func:`encoded_similarity`. This is the only place that decides between senses.

    Parameters
    ----------
    reader : WordNetCorpusReader
        WordNet.
    usage : Usage
        The target in its sentence.
    encoder : str, optional
        Folder or name of a sentence encoder.

    Returns
    -------
    ndarray of shape (n_senses,)
        Sums to 1.
    """
    score = sense_evidence(reader, usage) @ np.array(list(WEIGHTS.values()))
    if encoder is not None:
        score += ENCODER_WEIGHT * encoded_similarity(usage, encoder)
    shares = np.exp(score - score.max())
    return np.asarray(shares / shares.sum())


def sense_evidence(reader: Any, usage: Usage) -> Floats:
    """Return what speaks for each sense of a target in its sentence.

    Texts about a sense are compared with the sentence by the lemmas of content words that they
    share (Lesk 1986; Banerjee & Pedersen 2002), and by the cosine of their mean vectors in the
    bundled lexicon, in which frequent words weigh less (Arora et al. 2017).

    Returns
    -------
    ndarray of shape (n_senses, 6)
        ``prior``: how often the sense occurs in WordNet's sense-tagged texts (ln of count + 0.5).
        ``overlap``: lemmas shared with its definition and examples. ``related_overlap``: lemmas
        shared with its synonyms and related senses. ``gloss``, ``related``: cosine of the sentence
        with its definition, and with its related senses. ``nearby``: cosine of the words near the
        target with all these texts.
    """
    sentence = [*usage.before, *usage.after]
    near = [*usage.before[-_NEARBY:], *usage.after[:_NEARBY]]
    context, direction, nearby = content(sentence), _direction(sentence), _direction(near)
    rows = []
    for sense in usage.senses:
        about = texts_about(str(reader.root), sense, usage.base)
        overlaps = [len(context & lemmas) for lemmas in about.lemmas]
        cosines = [about.gloss @ direction, about.related @ direction, about.all @ nearby]
        rows.append([math.log(tagged_count(sense, usage.base) + 0.5), *overlaps, *cosines])
    return np.nan_to_num(np.array(rows, dtype=np.float64))


def encoded_similarity(usage: Usage, encoder: str) -> Floats:
    """Return the cosine of the sentence with the synonyms and definition of each sense.

    Each text is the mean of the encoder's highest layers.

    Raises
    ------
    InputError, ResourceError
        As :func:`lcp.features.families.contextual.open_encoder`.
    """
    before, after = ([token.text for token in part] for part in (usage.before, usage.after))
    sentence = " ".join([*before, usage.form, *after])
    about = [
        f"{', '.join(map(spelled, sense.lemma_names()))}: {definition(sense)}"
        for sense in usage.senses
    ]
    requests = [(text, 0, len(text)) for text in (sentence, *about)]
    vectors, _ = open_encoder(encoder).vectors(requests)
    directions = vectors[:, -1] / np.linalg.norm(vectors[:, -1], axis=1, keepdims=True)
    return np.asarray(directions[1:] @ directions[0])


class About(NamedTuple):
    """Texts about a sense, without the word that has it.

    Attributes
    ----------
    lemmas : tuple of set of str
        Lemmas of its definition and examples, and of its synonyms and related senses.
    gloss, related, all : ndarray of shape (n_dimensions,)
        Directions of its definition, of its synonyms and related senses, and of all texts.
    """

    lemmas: tuple[set[str], set[str]]
    gloss: Floats
    related: Floats
    all: Floats


@lru_cache(CACHED_WORDS)
def texts_about(_root: str, sense: Any, base: str) -> About:
    """Return what the texts about a sense of a word say."""
    # NLTK gives related senses in any order.
    above = sorted(sense.hypernyms() + sense.instance_hypernyms())
    others = sense.similar_tos() + sense.also_sees() + sense.verb_groups() + sense.topic_domains()
    parts = sense.part_meronyms() + sense.part_holonyms()
    near = [sense, *above, *sorted(others + parts + sense.hyponyms())]
    names = ", ".join(spelled(name) for other in near for name in other.lemma_names())
    groups = [
        [sense.definition()],
        sense.examples(),
        [names, *(other.definition() for other in above)],
    ]
    sentences = iter(whole_sentences([text for texts in groups for text in texts]))
    gloss, examples, related = (
        [
            token
            for _ in texts
            for token in words_among(next(sentences).tokens)
            if token.lemma != base
        ]
        for texts in groups
    )
    every = [*gloss, *examples, *related]
    lemmas = content([*gloss, *examples]), content(related)
    return About(lemmas, *map(_direction, (gloss, related, every)))


def _direction(tokens: Iterable[Token]) -> Floats:
    return mean_direction([token.text for token in tokens])


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
