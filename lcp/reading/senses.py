"""Senses of a target in its sentence."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from cachetools import LRUCache, cached

from lcp.english.forms import normal_text, rated_form
from lcp.english.lemmas import COARSE, ENDINGS, lemma
from lcp.english.tagger import tag_at, tagged
from lcp.english.text import CACHED_WORDS, words
from lcp.english.word_classes import class_of, class_shares
from lcp.english.word_frequency import zipf
from lcp.errors import InputError
from lcp.features.families.contextual import open_encoder
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
    from lcp.reading.substitutes import Substitute

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
        tag = last_tag(sentence, span, *tags[sentence])
        if tag == "NN" and not _FINITE.intersection(tags[sentence][1]):
            # The tagger takes some irregular verbs for nouns ("A cat lay there").
            form = sentence[slice(*span)].lower()
            tag = "NN" if lemma(form, "VBD") == form else "VBD"
        tokens = [*zip(*tags[sentence], strict=True)]
        following = next((after for (start, _), after in tokens if start >= span[1]), "")
        preceding = next((before for (_, end), before in tokens[::-1] if end <= span[0]), "")
        yield _usage(reader, sentence, span, tag, (preceding, following))


def _usage(
    reader: Any, sentence: str, span: Span, tag: str, around: tuple[str, str]
) -> Usage | None:
    target = normal_text(sentence[slice(*span)])
    # An initial capital is kept also at the start of a sentence: senses of names are listed.
    target = rated_form(target, sentence, span[0]) if target.isupper() else target
    form = target.lower()
    is_first = not any(map(str.isalnum, sentence[: span[0]]))
    if tag.startswith("NNP") and target[:1].isupper() and not is_first:
        return None
    before, after = words(sentence[: span[0]]), words(sentence[span[1] :])
    alone = not before and around[1] in {"DT", "PRP$"}
    modifies = around[1][:2] in {"NN", "JJ"}
    attributive = modifies and _is_adjective(reader, form, tag, around[0])
    for reading in _readings(form, tag, before[-1:], imperative=alone, attributive=attributive):
        part = _PARTS[COARSE[reading[:2]]]
        base = _listed_base(reader, form, reading, part)
        if reading in ENDINGS and reading != tag and base == form:
            continue
        senses = listed_senses(reader, base, part)
        if target.islower() or tag.startswith("NNP"):
            name = base if target.islower() else target
            senses = [sense for sense in senses if name.replace(" ", "_") in sense.lemma_names()]
        if senses:
            ending = ending_of(form, base, reading)
            return Usage(form, base, part, ending, before, after, senses)
        if reading == tag == "JJ" and modifies and class_shares(form).get("JJ", 0.0) > _OFTEN:
            # WordNet lacks the adjective ("my fellow citizens").
            break
    return None


#: Tags in which a word is looked up if WordNet does not list it with its own.
#: The tagger seldom takes the base form of a verb for another part of speech.
_OTHER_TAGS = ("VBN", *ENDINGS, "NN", "JJ", "RB", "VB")
#: Tags of finite verbs.
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
#: Verbs and adverbs after which a participle is an adjective.
_LINKING = frozenset(("look", "seem", "appear", "feel", "become", "remain", "sound"))
_INTENSIFYING = frozenset(("very", "so", "too", "quite", "rather", "extremely", "highly", "most"))


def _readings(
    form: str, tag: str, before: Sequence[str], *, imperative: bool, attributive: bool
) -> Iterator[str]:
    """Yield the tags with which a target is looked up, the best first.

    The tagger takes most imperatives ("Heat the oil") and rare adjectives ("craven men") for nouns,
    and adjectives for participles.
    """
    if tag[:2] not in COARSE and tag not in {"", "FW"}:
        return
    previous = before[-1].lower() if before else ""
    predicative = previous in _INTENSIFYING or (previous and lemma(previous, "VBD") in _LINKING)
    if (predicative and tag in {"VBN", "VBD", "VBG"}) or attributive:
        yield "JJ"
    if imperative and tag[:2] in {"", "NN"}:
        yield "VB"
    if tag[:2] in COARSE:
        yield tag
    if form.endswith("s"):
        yield from ("NNS", "VBZ")
    shares = {} if tag else class_shares(form)
    yield from sorted(_OTHER_TAGS, key=lambda other: -shares.get(class_of(other), 0.0))


#: Smallest share of adjectives among the occurrences of a participle that can be one.
_SELDOM = 0.1
#: Tags before an adjective; "" at the start.
_BEFORE_ADJECTIVES = frozenset(("", "DT", "PRP$", "POS", "JJ", "CD"))
#: Share of adjectives from which an adjective is not looked up as another part of speech.
_OFTEN = 0.35
#: Smallest share of nouns among the occurrences of the singular of most plurals.
_MOSTLY = 0.5
#: What NLTK leaves of quotations and their authors.
_QUOTATIONS = re.compile(r'"?;\s*[";-]')


def definition(sense: Any) -> str:
    """Return WordNet's definition of a sense, without the quotations that some end in."""
    return _QUOTATIONS.split(str(sense.definition()))[0].rstrip('"; ')


def _is_adjective(reader: Any, form: str, tag: str, preceding: str) -> bool:
    """Return whether a participle or a noun before a noun or an adjective is rather an adjective.

    `preceding` is the tag before it.
    """
    nouns, adjectives = (listed_senses(reader, form, part) for part in "na")
    if not adjectives or tag not in {"NN", "VBN", "VBG"}:
        return False
    shares = class_shares(form)
    often = not shares or shares.get("JJ", 0.0) > _SELDOM
    if tag != "NN":
        return often or preceding in _BEFORE_ADJECTIVES
    noun, adjective = (
        sum(tagged_count(sense, form) for sense in listed) for listed in (nouns, adjectives)
    )
    return adjective > noun or (often and adjective == noun)


