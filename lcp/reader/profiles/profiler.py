"""Profile texts: level, coverage, hard words and readability, in one pass over their sentences."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import TYPE_CHECKING

from lcp.base.levels import LEVELS
from lcp.english.characters import checked, normal_text
from lcp.model.running_text import DEFAULT_THRESHOLD, THRESHOLDS
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.annotation.known_words import KnownWords
from lcp.reader.annotation.lines import Lines
from lcp.reader.profiles.diversity import DiversityCounts
from lcp.reader.profiles.measures import ReadabilityCounts, ThresholdShare, coverages, level_shares
from lcp.reader.profiles.text_level import FINITE, SentenceLevel, TextCounts, TextLevelModel
from lcp.reader.profiles.text_profile import TextProfile, TextWord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from lcp.base.reader_groups import Readers
    from lcp.english import Sentence
    from lcp.model.model import ComplexityModel
    from lcp.reader.annotation.annotation import AnnotatedSentence, AnnotatedWord
    from lcp.reader.annotation.lines import Place

#: What marks an item of a list and is no part of its sentence: surer than what divides sentences,
#: where "Mr." may be one.
_MARKER = re.compile(r"\s*(?:[-*•–—]|\(?(?:\d{1,3}|[a-z])[.)])\s+")
#: Kinds that are not counted apart: running words, the parts of contractions, which belong to a
#: word, and punctuation.
_NOT_APART = frozenset(
    {"word", "function word", "contraction part", "punctuation", "symbol", "markup"}
)


@dataclass(slots=True)
class _Entry:
    """Occurrences of a lemma that the reader does not know.

    `first` is the first one in a clause, if there is one: a heading is no example.
    """

    first: TextWord
    is_in_clause: bool
    count: int = 0
    complexity: float = 0.0
    levels: Counter[str] = field(default_factory=Counter)

    def word(self) -> TextWord:
        level = max(
            self.levels, key=lambda name: (self.levels[name], LEVELS.index(name)), default=None
        )
        mean = self.complexity / self.count
        return replace(self.first, occurrences=self.count, complexity=mean, level=level)


class Profiler:
    r"""Profile one text that is read in pieces.

    Memory depends on the number of distinct words, not on the length of the text, except for the
    order of its words, four bytes each.

    Parameters
    ----------
    annotator : Annotator
        Annotates the words.
    name : str, default=""
        Name of the text.
    known_words : KnownWords, optional
        Words that the reader knows. Default: none.
    lines : Lines, optional
        Lines of the text. Default: they are counted as the text is read.
    by_sentence : bool, default=False
        Whether to keep the level of each sentence too.

    Examples
    --------
    >>> import lcp
    >>> profiler = Profiler(lcp.Annotator())
    >>> for sentence in profiler.stream(["It was mild.\nThe haploinsufficiency was not."]):
    ...     print([word.text for word in sentence.words])
    ['mild']
    ['haploinsufficiency']
    >>> [(word.lemma, word.line) for word in profiler.profile().hard_words]
    [('haploinsufficiency', 2)]
    """

    def __init__(
        self,
        annotator: Annotator,
        *,
        name: str = "",
        known_words: KnownWords | None = None,
        lines: Lines | None = None,
        by_sentence: bool = False,
    ) -> None:
        self.annotator = annotator
        self.name = name
        self.by_sentence = by_sentence
        self._level_model = TextLevelModel.bundled()
        self._text = self._level_model.counts()
        self._sentences: list[tuple[str, int, TextCounts]] = []
        self.known_words = known_words or KnownWords()
        self._lines = lines or Lines()
        # Lemmas of the running words, and of those that the reader knows.
        self._lemmas: Counter[str] = Counter()
        self._known: Counter[str] = Counter()
        running_text, readers = annotator.model.running_text_, annotator.readers
        self._thresholds = {name: running_text.threshold(name, readers) for name in THRESHOLDS}
        if annotator.threshold not in self._thresholds.values():
            self._thresholds["custom"] = annotator.threshold
        # Running words of units that the reader may not know, from each threshold and by level; ""
        # for units without a level.
        self._above: Counter[str] = Counter()
        self._levels: Counter[str] = Counter()
        self._entries: dict[str, _Entry] = {}
        self._readability = ReadabilityCounts()
        self._diversity = DiversityCounts()

    def stream(self, pieces: Iterable[str]) -> Iterator[AnnotatedSentence]:
        """Count a text, and yield its annotated sentences.

        Raises
        ------
        InputError
            If a piece is not valid text.
        """
        for sentence in self.annotator.stream(self._lines.read(pieces)):
            self.add(sentence)
            yield sentence

    def add(self, sentence: AnnotatedSentence) -> None:
        """Count an annotated sentence of the annotator, after those before it in the text."""
        sentence_read = sentence.sentence
        number = self._text.add(sentence)
        if self.by_sentence:
            counts = self._level_model.counts([sentence])
            line = self._lines.place(sentence_read.start).line
            self._sentences.append((normal_text(sentence_read.plain), line, counts))
        self._readability.add(sentence_read.words, number)
        self._diversity.add(sentence_read.words)
        part, columns = slice(sentence_read.first, sentence_read.last), sentence_read.columns
        running = compress(columns.lemmas[part], columns.is_running[part])
        self._lemmas.update(map(str.lower, running))
        is_clause = any(token.tag in FINITE for token in sentence_read.tokens[1:])
        for word in sentence.units:
            if lemmas := sentence.running_words(word):
                self._count_word(word, lemmas, sentence, is_clause=is_clause)

    def profile(self) -> TextProfile:
        """Return the profile of what was read."""
        tally, known = self._text.tally, self._known.total()
        shares, level = [], None
        if self.annotator.model.state_.gives_levels:
            [level] = self._level_model.levels([self._text])
            easy = tally.words - self._levels.total()
            shares = level_shares(self._levels + Counter({LEVELS[0]: easy}), tally)
        words = [entry.word() for entry in self._entries.values()]
        entries = self._entries.values()
        complexity = sum(entry.complexity for entry in entries)
        n_units = sum(entry.count for entry in entries)
        return TextProfile(
            name=self.name,
            readers=self.annotator.readers,
            n_sentences=tally["sentences"],
            n_running_words=tally.words,
            n_content_words=tally["word"],
            n_known_words=known,
            not_counted={
                kind: number for kind, number in tally.kinds.most_common() if kind not in _NOT_APART
            },
            text_level=level,
            sentence_levels=self._sentence_levels() if level and self.by_sentence else [],
            levels=shares,
            threshold=self.annotator.threshold,
            thresholds=[
                ThresholdShare(name, value, self._above[name], tally.share(self._above[name]))
                for name, value in self._thresholds.items()
            ],
            coverage=coverages(self._lemmas - self._known, known) if tally.words else [],
            vocabulary=sorted(words, key=lambda word: (-word.complexity, word.lemma)),
            readability=self._readability.formulas(),
            diversity=self._diversity.measures(
                tally, Counter(word.level for word in words if word.level)
            ),
            mean_complexity=complexity / n_units if n_units else None,
            language=tally.language,
            warning=tally.warning,
            notes=[*(self._text.doubts() if level else []), *filter(None, [tally.warning])],
        )

    def _sentence_levels(self) -> list[SentenceLevel]:
        levels = self._level_model.levels([counts for _, _, counts in self._sentences])
        rows = zip(self._sentences, levels, strict=True)
        return [SentenceLevel(text, line, level) for (text, line, _), level in rows]

    def _count_word(
        self,
        word: AnnotatedWord,
        lemmas: list[str],
        sentence: AnnotatedSentence,
        *,
        is_clause: bool,
    ) -> None:
        """Count a word or expression, given the lemmas of its running words."""
        place = self._lines.place(word.start)
        lemma = word.lemma.lower()
        if self.known_words.covers(word.lemma if word.runs else word.text, lemma):
            self._known.update(lemmas)
            return
        entry = self._entries.get(lemma)
        if entry is None or (is_clause and not entry.is_in_clause):
            first = self._first_place(lemma, word, place, sentence.sentence)
            entry = entry or self._entries.setdefault(lemma, _Entry(first, is_clause))
            entry.first, entry.is_in_clause = first, is_clause
        entry.count += 1
        entry.complexity += word.prediction.complexity
        level = word.prediction.level
        if level is not None:
            entry.levels[level] += 1
        self._levels[level or ""] += len(lemmas)
        for name, threshold in self._thresholds.items():
            self._above[name] += (word.prediction.complexity >= threshold) * len(lemmas)

    def _first_place(
        self, lemma: str, word: AnnotatedWord, place: Place, sentence: Sentence
    ) -> TextWord:
        """Return a word at its first place, without the figures of all its occurrences."""
        begin, end = word.start - sentence.start, word.end - sentence.start
        marker = _MARKER.match(sentence.plain, 0, begin)
        skipped = marker.end() if marker else 0
        plain, begin, end = sentence.plain[skipped:], begin - skipped, end - skipped
        before = normal_text(plain[:begin])
        first = len(before) + (before != "" and plain[begin - 1].isspace())
        span = (first, first + len(normal_text(plain[begin:end])))
        place_in_text = (word.start, word.end, *place)
        return TextWord(lemma, word.text, 0, 0.0, None, *place_in_text, normal_text(plain), span)


def profile(
    text: str,
    *,
    name: str = "",
    known_words: Iterable[str] = (),
    model: ComplexityModel | str | Path | None = None,
    genre: str = "",
    readers: Readers = "general",
    threshold: float | str = DEFAULT_THRESHOLD,
    pipeline: str | None = None,
    by_sentence: bool = False,
) -> TextProfile:
    """Profile a text: level, coverage, hard words, readability.

    Parameters
    ----------
    text : str
        The text. For texts that do not fit in memory, see :class:`Profiler`.
    name : str, default=""
        Name of the text.
    known_words : iterable of str, optional
        Words that the reader knows, in any inflected form. They count as A1, and are not hard.
    model, genre, readers, threshold, pipeline
        As for :class:`lcp.Annotator`.
    by_sentence : bool, default=False
        Whether to give the level of each sentence too.

    Raises
    ------
    InputError
        If the text is not a string or contains characters that are not allowed, or an option is
        invalid.

    Examples
    --------
    >>> import lcp
    >>> lcp.profile("He saw a cat.").verdict
    'A1: 0% of the words are above A1; no hard words.'
    """
    annotator = Annotator(
        model, genre=genre, readers=readers, threshold=threshold, pipeline=pipeline
    )
    profiler = Profiler(
        annotator, name=name, known_words=KnownWords(known_words), by_sentence=by_sentence
    )
    for _ in profiler.stream(checked([text])):
        pass
    return profiler.profile()
