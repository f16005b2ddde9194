"""Evidence for each sense of a target: counts, its context, and WordNet's texts about the sense."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lcp.base.caches import CACHED_WORDS
from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.word_frequency import zipf
from lcp.reader.meaning.definitions import usual_senses
from lcp.reader.meaning.sense_context import FRAMES, complement, context_features
from lcp.reader.meaning.sense_model import TYPES, load_senses

if TYPE_CHECKING:
    from lcp.base.array_types import Floats
    from lcp.reader.meaning.sense_context import Option, Usage
    from lcp.resources.wordnet_database import Synset

#: Returns how often each key was counted in the training texts; see :func:`sense_evidence`.
Counter = Callable[[Sequence[str]], "Floats"]
_WORDS = re.compile("[a-z]+")
#: What NLTK leaves of quotations and their authors.
_QUOTATIONS = re.compile(r'"?;\s*[";-]')


def sense_evidence(usage: Usage, counter: Counter, discount: Counter | None = None) -> Floats:
    """Return what speaks for each option of a target in its sentence.

    A column ``sense_X`` or ``class_X`` contains the sum, over the features of type X, of the
    logarithm of P(sense | lemma, feature) / P(sense | lemma), or of
    P(class | feature) / P(class), from smoothed counts in SemCor. Classes are WordNet's
    lexicographer files, such as *noun.act*.

    Parameters
    ----------
    usage : Usage
        The target in its sentence.
    counter : callable
        Returns how often senses and classes occur with features: counts of keys such
        as :func:`sense_key` makes.
    discount : callable, optional
        Returns the number of occurrences of senses to subtract from WordNet's counts: those of the
        text from which the target is, in training.

    Returns
    -------
    ndarray of shape (n_options, len(EVIDENCE))
        ``prior``: how often the target has the sense in WordNet's sense-tagged texts, an expression
        in the training texts (ln; see :func:`expected_counts`). WordNet's order of senses is no
        evidence: occurrences in SemCor decide it, so it would be trained on what it has to
        predict, and senses that SemCor lacks have no order.
        ``part``: probability of the part of speech with the target's tag (ln). ``gloss``,
        ``related``: cosine of the sentence with the definition and examples, and with related
        senses. ``nearby``: cosine of the words near the target with all these texts. ``overlap``:
        words that the sentence shares with the definition and examples.
        ``related_overlap``: words that it shares with related senses. ``frame``: whether WordNet
        gives a verb's sense a frame with the complement that the verb has here. ``linked``: whether
        the definition or an example has the last word of an expression and the preposition after it
        ("up with").
    """
    options, settings = usage.options, load_senses().settings
    names = [sense_key(option) for option in options]
    classes = [str(option.sense.lexname()) for option in options]
    features = [(TYPES.index(name), f"{name}={value}") for name, value in context_features(usage)]
    rows = [*names, *(distinct := list(dict.fromkeys(classes))), ""]
    columns = ["", *(text for _, text in features)]
    counts = counter([f"{row}\t{text}" for row in rows for text in columns])
    counts = counts.reshape(len(rows), len(columns))
    sense_counts, of_classes, totals = np.split(counts, [len(names), -1])
    of_senses = _raised(sense_counts, sense_counts.sum(axis=0), settings["sense_prior"])
    of_classes = _raised(of_classes, totals[0], settings["class_prior"])
    of_classes = of_classes[[distinct.index(name) for name in classes]]
    sums = np.zeros((len(TYPES), len(features)))
    sums[[number for number, _ in features], np.arange(len(features))] = 1
    counted = sense_counts[:, 0]
    if " " not in usage.lemma:
        counted = np.array([tagged_count(*option[:2]) for option in options], dtype=np.float64)
        if discount is not None:
            counted = np.maximum(counted - discount([f"{name}\t" for name in names]), 0)
    parts = counter([f"{part}\ttag={usage.tag}" for part in "nvar"])
    parts = np.log((parts + 0.5) / (parts + 0.5).sum())
    return np.column_stack(
        [
            np.log(expected_counts(options, counted)),
            parts[["nvar".index(option.pos) for option in options]],
            _texts_evidence(usage),
            _syntax_evidence(usage),
            of_senses @ sums.T,
            of_classes @ sums.T,
        ]
    )


def expected_counts(options: Sequence[Option], counted: Floats) -> Floats:
    """Return how often each option is expected, given how often it was counted.

    Some occurrences of each lemma and part of speech are added, divided as the signs of usual
    senses suggest: a word is the first name of its usual sense, which has many kinds, and texts
    about it are like other texts with the word (the last follows McCarthy et al. 2004). Others are
    added to the senses that this project finds usual
    (:func:`lcp.reader.meaning.definitions.usual_senses`).

    Returns
    -------
    ndarray of shape (n_options,)
        Above 0.
    """
    model = load_senses()
    signs = np.array([texts_about(*option[:2]).signs for option in options])
    usual = model.usual[["nvar".index(option.pos) for option in options]]
    powers = np.exp((signs * usual).sum(axis=1))
    readings = [option[1:3] for option in options]
    same = np.array([[reading == other for other in readings] for reading in readings])
    found = [usual_count(option.lemma, option.pos, option.sense.name()) for option in options]
    added = model.settings["sense_prior"] * powers / (same @ powers)
    return np.asarray(counted + added + found)


def usual_count(lemma: str, part: str, sense: str) -> float:
    """Return how many occurrences are added to a sense that this project finds usual; else 0.

    They are divided between the usual senses of a word like 1, 1/2 and 1/3.
    """
    names = usual_senses().get((lemma, part), [])
    if sense not in names:
        return 0.0
    total = sum(1 / rank for rank in range(1, len(names) + 1))
    return float(load_senses().settings["found_usual"]) / (names.index(sense) + 1) / total


def sense_key(option: Option) -> str:
    """Return the key of a lemma with a sense in the table of counts."""
    return f"{option.lemma}/{option.sense.name()}"


def _raised(counts: Floats, totals: Floats, prior: float) -> Floats:
    """Return how much each feature raises the share of each row (ln).

    The first column has the counts of rows without a feature; `totals` are counts of all rows.
    """
    share = (counts[:, :1] + 0.5) / (totals[0] + 0.5 * len(counts))
    return np.asarray(np.log((counts[:, 1:] + prior * share) / ((totals[1:] + prior) * share)))


def _texts_evidence(usage: Usage) -> Floats:
    """Return the columns ``gloss`` to ``related_overlap``."""
    words = [*usage.before, *usage.after]
    size = load_senses().settings["nearby"]
    near = [*usage.before[-size:], *usage.after[:size]]
    contents = [token for token in words if token.kind == "word"]
    context = {form for token in contents for form in (token.text.lower(), token.lemma)}
    direction, nearby = (mean_direction([token.text for token in part]) for part in (words, near))
    rows = []
    for option in usage.options:
        texts = texts_about(option.sense, option.lemma)
        cosines = [texts.gloss @ direction, texts.related @ direction, texts.all @ nearby]
        rows.append([*cosines, *(len(context & words) for words in texts.words)])
    return np.nan_to_num(np.array(rows, dtype=np.float64))


def _syntax_evidence(usage: Usage) -> Floats:
    """Return the columns ``frame`` and ``linked``."""
    fitting = FRAMES[complement(usage)] if usage.tag.startswith("VB") else frozenset()
    link = usage.after[0] if usage.after and usage.after[0].tag in {"IN", "TO"} else None
    rows = []
    for option in usage.options:
        sense, (*before, last) = option.sense, option.lemma.split()
        frame = option.pos == "v" and not fitting.isdisjoint(sense.frame_ids())
        pair = f" {last} {link.text.lower()} " if before and link else "\n"
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
    signs : ndarray of shape (3,)
        Whether the word is its first name; its number of hyponyms (ln of 1 + n); cosine of the word
        with all these texts.
    """

    words: tuple[set[str], set[str]]
    gloss: Floats
    related: Floats
    all: Floats
    signs: Floats