def _listed_base(reader: Any, form: str, tag: str, part: str) -> str:
    """Return the base form of a word, or the form if WordNet lists it as often as the base."""
    if tag in {"JJ", "NN", "RB"}:
        return form
    base = _base(form, tag)
    if tag == "NNS":
        # Plurals with a meaning of their own ("acoustics").
        plural, single = (
            [tagged_count(sense, name) for sense in listed_senses(reader, name, part)]
            for name in (form, base)
        )
        is_seldom_noun = class_shares(base).get("NN", 1.0) < _MOSTLY
        is_rare = is_seldom_noun and not sum(single)
        return form if plural and (is_rare or sum(plural) > sum(single)) else base
    return base


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

    A noun with a capital inside a sentence is a name; an ordinary word with a capital for its
    position is none. `spans` and `tags` belong to the sentence's tokens.
    """
    last = sentence[slice(*span)].rsplit(maxsplit=1)[-1]
    start = span[0] + sentence[slice(*span)].rindex(last)
    tag = tag_at((start, start + len(last)), sentence, spans, tags) or ""
    form = rated_form(last, sentence, start)
    is_inside = any(map(str.isalnum, sentence[:start]))
    if tag in {"NN", "NNS"} and form.istitle() and is_inside:
        return tag.replace("NN", "NNP")
    return "" if tag.startswith("NNP") and form.islower() else tag


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
        Store that provides WordNet and the tagger. Default: a store of this machine.

    Returns
    -------
    list of Sense
        Empty if WordNet does not list the target, or it is a name.

    Raises
    ------
    InputError
        If the sentence has no such occurrence of the target, or the encoder cannot be read.
    ResourceError
        If WordNet, the tagger or the encoder is missing.
    """
    span, _ = span_of(sentence, target, occurrence)
    resources = with_wordnet(store or Store())
    with wordnet_reader(resources.nltk("wordnet")) as reader:
        usage = usage_of(reader, sentence, span, resources)
        if usage is None:
            return []
        shares = sense_shares(reader, usage, encoder).tolist()
        listed = [
            Sense(sense.name(), definition(sense), share, tagged_count(sense, usage.base))
            for sense, share in zip(usage.senses, shares, strict=True)
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
    return {lemma(word) for word in words(text) if word.lower() not in _frequent_words()}


@cache
def _frequent_words() -> frozenset[str]:
    lexicon = load_lexicon()
    return frozenset(lexicon.words[number] for number in lexicon.function_words)


def with_wordnet(store: Store) -> Store:
    """Return the store, or raise :class:`ResourceError` if it lacks WordNet or the tagger."""
    absent = store.missing(["wordnet", "tagger"])
    if absent:
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

    Texts about a sense are compared with the sentence by the lemmas that they share, the most
    frequent words aside (Lesk 1986; Banerjee & Pedersen 2002), and by the cosine of their mean
    vectors in the bundled lexicon, in which frequent words weigh less (Arora et al. 2017).

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
    context = content(" ".join(sentence))
    direction = mean_direction(sentence)
    nearby = mean_direction([*usage.before[-_NEARBY:], *usage.after[:_NEARBY]])
    rows = []
    for sense in usage.senses:
        gloss, examples, others = texts_about(str(reader.root), sense, usage.base)
        rows.append(
            [
                math.log(tagged_count(sense, usage.base) + 0.5),
                len(context & (content(" ".join([*gloss, *examples])) - {usage.base})),
                len(context & (content(" ".join(others)) - {usage.base})),
                mean_direction(gloss) @ direction,
                mean_direction(others) @ direction,
                mean_direction([*gloss, *examples, *others]) @ nearby,
            ]
        )
    return np.nan_to_num(np.array(rows, dtype=np.float64))


def encoded_similarity(usage: Usage, encoder: str) -> Floats:
    """Return the cosine of the sentence with the synonyms and definition of each sense.

    Each text is the mean of the encoder's highest layers.

    Raises
    ------
    InputError, ResourceError
        As :func:`lcp.features.families.contextual.open_encoder`.
    """
    sentence = " ".join([*usage.before, usage.form, *usage.after])
    about = [
        f"{', '.join(map(spelled, sense.lemma_names()))}: {definition(sense)}"
        for sense in usage.senses
    ]
    requests = [(text, 0, len(text)) for text in (sentence, *about)]
    vectors, _ = open_encoder(encoder).vectors(requests)
    directions = vectors[:, -1] / np.linalg.norm(vectors[:, -1], axis=1, keepdims=True)
    return np.asarray(directions[1:] @ directions[0])


@cached(LRUCache(CACHED_WORDS), key=lambda root, sense, base: (root, sense.name(), base))
def texts_about(_root: str, sense: Any, base: str) -> tuple[list[str], list[str], list[str]]:
    """Return the words of a sense's definition, examples and related senses, without a word."""
    # NLTK gives related senses in any order.
    above = sorted(sense.hypernyms() + sense.instance_hypernyms())
    others = sense.similar_tos() + sense.also_sees() + sense.verb_groups() + sense.topic_domains()
    parts = sense.part_meronyms() + sense.part_holonyms()
    near = [sense, *above, *sorted(others + parts + sense.hyponyms())]
    names = [spelled(name) for other in near for name in other.lemma_names()]
    related = [*names, *(sense.definition() for sense in above)]
    gloss, examples, others = (
        [word for word in words(" ".join(texts)) if lemma(word) != base]
        for texts in ([sense.definition()], sense.examples(), related)
    )
    return gloss, examples, others


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
