"""Study lists: the words of a text that a reader could learn, with an example from the text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lcp.base.levels import LEVELS
from lcp.english.analysis import whole_sentences
from lcp.errors import InputError
from lcp.reader.meaning.finder import MeaningFinder
from lcp.reader.meaning.glosses import Glosser
from lcp.targets.find import edges_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from lcp.reader.annotation.annotator import Annotator
    from lcp.reader.profiles.text_profile import TextProfile, TextWord

#: Resources that meanings and synonyms need.
RESOURCES = ("wordnet",)
#: What :func:`with_meanings` adds to a word, and how probable each is.
MEANING = ("definition", "definition_confidence", "synonym", "synonym_confidence")

_RANGE = re.compile(r"(?P<low>[A-C][12])(?:\+|[-–](?P<high>[A-C][12]))?")


def level_range(text: str) -> frozenset[str]:
    """Return the levels of a range: from one level on, or from one to another.

    Raises
    ------
    InputError
        If the range is not of one of these forms.

    Examples
    --------
    >>> sorted(level_range("C1")), sorted(level_range("A2-B1")), sorted(level_range("B2-B2"))
    (['C1', 'C2'], ['A2', 'B1'], ['B2'])
    """
    match = _RANGE.fullmatch(text.strip().upper())
    if match:
        low = LEVELS.index(match["low"])
        high = LEVELS.index(match["high"] or "C2")
        if low <= high:
            return frozenset(LEVELS[low : high + 1])
    raise InputError(
        f"'{text}' is not a range of CEFR levels.",
        where="levels",
        hint="Give the first level (B2 or B2+), or a range (A2-B1, B2-B2).",
    )


def study_list(profile: TextProfile, levels: Collection[str] | None) -> list[TextWord]:
    """Return the words of a text that a reader could learn, the most useful first.

    Parameters
    ----------
    profile : TextProfile
        The profile of the text.
    levels : collection of str or None
        CEFR levels of the words, for example from :func:`level_range`; None for the hard words.

    Examples
    --------
    >>> import lcp
    >>> words = study_list(lcp.profile("The haploinsufficiency was mild."), {"C1", "C2"})
    >>> [(word.lemma, word.level, word.occurrences) for word in words]
    [('haploinsufficiency', 'C2', 1)]
    """
    words = profile.hard_words
    if levels is not None:
        words = [word for word in profile.vocabulary if word.level in levels]
    return sorted(words, key=lambda word: (-word.usefulness, word.lemma))


def with_meanings(words: Iterable[TextWord], annotator: Annotator) -> Iterator[TextWord]:
    """Yield the words with a definition and an easier synonym that are probably right.

    Each is "" if there is none; see :class:`lcp.Substitutes`. A synonym has its
    dictionary form.

    Parameters
    ----------
    words : iterable of TextWord
        The words.
    annotator : Annotator
        The annotator of the text; synonyms have the same model and readers.

    Raises
    ------
    ResourceError
        If WordNet is missing.
    """
    meanings = MeaningFinder(annotator.model, annotator.readers, annotator.genre)
    glosser = Glosser(meanings)
    words = list(words)
    sentences = whole_sentences([word.sentence for word in words])
    for word, sentence in zip(words, sentences, strict=True):
        # The words of an expression may be apart: "take your advice on board".
        edges = edges_of(word.sentence, word.span, word.form)
        meaning = meanings.meaning(sentence, edges or word.span)
        definition, confidence = glosser.definition(meaning)
        easier = meaning.easier
        yield replace(
            word,
            pos=meaning.senses[0].pos if meaning.senses else "",
            definition=definition,
            definition_confidence=confidence if definition else None,
            synonym=easier.lemma if easier else "",
            synonym_confidence=easier.confidence if easier else None,
        )
