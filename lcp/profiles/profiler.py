"""Profile texts in one pass over their annotated sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypedDict, overload

from lcp.annotation.annotation import Counts
from lcp.annotation.annotator import Annotator
from lcp.annotation.decoding import checked
from lcp.annotation.line_ends import undivided
from lcp.corpora.readers.cefr import LEVELS
from lcp.errors import InputError
from lcp.model.scale import AUDIENCES
from lcp.profiles.coverage import coverages
from lcp.profiles.known_words import KnownWords, word_lemma
from lcp.profiles.positions import Lines
from lcp.profiles.readability import ReadabilityCounts
from lcp.profiles.text_level import level_shares, text_level
from lcp.profiles.text_profile import BINS, HardWord, TextProfile, ThresholdShare
from lcp.profiles.windows import Window, Windows
from lcp.resources.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Unpack

    from lcp.annotation.annotation import AnnotatedSentence, RatedWord
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel

#: Kinds that are not counted: punctuation, and parts of contractions, which belong to a word.
_UNCOUNTED = frozenset({"punctuation", "symbol", "markup", "contraction part"})


class PlacedWord(NamedTuple):
    """A rated word, with its line and column from 1, and whether the reader knows it."""

    word: RatedWord
    line: int
    column: int
    is_known: bool


class PlacedSentence(NamedTuple):
    """A sentence with the places of its rated words."""

    sentence: AnnotatedSentence
    words: list[PlacedWord]


@dataclass(slots=True)
class _Form:
    """Occurrences of a word form that the reader does not know."""

    first: PlacedWord
    count: int = 0
    complexity: float = 0.0
    levels: list[int] = field(default_factory=lambda: [0] * len(LEVELS))


class Profiler:
    r"""Profile one text that is read in pieces.

    Memory depends on the number of distinct words, not on the length of the text.

    Parameters
    ----------
    annotator : Annotator
        Rates the words. Its counts begin anew.
    name : str, default=""
        Name of the text.
    known_words : KnownWords, optional
        Words that the reader knows. Default: none.
    lines : Lines, optional
        Lines of the text. Default: they are counted as the text is read.

    Examples
    --------
    >>> from lcp.annotation import Annotator
    >>> profiler = Profiler(Annotator())
    >>> for sentence, words in profiler.stream(["It was mild.\nThe haploinsufficiency was not."]):
    ...     print([(word.word.text, word.line, word.column) for word in words])
    [('mild', 1, 8)]
    [('haploinsufficiency', 2, 5)]
    >>> profiler.profile().hard_words[0].lemma
    'haploinsufficiency'
    """

    def __init__(
        self,
        annotator: Annotator,
        *,
        name: str = "",
        known_words: KnownWords | None = None,
        lines: Lines | None = None,
    ) -> None:
        self.annotator = annotator
        self.name = name
        self.known_words = known_words or KnownWords()
        named: dict[str, float] = {
            audience: annotator.predictor.running_text_.threshold(audience, annotator.readers)
            for audience in AUDIENCES
        }
        if annotator.threshold not in named.values():
            named["custom"] = annotator.threshold
        self._thresholds = named
        self._above = dict.fromkeys(named, 0)
        self._lines = lines or Lines()
        self._kinds: Counter[str] = Counter()
        self._sentences = 0
        self._unrated: Counter[str] = Counter()
        self._easy: Counter[str] = Counter()
        self._forms: dict[str, _Form] = {}
        self._distribution = [0] * BINS
        self._windows = Windows()
        self._readability = ReadabilityCounts()

    def stream(self, pieces: Iterable[str]) -> Iterator[PlacedSentence]:
        """Count a text, and yield its sentences with the places of their rated words.

        Raises
        ------
        InputError
            If a piece is not valid text.
        """
        self.annotator.counts = Counts()
        for sentence in self.annotator.stream(self._lines.read(pieces)):
            yield PlacedSentence(sentence, self._add(sentence))

    def profile(self) -> TextProfile:
        """Return the profile of what was read."""
        words = [sum(form.levels[level] for form in self._forms.values()) for level in range(6)]
        unknown = sum(form.count for form in self._forms.values())
        easy = self._easy.total()
        rated = self.annotator.model.levels_ is not None
        shares = level_shares(words, self._function_words() + easy) if rated else []
        running = self._function_words() + easy + unknown
        counted = {form: entry.count for form, entry in self._forms.items()}
        complexity = sum(form.complexity for form in self._forms.values())
        store = self.annotator.model.feature_set_.store or Store()
        return TextProfile(
            name=self.name,
            sentences=self._sentences,
            words=running,
            content_words=self._kinds["word"],
            known_words=easy,
            apart=self._apart(),
            level=text_level(shares),
            levels=shares,
            threshold=self.annotator.threshold,
            thresholds=[
                ThresholdShare(name, value, self._above[name], self._above[name] / max(1, running))
                for name, value in self._thresholds.items()
            ],
            coverage=coverages(self._unrated + Counter(counted), easy) if running else [],
            hard_words=self._hard_words(),
            readability=self._readability.formulas(
                self._unrated + self._easy + Counter(counted), store
            ),
            complexity=complexity / unknown if unknown else None,
            distribution=list(self._distribution),
            windows=self._windows.windows(),
            warning=self.annotator.warning(),
        )

    def _add(self, sentence: AnnotatedSentence) -> list[PlacedWord]:
        segment = sentence.segment
        self._sentences += 1
        self._readability.add(segment.plain)
        window = Window(segment.start, self._lines.place(segment.start).line)
        for token in segment.tokens:
            self._kinds[token.kind] += 1
            if token.kind == "function word":
                self._unrated[undivided(segment.text[token.start : token.end]).lower()] += 1
                window.words += 1
        placed = []
        for word in sentence.words:
            if word.kind == "word":
                place = self._lines.place(word.start)
                placed.append(PlacedWord(word, *place, word.text in self.known_words))
                self._count(placed[-1], window)
        self._windows.add(window)
        return placed

    def _count(self, placed: PlacedWord, window: Window) -> None:
        word, form = placed.word, placed.word.text.lower()
        window.words += 1
        if placed.is_known:
            self._easy[form] += 1
            return
        entry = self._forms.setdefault(form, _Form(placed))
        entry.count += 1
        entry.complexity += word.complexity
        window.rated += 1
        window.complexity += word.complexity
        window.hard += word.complex
        if word.level is not None:
            level = LEVELS.index(word.level)
            entry.levels[level] += 1
            window.levels[level] += 1
        for name, threshold in self._thresholds.items():
            self._above[name] += word.complexity >= threshold
        self._distribution[min(int(word.complexity * BINS), BINS - 1)] += 1

    def _function_words(self) -> int:
        return self._kinds["function word"]

    def _apart(self) -> dict[str, int]:
        running = {"word", "function word"}
        return {
            kind: number
            for kind, number in self._kinds.most_common()
            if kind not in _UNCOUNTED | running
        }

    def _hard_words(self) -> list[HardWord]:
        """Return the lemmas whose mean complexity reaches the threshold, the hardest first."""
        families: dict[str, list[_Form]] = {}
        for form, entry in self._forms.items():
            families.setdefault(word_lemma(form), []).append(entry)
        words = [_hard_word(base, forms) for base, forms in families.items()]
        hard = [word for word in words if word.complexity >= self.annotator.threshold]
        return sorted(hard, key=lambda word: (-word.complexity, word.lemma))


def _hard_word(base: str, forms: list[_Form]) -> HardWord:
    count = sum(form.count for form in forms)
    levels = [sum(form.levels[level] for form in forms) for level in range(len(LEVELS))]
    first = min((form.first for form in forms), key=lambda place: place.word.start)
    frequent = max(forms, key=lambda form: form.count).first.word.text
    commonest = max(range(len(LEVELS)), key=lambda level: (levels[level], level))
    return HardWord(
        base,
        frequent,
        count,
        sum(form.complexity for form in forms) / count,
        LEVELS[commonest] if any(levels) else None,
        first.word.start,
        first.line,
        first.column,
    )


class _Options(TypedDict, total=False):
    """Options of :func:`profile`, for the two overloads."""

    model: ComplexityModel | str | Path | None
    genre: str
    readers: Readers
    threshold: float | None
    audience: str | None
    pipeline: str | None
    known_words: Iterable[str]


# A string is an iterable of strings; the first signature has priority.
@overload
def profile(  # type: ignore[overload-overlap]
    texts: str, **options: Unpack[_Options]
) -> TextProfile: ...
@overload
def profile(
    texts: Mapping[str, str] | Iterable[str], **options: Unpack[_Options]
) -> list[TextProfile]: ...
def profile(
    texts: str | Mapping[str, str] | Iterable[str],
    *,
    model: ComplexityModel | str | Path | None = None,
    genre: str = "",
    readers: Readers = "general",
    threshold: float | None = None,
    audience: str | None = None,
    pipeline: str | None = None,
    known_words: Iterable[str] = (),
) -> TextProfile | list[TextProfile]:
    """Profile one or several texts: level, coverage, hard words, readability.

    Parameters
    ----------
    texts : str, iterable of str, or mapping of str to str
        A text, several texts, or texts by name.
    model, genre, readers, threshold, audience, pipeline
        As for :class:`lcp.annotation.Annotator`.
    known_words : iterable of str, optional
        Words that the reader knows, in any inflected form. They count as A1, and are not hard.

    Returns
    -------
    TextProfile or list of TextProfile
        The profile of the text, or of each text.

    Raises
    ------
    InputError
        If a text is not a string or contains characters that are not allowed, or an option is
        invalid.

    Examples
    --------
    >>> import lcp
    >>> profiles = lcp.profile({"easy": "He saw a cat.", "hard": "He saw an epithelium."})
    >>> [(profile.name, len(profile.hard_words)) for profile in profiles]
    [('easy', 0), ('hard', 1)]
    """
    annotator = Annotator(
        model, genre=genre, readers=readers, threshold=threshold, audience=audience,
        pipeline=pipeline,
    )  # fmt: skip
    words = KnownWords(known_words)
    if isinstance(texts, str):
        return _profile_of("", texts, annotator, words)
    if isinstance(texts, bytes) or not isinstance(texts, Iterable):
        raise InputError(
            f"The text is not a string but {type(texts).__name__}.",
            where="texts",
            hint="Give a text, a list of texts, or a dictionary of texts by name.",
        )
    named = (
        texts.items()
        if isinstance(texts, Mapping)
        else ((f"text {number}", text) for number, text in enumerate(texts, start=1))
    )
    return [_profile_of(name, text, annotator, words) for name, text in named]


def _profile_of(name: str, text: str, annotator: Annotator, words: KnownWords) -> TextProfile:
    profiler = Profiler(annotator, name=name, known_words=words)
    for _ in profiler.stream(checked([text])):
        pass
    return profiler.profile()
