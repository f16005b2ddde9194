"""The words of a text that a reader could learn, with an example from the text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lcp.annotation.batches import Target, instance_rows
from lcp.corpora.readers.cefr import LEVELS
from lcp.errors import InputError
from lcp.profiles.known_words import word_lemma

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from lcp.annotation.annotator import Annotator
    from lcp.profiles.profiler import PlacedSentence, PlacedWord


@dataclass(frozen=True)
class StudyWord:
    """A word to learn, with its first sentence in the text.

    Attributes
    ----------
    lemma, form : str
        Lemma in lower case, and form in the sentence.
    sentence : str
        The first sentence that contains the word, with single spaces.
    start, end : int
        Character span ``[start, end)`` of the word in the sentence.
    level : str
        Most frequent CEFR level of its occurrences; of several, the highest.
    complexity : float
        Mean complexity of its occurrences, 0-1.
    count : int
        Occurrences in the text, of all forms.
    usefulness : float
        Complexity times count, by which lists are sorted.
    line, column, paragraph : int
        Place of the first occurrence, from 1.
    gloss : str
        WordNet's definition of its sense in the sentence, or "".
    synonym : str
        An easier synonym that fits the sentence, or "".
    """

    lemma: str
    form: str
    sentence: str
    start: int
    end: int
    level: str
    complexity: float
    count: int
    usefulness: float
    line: int
    column: int
    paragraph: int
    gloss: str = ""
    synonym: str = ""


@dataclass(slots=True)
class _Entry:
    """Occurrences of a lemma."""

    first: StudyWord
    complexity: float = 0.0
    levels: Counter[str] = field(default_factory=Counter)


class StudyList:
    """Collect the words of a text that a reader does not know, sentence by sentence.

    Memory depends on the number of distinct words, not on the length of the text.

    Parameters
    ----------
    annotator : Annotator
        The annotator that rates the text. Its model must predict CEFR levels.

    Raises
    ------
    InputError
        If the model does not predict CEFR levels.

    Examples
    --------
    >>> from lcp.annotation import Annotator
    >>> from lcp.profiles import Profiler
    >>> annotator = Annotator()
    >>> words = StudyList(annotator)
    >>> for sentence in Profiler(annotator).stream(["The haploinsufficiency was mild."]):
    ...     words.add(sentence)
    >>> [(word.lemma, word.level, word.count) for word in words.words({"C1", "C2"})]
    [('haploinsufficiency', 'C2', 1)]
    """

    def __init__(self, annotator: Annotator) -> None:
        if annotator.model.levels_ is None:
            raise InputError(
                "The model does not predict CEFR levels.",
                hint="Use the bundled model, or train one on several corpora, among them cefr.",
            )
        self._entries: dict[str, _Entry] = {}
        self._paragraph = 0

    def add(self, sentence: PlacedSentence) -> None:
        """Add the words of a sentence that the reader does not know."""
        self._paragraph += sentence.sentence.segment.opens_paragraph
        for placed in sentence.words:
            word = placed.word
            if placed.is_known or word.level is None:
                continue
            base = word_lemma(word.text)
            entry = self._entries.get(base)
            if entry is None:
                entry = _Entry(_first(sentence, placed, self._paragraph))
                self._entries[base] = entry
            entry.complexity += word.complexity
            entry.levels[word.level] += 1

    def words(self, levels: AbstractSet[str]) -> list[StudyWord]:
        """Return the words of some levels, the most useful first."""
        words = []
        for entry in self._entries.values():
            level = max(entry.levels, key=lambda name: (entry.levels[name], LEVELS.index(name)))
            if level in levels:
                count = entry.levels.total()
                words.append(
                    replace(
                        entry.first,
                        level=level,
                        complexity=entry.complexity / count,
                        count=count,
                        usefulness=entry.complexity,
                    )
                )
        return sorted(words, key=lambda word: (-word.usefulness, word.lemma))


def _first(sentence: PlacedSentence, placed: PlacedWord, paragraph: int) -> StudyWord:
    """Return a word at its first place, without the figures of all its occurrences."""
    segment, word = sentence.sentence.segment, placed.word
    begin, end = word.start - segment.start, word.end - segment.start
    [(flat, _, start, end)] = instance_rows(segment.plain, [Target(begin, end, word.kind)])
    return StudyWord(
        lemma=word_lemma(word.text),
        form=word.text,
        sentence=flat,
        start=start,
        end=end,
        level="",
        complexity=0.0,
        count=0,
        usefulness=0.0,
        line=placed.line,
        column=placed.column,
        paragraph=paragraph,
    )
