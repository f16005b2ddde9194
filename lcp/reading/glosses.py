"""Glosses of words: an easier synonym, or else a short definition."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from lcp.english.analysis import whole_sentences
from lcp.reading.candidates import is_variant
from lcp.reading.senses import likeliest, mean_direction, with_wordnet, words_among
from lcp.reading.substitutes import substitutes
from lcp.resources import Store
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.corpora.registry import Readers
    from lcp.english import Token
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
#: Tags of words that can be the head of a noun phrase, and of words that end one.
_NOMINAL = frozenset(("NN", "NNS", "NNP", "NNPS", "CD", "PRP", "VBG"))
_AFTER_NOUNS = frozenset(("IN", "TO", "VB", "VBD", "VBP", "VBZ", "MD"))
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
        If WordNet is missing.
    """

    def __init__(self, model: ComplexityModel, readers: Readers = "general") -> None:
        self._model = model
        self._readers = readers
        with_wordnet(model.feature_set_.store or Store())

    def gloss(self, sentence: AnnotatedSentence, word: RatedWord) -> str:
        """Return an easier synonym of a word, else a short and easier definition, else ""."""
        begin, target = sentence.sentence.start, word.text
        easier = substitutes(
            sentence.sentence.plain,
            (word.start - begin, word.end - begin),
            model=self._model,
            readers=self._readers,
            confidence=LEAST_CONFIDENCE,
        )
        likely = likeliest(easier.senses)
        names = {meaning.name for meaning in likely}
        for substitute in easier:
            form, other = substitute.form, substitute.form.lower()
            # Similar and more general words mislead without a sentence around them.
            if (
                substitute.sense in names
                and substitute.relation == "synonym"
                and (substitute.confidence or 0) >= LEAST_CONFIDENCE
                and other not in target.lower()
                and target.lower() not in other
                and ("-" not in form or "-" in target)
            ):
                return form[:1].lower() + form[1:] if form[1:].islower() else form
        return self._definition(word, easier.senses) if len(likely) == 1 else ""

    def _definition(self, word: RatedWord, listed: Sequence[Sense]) -> str:
        """Return a short and easier definition of the likeliest sense, "" if it may mislead."""
        meaning = listed[0]
        most = max(sense.count for sense in listed)
        if len(listed) > 1 and meaning.count < max(most, FREQUENT):
            return ""
        gloss = shortened(meaning.definition)
        target, words = (
            words_among(sentence.tokens) for sentence in whole_sentences([word.text, gloss])
        )
        # A definition by the word itself does not help.
        is_circular = all(
            any(is_variant(part.lemma.lower(), other.lemma.lower()) for other in words)
            for part in target
        )
        if not gloss or is_circular or not is_phrase_of(meaning.name.split(".")[-2], words):
            return ""
        # WordNet lacks the usual sense of some words: "center of the Earth" for "bowels".
        about = mean_direction([token.text for token in words])
        if mean_direction([word.text.lower()]) @ about < ALIKE:
            return ""
        return gloss if self._is_easier(gloss, words, word.rating.complexity) else ""

    def _is_easier(self, gloss: str, words: Sequence[Token], complexity: float) -> bool:
        """Return whether all words of a gloss are easier than a word of this complexity."""
        spans = [(token.start, token.end) for token in words]
        targets = Targets.spans([gloss] * len(spans), spans, readers=self._readers)
        return bool((self._model.rate(targets).complexity < complexity).all())


def is_phrase_of(part: str, words: Sequence[Token]) -> bool:
    """Return whether a definition can stand for a noun or an adverb; others are not checked.

    Some of WordNet's definitions only describe the use of a word, or have another part of speech.

    Parameters
    ----------
    part : {"n", "v", "a", "r"}
        Part of speech of the defined word.
    words : sequence of Token
        The words of the definition.

    >>> from lcp.english import tokens_of
    >>> [is_phrase_of("n", tokens_of(text)) for text in ("capable of being used", "a small town")]
    [False, True]
    >>> [is_phrase_of("r", tokens_of(text)) for text in ("overlapping in time", "in a way")]
    [False, True]
    """
    tags = [token.tag for token in words]
    if part == "r":
        return tags[:1] == ["IN"] or {"RB", "RBR", "RBS", "CC"}.issuperset(tags)
    head = takewhile(lambda tag: tag not in _AFTER_NOUNS, tags)
    return part != "n" or tags[:1] == ["DT"] or not _NOMINAL.isdisjoint(head)


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
