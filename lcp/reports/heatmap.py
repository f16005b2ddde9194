"""Heat maps of annotated text: rated spans, the content of the templates, and a page of its own."""

from __future__ import annotations

from functools import partial
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.english.text import lemma
from lcp.model.scale import in_running_text, in_words
from lcp.reports.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jinja2 import Environment

    from lcp.annotation.annotation import AnnotatedSentence, RatedWord
    from lcp.annotation.annotator import Annotator
    from lcp.annotation.segments import Segment
    from lcp.reports.marks import Marks

#: Characters of a heat map that are kept in memory while its verdict is not known.
IN_MEMORY = 4_000_000


class Piece(NamedTuple):
    """A piece of a sentence: plain text, an unrated token, or a rated target with its pieces."""

    text: str
    word: RatedWord | None = None
    inner: tuple[Piece, ...] = ()
    kind: str = ""

    @property
    def title(self) -> str:
        """Description of the complexity, or the kind; empty for plain text."""
        if self.word is None:
            return f"{self.kind}, not rated" if self.kind else ""
        return describe_word(self.word)

    @property
    def other_lemma(self) -> str:
        """Lemma of a word if it differs from the word in lower case, else an empty string."""
        if self.word is None or self.inner:
            return ""
        base = lemma(self.word.text)
        return "" if base == self.word.text.lower() else base


def describe_word(word: RatedWord) -> str:
    """Format the complexity of a word, its CEFR level, and its rank in running text."""
    limits = "" if word.low is None else f" ({word.low:.2f} to {word.high:.2f})"
    level = "" if word.level is None else f", CEFR {word.level}"
    rank = in_running_text(word.harder_than)
    return f"{word.complexity:.2f}, {in_words(word.complexity)}{limits}{level}; {rank}"


def heatmap_templates(package: str, folder: str) -> Environment:
    """Return an environment of the templates in a folder and of the heat map, with autoescape."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=ChoiceLoader([PackageLoader(package, folder), PackageLoader("lcp", "reports")]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def heatmap_content(
    annotator: Annotator, sentences: Iterable[AnnotatedSentence], marks: Marks, *, live: bool
) -> dict[str, Any]:
    """Return the content of the templates of the heat map.

    The sentences are read once, while the page is written. `live` marks sentences and words for
    a script.
    """
    return {
        "sentences": ((sentence.segment, pieces(sentence)) for sentence in sentences),
        "space_before": space_before,
        "marks": marks,
        "counts": annotator.counts,
        "warning": annotator.warning,
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
    summary = Summary(marks)
    templates = heatmap_templates("lcp", "reports")

    def counted() -> Iterator[AnnotatedSentence]:
        for sentence in sentences:
            summary.add(sentence)
            yield sentence

    content = heatmap_content(annotator, counted(), marks, live=False)
    with SpooledTemporaryFile(IN_MEMORY, "w+", encoding="utf-8", newline="") as body:
        for part in templates.get_template("heatmap.html.jinja").generate(**content):
            body.write(part)
            yield ""
        body.seek(0)
        page = templates.get_template("annotation.html.jinja")
        yield from page.generate(
            **{**content, "sentences": iter(partial(body.read, 65_536), "")},
            verdict=summary.verdict(annotator.counts),
        )
    yield "\n"


def space_before(segment: Segment, live: bool) -> tuple[str, bool, str]:  # noqa: FBT001
    """Divide the white space before a sentence between two paragraphs.

    Returns
    -------
    end, opens, begin
        White space at the end of the last paragraph, whether a paragraph begins, and white space
        at its start. A heat map that is not live leaves out blank lines.
    """
    if not segment.opens_paragraph:
        return "", False, segment.before
    if not live:
        return "", True, ""
    if segment.start == len(segment.before):
        return "", True, segment.before
    end, line_feed, begin = segment.before.rpartition("\n")
    return end + line_feed, bool(line_feed), begin


def pieces(sentence: AnnotatedSentence) -> list[Piece]:
    """Split a sentence into plain and rated pieces; an expression contains those of its words."""
    segment = sentence.segment
    expressions = [word for word in sentence.words if word.kind == "expression"]
    words = [word for word in sentence.words if word.kind != "expression"]
    unrated = sentence.unrated
    outer = sorted(
        [*expressions, *(w for w in words if not any(_inside(w, e) for e in expressions))],
        key=lambda word: word.start,
    )

    def text_of(start: int, end: int) -> str:
        return segment.text[start - segment.start : end - segment.start]

    def plain(start: int, end: int) -> Iterator[Piece]:
        for token in unrated:
            if start <= token.start and token.end <= end:
                yield Piece(text_of(start, token.start))
                yield Piece(token.text, kind=token.kind)
                start = token.end
        yield Piece(text_of(start, end))

    def cut(start: int, end: int, targets: list[RatedWord]) -> Iterator[Piece]:
        for word in targets:
            yield from plain(start, word.start)
            inner = [w for w in words if word.kind == "expression" and _inside(w, word)]
            parts = tuple(cut(word.start, word.end, inner)) if word.kind == "expression" else ()
            yield Piece(text_of(word.start, word.end), word, parts)
            start = word.end
        yield from plain(start, end)

    return list(cut(segment.start, segment.start + len(segment.text), outer))


def _inside(word: RatedWord, expression: RatedWord) -> bool:
    return expression.start <= word.start and word.end <= expression.end