@lru_cache(CACHED_WORDS)
def texts_about(sense: Synset, lemma: str) -> About:
    """Return what the texts about a sense of a word say."""
    # NLTK gives related senses in any order.
    above = sorted(sense.hypernyms() + sense.instance_hypernyms())
    relatives = sense.similar_tos() + sense.also_sees() + sense.topic_domains()
    relatives += sense.part_meronyms() + sense.part_holonyms() + sense.hyponyms()
    names = [name for other in (sense, *above, *sorted(relatives)) for name in other.lemma_names()]
    target = set(lemma.split())
    gloss, related = (
        [word for text in texts for word in _WORDS.findall(text.lower()) if word not in target]
        for texts in (
            [sense.definition(), *sense.examples()],
            [spelled(" ".join(names)), *(other.definition() for other in above)],
        )
    )
    of_gloss, of_related, of_all = map(mean_direction, (gloss, related, gloss + related))
    is_first = spelled(sense.lemma_names()[0]).lower() == lemma
    typical = np.nan_to_num(of_all @ mean_direction(lemma.split()))
    signs = np.array([is_first, math.log1p(len(sense.hyponyms())), typical])
    return About((set(gloss), set(related)), of_gloss, of_related, of_all, signs)


def mean_direction(forms: Sequence[str]) -> Floats:
    """Return the direction of the weighted mean vector of words, NaN if none has a vector.

    The weights are those of Arora et al. (2017).
    """
    frequent = load_senses().settings["frequent"]
    vectors = load_lexicon().directions(forms)
    shares = np.array([10 ** (0.0 if math.isnan(z := zipf(form)) else z) / 1e9 for form in forms])
    weights = np.where(np.isnan(vectors[:, 0]), 0, frequent / (frequent + shares))
    mean = weights @ np.nan_to_num(vectors)
    length = np.linalg.norm(mean)
    return np.asarray(mean / length if length else np.full(vectors.shape[1], np.nan))


def tagged_count(sense: Synset, lemma: str) -> int:
    """Return how often a word has a sense in WordNet's sense-tagged texts."""
    return sum(each.count() for each in sense.lemmas() if spelled(each.name()).lower() == lemma)


def definition(sense: Synset) -> str:
    """Return WordNet's definition of a sense, without the quotations that some end in."""
    return _QUOTATIONS.split(str(sense.definition()))[0].rstrip('"; ')


def spelled(name: str) -> str:
    """Return a lemma's name with spaces between words."""
    return name.replace("_", " ")
