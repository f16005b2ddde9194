"""Glosses of words: an easier synonym, or else a short definition."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from lcp.english.forms import normal_instance
from lcp.english.line_ends import on_one_line
from lcp.english.text import stem, word_spans, words
from lcp.english.word_classes import word_classes
from lcp.model.rater import Rater
from lcp.reading.candidates import is_variant
from lcp.reading.senses import likeliest, mean_direction, senses, with_wordnet
from lcp.reading.substitutes import substitutes
from lcp.resources import Store
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.corpora.registry import Readers
    from lcp.model.model import ComplexityModel
    from lcp.reading.annotation import AnnotatedSentence, RatedWord
    from lcp.reading.senses import Sense

#: Maximum number of characters of a gloss: a longer one moves the words under it apart.
LONGEST = 60
#: Smallest confidence of a synonym. Higher than for suggestions, because readers cannot see that a
#: gloss is wrong; words without such a synonym have a definition.
LEAST_CONFIDENCE = 0.7
#: Smallest number of occurrences, in WordNet's sense-tagged texts, of one of several senses that is
#: glossed by its definition. It must also be the most frequent: the estimated probability of senses
#: says too little. In three books, 12 of the 69 glosses that this leaves out were wrong.
FREQUENT = 3
#: Smallest cosine of a word and its definition in the lexicon's vectors: of 22 glosses below it, 5
#: were wrong.
ALIKE = 0.2
#: Clauses at the end of a definition that only add to it.
_ADDITION = re.compile(
    r", (?:especially|usually|often|typically|sometimes|generally|particularly|as|such as|e\.g\.|"
    r"including|in particular|etc)\b.*|: .*"
)
#: First clauses that only restrict a definition ("of persons; …", "native to Asia; …").
_RESTRICTION = re.compile(r"of(?: \S+){1,2}|native .*")
#: Classes of words that can be the head of a noun phrase.
_NOMINAL = frozenset(("NN", "NNP", "CD", "PRP", "VBG"))
_REMARK = re.compile(r"\s*\([^()]*\)")


class Glosser:
    """Gloss words in their sentences.

    Parameters
    ----------
    model : ComplexityModel
        Decides which synonyms are easier.
    readers : str, default="general"
        Who reads the text; see :class:`lcp.Annotator`.

    Raises
    ------
    ResourceError
        If WordNet or the tagger is missing.
    """

    def __init__(self, model: ComplexityModel, readers: Readers = "general") -> None:
        self._model = model
        self._rater = Rater(model)
        self._readers = readers
        self._store = with_wordnet(model.feature_set_.store or Store())

    def gloss(self, sentence: AnnotatedSentence, word: RatedWord) -> str:
        """Return an easier synonym of a word, else a short and easier definition, else ""."""
        segment = sentence.segment
        text, start, end = normal_instance(
            segment.plain, word.start - segment.start, word.end - segment.start, on_one_line
        )
        span = (start, end)
        target = text[start:end]
        listed = senses(text, span, store=self._store)
        likely = likeliest(listed)
        names = {meaning.name for meaning in likely}
        easier = substitutes(
            text, span, model=self._model, readers=self._readers, confidence=LEAST_CONFIDENCE
        )
        for substitute in easier:
            # Similar and more general words mislead without a sentence around them.
            if (
                substitute.sense in names
                and substitute.relation == "synonym"
                and (substitute.confidence or 0) >= LEAST_CONFIDENCE
                and substitute.form.lower() not in target.lower()
                and ("-" not in substitute.form or "-" in target)
            ):
                form = substitute.form
                return form[:1].lower() + form[1:] if form[1:].islower() else form
        return self._definition(target, word.complexity, listed) if len(likely) == 1 else ""

    def _definition(self, target: str, complexity: float, listed: Sequence[Sense]) -> str:
        """Return a short and easier definition of the likeliest sense, "" if it may mislead."""
        meaning = listed[0]
        most = max(sense.count for sense in listed)
        if len(listed) > 1 and meaning.count < max(most, FREQUENT):
            return ""
        gloss = shortened(meaning.definition)
        # A definition by the word itself does not help.
        is_circular = all(
            any(is_variant(stem(part), stem(word)) for word in words(gloss))
            for part in words(target)
        )
        if not gloss or is_circular or not is_phrase_of(meaning.name.split(".")[-2], gloss):
            return ""
        # WordNet lacks the usual sense of some words: "center of the Earth" for "bowels".
        likeness = mean_direction([target.lower()]) @ mean_direction(words(gloss))
        return gloss if not likeness < ALIKE and self._is_easier(gloss, complexity) else ""

    def _is_easier(self, gloss: str, complexity: float) -> bool:
        """Return whether all words of a gloss are easier than a word of this complexity."""
        spans = word_spans(gloss)
        rated = self._rater.rate(
            Targets.spans([gloss] * len(spans), spans, readers=self._readers)
        ).complexity
        return bool((rated < complexity).all())


def is_phrase_of(part: str, definition: str) -> bool:
    """Return whether a definition can stand for a noun or an adverb; others are not checked.

    Some of WordNet's definitions only describe the use of a word, or have another part of speech.

    Parameters
    ----------
    part : {"n", "v", "a", "r"}
        Part of speech of the defined word.
    definition : str
        The definition.

    >>> is_phrase_of("n", "capable of serving a purpose well"), is_phrase_of("n", "a small town")
    (False, True)
    >>> is_phrase_of("r", "overlapping in duration"), is_phrase_of("r", "in a way")
    (False, True)
    """
    classes = word_classes([words(definition)])[0]
    if part == "r":
        return classes[:1] == ["IN"] or {"RB", "CC"}.issuperset(classes)
    head = takewhile(lambda name: name not in {"IN", "VB", "MD"}, classes)
    return part != "n" or classes[:1] == ["DT"] or not _NOMINAL.isdisjoint(head)


def shortened(definition: str, longest: int = LONGEST) -> str:
    """Return a definition without remarks, alternatives and additions; empty if it is too long.

    >>> shortened("(of a person) willing to carry out the orders or wishes of another; docile")
    'willing to carry out the orders or wishes of another'
    >>> shortened("a building or room, especially one for worship, that was dedicated to a purpose")
    'a building or room'
    """
    clauses = _REMARK.sub("", definition).split(";")
    whole = (clause for clause in clauses if not _RESTRICTION.fullmatch(clause.strip()))
    text = next(whole, "").strip(" ,")
    if len(text) > longest:
        text = _ADDITION.sub("", text)
    return text if len(text) <= longest else ""
