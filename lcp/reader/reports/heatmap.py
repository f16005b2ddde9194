"""Heat maps of annotated text: marks, spans, the content of the templates, and a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, NamedTuple

from lcp.base.levels import LEVELS
from lcp.evaluation.reports.report_page import templates
from lcp.model.running_text import in_running_text
from lcp.reader.annotation.annotation import STRENGTHS, strength_of
from lcp.reader.annotation.tally import Tally
from lcp.reader.meaning.finder import MeaningFinder
from lcp.reader.meaning.glosses import Gloss, Glosser
from lcp.reader.profiles.profiler import Profiler

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lcp.english import Sentence
    from lcp.reader.annotation.annotation import AnnotatedSentence, AnnotatedWord
    from lcp.reader.annotation.annotator import Annotator
    from lcp.reader.documents.marked_copy import Describe, Style

#: Characters of a heat map that are kept in memory while its verdict is not known.
IN_MEMORY = 4_000_000


@dataclass(frozen=True)
class Marks:
    """Words to mark: those above a CEFR level or, without a level, from a complexity.

    Parameters
    ----------
    threshold : float
        Threshold of the annotator: the complexity, 0-1, from which a word is hard.
    above : str, optional
        CEFR level above which words are marked.

    Examples
    --------
    >>> Marks(0.35).legend()
    [(3, '0.35–0.4'), (4, '0.4–0.5'), (5, '0.5–1')]
    >>> Marks(0.35, "B1").legend()
    [(3, 'B2'), (4, 'C1'), (5, 'C2')]
    """

    threshold: float
    above: str | None = None

    @property
    def levels(self) -> Sequence[str] | None:
        """CEFR levels of the words that are marked; None if they are marked by complexity."""
        return None if self.above is None else LEVELS[LEVELS.index(self.above) + 1 :]

    def legend(self) -> list[tuple[int, str]]:
        """Return the strengths in use, each with its levels or its range of complexity."""
        if self.levels is not None:
            return [(LEVELS.index(level), level) for level in self.levels]
        limits = [self.threshold, *(tenth / 10 for tenth in range(2, 6)), 1]
        rows = []
        for strength in range(strength_of(self.threshold), STRENGTHS + 1):
            low = max(self.threshold, limits[strength - 1] if strength > 1 else 0)
            rows.append((strength, f"{low:.3g}–{limits[strength]:.3g}"))
        return rows

    def describe(self) -> str:
        """Return what the marks mean, such as "above B1"."""
        if self.above is not None:
            return f"above {self.above}"
        return f"of complexity {self.threshold:.3g} or more"


class Piece(NamedTuple):
    """A piece of a sentence: plain text, a skipped token, or a target with its pieces.

    A piece `continues` an expression that is apart. The `size` is the number of running words of a
    target, 0 inside an expression, and the `lemma` its dictionary form.
    """

    text: str
    word: AnnotatedWord | None = None
    inner: tuple[Piece, ...] = ()
    kind: str = ""
    continues: bool = False
    size: int = 1
    lemma: str = ""

    @property
    def title(self) -> str:
        """Description of the complexity, or the kind; empty for plain text."""
        if self.word is None:
            return f"{self.kind}, skipped" if self.kind else ""
        named = f"; expression: {self.word.lemma}" if self.word.runs else ""
        return f"{describe_word(self.word)}{named}"

    @property
    def id(self) -> str:
        """Identifier of a target in a page."""
        return f"w{self.word.start}" if self.word else ""

    def classes(self, marks: Marks) -> str:
        """Return the classes of a target without inner pieces."""
        names = [] if self.word is None or not self.word.runs else ["unit"]
        if self.word is not None and (strength := self.word.strength(marks.levels)):
            names += ["hard", f"s{strength}"]
        return " ".join(names)

    @property
    def other_lemma(self) -> str:
        """Dictionary form of a target if it differs from its text, else an empty string."""
        return "" if self.lemma == self.text.lower() else self.lemma


def describe_word(word: AnnotatedWord) -> str:
    """Format the complexity of a word, its CEFR level, and its rank in running text."""
    prediction = word.prediction
    limits = "" if prediction.low is None else f" ({prediction.low:.2f} to {prediction.high:.2f})"
    level = "" if prediction.level is None else f", CEFR {prediction.level}"
    return f"{prediction.complexity:.2f}{limits}{level}; {in_running_text(prediction.harder_than)}"


def describer(
    annotator: Annotator, style: Style, glossary: Mapping[str, str] | None = None
) -> Describe:
    """Return what describes a hard word of a document: its gloss, or its complexity.

    Raises
    ------
    ResourceError
        If WordNet is needed for glosses and missing.
    """
    if style == "heatmap":
        return lambda _, word: Gloss(describe_word(word))
    return Glosser(
        MeaningFinder(annotator.model, annotator.readers, annotator.genre), glossary
    ).gloss


def heatmap_content(
    sentences: Iterable[AnnotatedSentence], marks: Marks, *, live: bool
) -> dict[str, object]:
    """Return the content of the templates of the heat map.

    The sentences are read once, while the page is written, and counted. `live` marks sentences and
    words for a script.
    """
    tally = Tally()
    return {
        "sentences": ((each.sentence, pieces(each)) for each in tally.counting(sentences)),
        "space_before": space_before,
        "marks": marks,
        "counts": tally,
        "live": live,
    }


def write_heatmap(
    annotator: Annotator, sentences: Iterable[AnnotatedSentence], marks: Marks
) -> Iterator[str]:
    """Yield a page with the heat map of a text, which needs no other file.

    The page opens with the verdict, which is known at the end of the text. The heat map is kept in
    a temporary file until then, so that memory does not depend on the length of the text. Empty
    strings are yielded in the meantime.
    """
    profiler = Profiler(annotator)
    environment = templates("reader/reports")

    def counted() -> Iterator[AnnotatedSentence]:
        for sentence in sentences:
            profiler.add(sentence)
            yield sentence

    content = heatmap_content(counted(), marks, live=False)
    with SpooledTemporaryFile(IN_MEMORY, "w+", encoding="utf-8", newline="") as body:
        for part in environment.get_template("heatmap.html.jinja").generate(**content):
            body.write(part)
            yield ""
        body.seek(0)
        page = environment.get_template("annotation.html.jinja")
        yield from page.generate(
            **{**content, "sentences": iter(partial(body.read, 65_536), "")},
            verdict=profiler.profile().verdict,
        )
    yield "\n"


def space_before(sentence: Sentence, live: bool) -> tuple[str, bool, str]:  # noqa: FBT001
    """Divide the white space before a sentence between two paragraphs.

    Returns
    -------
    end, opens, begin
        White space at the end of the last paragraph, whether a paragraph begins, and white space
        at its start. A heat map that is not live leaves out blank lines.
    """
    if not sentence.is_first:
        return "", False, sentence.before
    if not live:
        return "", True, ""
    if sentence.start == len(sentence.before):
        return "", True, sentence.before
    end, line_feed, begin = sentence.before.rpartition("\n")
    return end + line_feed, bool(line_feed), begin


def pieces(annotated: AnnotatedSentence) -> list[Piece]:
    """Split a sentence into plain and annotated pieces.

    Each part of an expression contains the pieces of its words, if they are annotated too.
    """
    sentence, skipped = annotated.sentence, annotated.skipped
    spans = [
        _Placed(start, end, word, index > 0)
        for word in annotated.words
        for index, (start, end) in enumerate(word.runs or [(word.start, word.end)])
    ]
    spans.sort(key=lambda mark: (mark.start, -mark.end, not mark.word.runs))

    def text_of(start: int, end: int) -> str:
        return sentence.text[start - sentence.start : end - sentence.start]

    def plain(start: int, end: int) -> Iterator[Piece]:
        for token in skipped:
            if start <= token.start and token.end <= end:
                yield Piece(text_of(start, token.start))
                yield Piece(text_of(token.start, token.end), kind=token.kind)
                start = token.end
        yield Piece(text_of(start, end))

    def cut(start: int, end: int, placed: list[_Placed]) -> Iterator[Piece]:
        while placed:
            (first, last, word, continues), *placed = placed
            inner = [mark for mark in placed if mark.end <= last]
            placed = placed[len(inner) :]
            yield from plain(start, first)
            parts = [part._replace(size=0) for part in cut(first, last, inner)] if inner else []
            size, lemma = len(annotated.running_words(word)), word.lemma
            text = text_of(first, last)
            yield Piece(text, word, tuple(parts), continues=continues, size=size, lemma=lemma)
            start = last
        yield from plain(start, end)

    return list(cut(sentence.start, sentence.end, spans))


class _Placed(NamedTuple):
    """An annotated word, or a part of an expression; the first part does not continue it."""

    start: int
    end: int
    word: AnnotatedWord
    continues: bool
