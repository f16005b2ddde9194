"""The profile of a text: level, coverage, hard words and readability, as records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.base.reader_groups import GENERAL
from lcp.base.task import TASKS
from lcp.reader.profiles.measures import level_below

if TYPE_CHECKING:
    from lcp.reader.annotation.tally import Language
    from lcp.reader.profiles.measures import Coverage, LevelShare, Measure
    from lcp.reader.profiles.text_level import TextLevel

#: Attributes of hard words in JSON.
_HARD_WORD = (
    "lemma",
    "form",
    "occurrences",
    "complexity",
    "level",
    "start",
    "end",
    "line",
    "column",
)


@dataclass(frozen=True, slots=True)
class TextWord:
    """A word of a text, with all its inflected forms.

    Attributes
    ----------
    lemma : str
        The lemma in lower case.
    form : str
        Its form at the first place in the text.
    occurrences : int
        Number of occurrences, of all forms.
    complexity : float
        Mean over the occurrences, 0-1.
    level : str or None
        Most frequent CEFR level of its occurrences; of several, the highest.
    start, end : int
        Character span ``[start, end)`` of the first occurrence, counted from 0.
    line, column : int
        Place of the first occurrence, from 1.
    sentence : str
        The first sentence that contains the word, with single spaces; not a heading or another
        phrase without a verb, if the word is in a clause too.
    span : tuple of (int, int)
        Characters ``[start, end)`` of the word in this sentence.
    definition, synonym : str
        Definition of what it probably means in the sentence, in easier words, and an easier synonym
        that fits; empty unless :func:`lcp.reader.profiles.study.with_meanings` found one.
    definition_confidence, synonym_confidence : float or None
        Estimated probabilities that they are right, 0-1.
    pos : str
        Part of speech of its likeliest sense: n, v, a or r; empty without one.
    """

    lemma: str
    form: str
    occurrences: int
    complexity: float
    level: str | None
    start: int
    end: int
    line: int
    column: int
    sentence: str
    span: tuple[int, int]
    definition: str = ""
    synonym: str = ""
    definition_confidence: float | None = None
    synonym_confidence: float | None = None
    pos: str = ""

    @property
    def usefulness(self) -> float:
        """Complexity times occurrences: how much a learner gains by the word."""
        return self.complexity * self.occurrences


class SentenceLevel(NamedTuple):
    """CEFR level of a sentence of a text.

    Attributes
    ----------
    sentence : str
        The sentence, with single spaces.
    line : int
        Line of its first character, from 1.
    level : TextLevel or None
        Its level; None without words.
    """

    sentence: str
    line: int
    level: TextLevel | None


class ThresholdShare(NamedTuple):
    """Words that reach a threshold of complexity.

    Attributes
    ----------
    name : str
        ``many``, ``some``, ``few`` or ``custom``; see :class:`lcp.Annotator`.
    threshold : float
        Complexity, 0-1.
    n_words : int
        Running words that reach it, or are in an expression that does, and that the reader does
        not know.
    share : float
        Their share of the running words, 0-1.
    """

    name: str
    threshold: float
    n_words: int
    share: float


@dataclass(frozen=True)
class TextProfile:
    """Level, coverage, hard words and readability of a text.

    Running words are content words and function words. Names, numbers, abbreviations and other
    tokens are counted apart, as in studies of coverage (Nation 2006), and possessive endings and
    parts of contractions count with the word before.

    Attributes
    ----------
    name : str
        Name of the text.
    readers : str
        Readers that its words are predicted for.
    n_sentences, n_running_words, n_content_words : int
        Sentences, running words, and content words.
    n_known_words : int
        Running words on the reader's list of known words.
    not_counted : dict of str to int
        Other tokens by kind, without punctuation; see :data:`lcp.english.kinds.KINDS`.
    text_level : TextLevel or None
        CEFR level of the text, with probability and reasons; None without words, or if the model
        does not predict levels. It does not depend on the reader.
    sentence_levels : list of SentenceLevel
        Levels of the sentences, on request.
    levels : list of LevelShare
        Share of the running words at each level. The words of an expression have its level, other
        function words and known words count as A1.
    threshold : float
        Complexity, 0-1, from which a word is hard.
    thresholds : list of ThresholdShare
        Share of the running words that reach each named threshold.
    coverage : list of Coverage
        Number of the most frequent English words that cover 90%, 95% and 98% of the running words.
    vocabulary : list of TextWord
        Annotated words that the reader does not know, the hardest first.
    readability : list of Measure
        Classical readability formulas.
    diversity : list of Measure
        Lexical diversity, density and sophistication; see :mod:`lcp.reader.profiles.diversity`.
    mean_complexity : float or None
        Mean complexity of the annotated words, 0-1.
    language : {"en", "und"}
        Language: English, or undetermined. A text that does not seem to be English has no levels.
    warning : str or None
        Warning that the text does not seem to be English.
    notes : list of str
        What a reader of the profile should know about its reliability.
    """

    name: str
    readers: str
    n_sentences: int
    n_running_words: int
    n_content_words: int
    n_known_words: int
    not_counted: dict[str, int]
    text_level: TextLevel | None
    sentence_levels: list[SentenceLevel]
    levels: list[LevelShare]
    threshold: float
    thresholds: list[ThresholdShare]
    coverage: list[Coverage]
    vocabulary: list[TextWord]
    readability: list[Measure]
    diversity: list[Measure]
    mean_complexity: float | None
    language: Language
    warning: str | None
    notes: list[str]

    @property
    def level(self) -> str | None:
        """CEFR level of the text, A1 to C2, or None."""
        return self.text_level.level if self.text_level else None

    @property
    def hard_words(self) -> list[TextWord]:
        """Words whose mean complexity reaches the threshold, the hardest first."""
        return [word for word in self.vocabulary if word.complexity >= self.threshold]

    @property
    def verdict(self) -> str:
        """The profile in one sentence."""
        if not self.n_running_words:
            return "The text has no words to annotate."
        if self.language != "en":
            return "No level: the text does not seem to be English."
        number = len(self.hard_words)
        hard = f"{number:,} hard word{'' if number == 1 else 's'}" if number else "no hard words"
        hard += "" if self.readers == GENERAL else f" for {_audience(self.readers)}"
        if self.level is None:
            hard = f"{hard[0].upper()}{hard[1:]}"
            return f"{hard}: {self.share_hard:.0%} of the {self.n_running_words:,} words."
        below = level_below(self.level)
        return (
            f"{self.level}: {self.share_above(below):.0%} of the words are above {below}; {hard}."
        )

    @property
    def share_hard(self) -> float:
        """Share of the running words that are hard or in a hard expression, 0-1."""
        return next(row.share for row in self.thresholds if row.threshold == self.threshold)

    def share_above(self, level: str) -> float:
        """Return the share of the running words above a level, 0-1; 0 without levels."""
        return next((share.above for share in self.levels if share.level == level), 0.0)

    def to_dict(self) -> dict[str, Any]:
        """Return the attributes as JSON-serialisable values, rounded to four decimals.

        The vocabulary is left out, except for the hard words.
        """
        hard_words = [
            {name: getattr(word, name) for name in _HARD_WORD} for word in self.hard_words
        ]
        summary = {"verdict": self.verdict, "level": self.level, "share_hard": self.share_hard}
        figures = {**summary, **vars(self)}
        del figures["vocabulary"]
        return dict(_as_json({**figures, "hard_words": hard_words}))


def _audience(readers: str) -> str:
    """Return the noun for readers.

    >>> _audience("learner"), _audience("learner:es")
    ('learners', 'Spanish speakers')
    """
    nouns = {"learner": "learners", "native": "native readers", **TASKS.readers}
    return nouns.get(readers, f"readers {readers}")


def _as_json(value: Any) -> Any:
    """Return a value with records as dicts and rounded numbers."""
    if isinstance(value, float):
        return round(value, 4)
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: _as_json(part) for name, part in value.items()}
    return [_as_json(part) for part in value] if isinstance(value, list) else value
