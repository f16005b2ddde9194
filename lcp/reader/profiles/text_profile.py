"""The profile of a text: level, coverage, hard words and readability, as records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.base.reader_groups import GENERAL
from lcp.base.task import TASKS
from lcp.english.kinds import in_numbers
from lcp.reader.profiles.measures import level_below
from lcp.tables.formatting import Table, notebook_html, rounded

if TYPE_CHECKING:
    from lcp.reader.annotation.tally import Language
    from lcp.reader.profiles.measures import Coverage, LevelShare, Measure, ThresholdShare
    from lcp.reader.profiles.text_level import SentenceLevel, TextLevel

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

    def to_dict(self) -> dict[str, object]:
        """Return the attributes of hard words in JSON, with numbers of four decimals."""
        return rounded({name: getattr(self, name) for name in _HARD_WORD})


@dataclass(frozen=True, repr=False)
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

    def __repr__(self) -> str:
        words = (f"{w.lemma!r} {w.complexity:.2f}" for w in self.hard_words[:5])
        hardest = ", ".join(words)
        name = f" {self.name!r}" if self.name else ""
        return f"<TextProfile{name}: {self.verdict}{f' {hardest}' if hardest else ''}>"

    def _repr_html_(self) -> str:
        title = f"{self.name}: {self.verdict}" if self.name else self.verdict
        return notebook_html(title, *self.notes, *self.facts, *self.tables())

    @property
    def facts(self) -> list[str]:
        """Sentences on the level of the text and the numbers of its words."""
        sentences = []
        if level := self.text_level:
            figures = (
                f"{level.value:.1f} from 1 (A1) to 6 (C2), probability {level.probability:.0%}"
            )
            sentences.append(f"Level {level.level}: {figures}. {level.in_words(3)}.")
        listed = f", known: {self.n_known_words:,}" if self.n_known_words else ""
        apart = ", ".join(in_numbers(kind, number) for kind, number in self.not_counted.items())
        sentences.append(
            f"{self.n_running_words:,} words in {self.n_sentences:,} sentences (content words: "
            f"{self.n_content_words:,}{listed})." + (f" Not counted: {apart}." if apart else "")
        )
        return sentences

    def tables(self, hard_words: int = 15) -> list[Table]:
        """Return the figures as tables of text, or the levels of the sentences if there are any.

        `hard_words` is the largest number of hard words in them.
        """
        if self.sentence_levels:
            rows = [
                [str(row.line), row.level.level if row.level else "–", row.sentence]
                for row in self.sentence_levels
            ]
            return [Table("Sentences", ["line", "level", "sentence"], rows)]
        if not self.n_running_words:
            return []
        levels = [
            [
                row.level,
                f"{row.n_words:,}",
                *(f"{x:.1%}" for x in (row.share, row.up_to, row.above)),
            ]
            for row in self.levels
        ]  # fmt: skip
        thresholds = [
            [row.name, f"{row.threshold:.3f}", f"{row.n_words:,}", f"{row.share:.1%}"]
            for row in self.thresholds
        ]
        coverage = [[f"{row.share:.0%}", row.in_words] for row in self.coverage]
        formulas = [[row.description, f"{row.value:.1f}", row.unit] for row in self.readability]
        diversity = [
            [row.description, f"{row.value:.{3 if row.unit == '0-1' else 1}f}", row.unit]
            for row in self.diversity
        ]
        hardest = [
            [w.lemma, f"{w.occurrences:,}", f"{w.complexity:.2f}", w.level or "–", str(w.line)]
            for w in self.hard_words[:hard_words]
        ]
        shown = f"{len(hardest):,} of {len(self.hard_words):,}; JSON lists all."
        tables = [
            Table("Levels", ["level", "words", "share", "up to it", "above it"], levels,
                  "Function words and known words count as A1."),
            Table("Thresholds", ["threshold", "complexity", "words", "share"], thresholds),
            Table("Coverage", ["share of the words", "covered by the most frequent"], coverage,
                  "English words with their inflected forms (Nation 2006)."),
            Table("Hardest words", ["hardest words", "count", "complexity", "level", "line"],
                  hardest, shown),
            Table("Readability", ["readability formula", "value", "unit or scale"], formulas),
            Table("Diversity", ["lexical measure", "value", "unit or scale"], diversity),
        ]  # fmt: skip
        return [table for table in tables if table.rows]

    def to_dict(self) -> dict[str, object]:
        """Return the attributes as JSON-serialisable values, rounded to four decimals.

        The vocabulary is left out, except for the hard words.
        """
        hard_words = [word.to_dict() for word in self.hard_words]
        summary = {"verdict": self.verdict, "level": self.level, "share_hard": self.share_hard}
        figures = {**summary, **vars(self), "hard_words": hard_words}
        del figures["vocabulary"]
        return {name: _as_json(value) for name, value in figures.items()}


def _audience(readers: str) -> str:
    """Return the noun for readers.

    >>> _audience("learner"), _audience("learner:es")
    ('learners', 'Spanish speakers')
    """
    nouns = {"learner": "learners", "native": "native readers", **TASKS.readers}
    return nouns.get(readers, f"readers {readers}")


def _as_json(value: object) -> object:
    """Return a value with records as dicts and rounded numbers."""
    if isinstance(value, float):
        return round(value, 4)
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: _as_json(part) for name, part in value.items()}
    return [_as_json(part) for part in value] if isinstance(value, list) else value
