"""A text as a heat map: its rated stretches, their colours, and what the templates show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.thresholds import in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jinja2 import Environment

    from lcp.annotation.annotation import AnnotatedSentence, RatedWord
    from lcp.annotation.annotator import Annotator

#: Steps of the heat map on the 0-1 scale; the last holds all that is harder.
STEPS = 8


class Piece(NamedTuple):
    """A stretch of a sentence in the page: plain text, or a rated target and what is in it."""

    text: str
    word: RatedWord | None = None
    inner: tuple[Piece, ...] = ()

    @property
    def step(self) -> int:
        """Step of the heat map, from 0."""
        return 0 if self.word is None else min(int(self.word.complexity * 10), STEPS - 1)

    @property
    def title(self) -> str:
        """What is said of the target: complexity, its name and limits."""
        return "" if self.word is None else described(self.word)


def described(word: RatedWord) -> str:
    """Complexity of a word, the nearest point of the scale, and the interval."""
    limits = "" if word.low is None else f" ({word.low:.2f} to {word.high:.2f})"
    return f"{word.complexity:.2f}, {in_words(word.complexity)}{limits}"


def templates(package: str, folder: str) -> Environment:
    """Templates of a package's folder, and those of the heat map; all text is escaped."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=ChoiceLoader([PackageLoader(package, folder), PackageLoader("lcp", "reports")]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def shown(
    annotator: Annotator, sentences: Iterable[AnnotatedSentence], *, live: bool
) -> dict[str, Any]:
    """What the templates of the heat map are given.

    Parameters
    ----------
    annotator : Annotator
        What rates the sentences.
    sentences : iterable of AnnotatedSentence
        Read once, while the page is written.
    live : bool
        Whether a script is to find the sentences and words.
    """
    return {
        "sentences": ((each.segment, pieces(each)) for each in sentences),
        "threshold": annotator.threshold,
        "counts": annotator.counts,
        "warning": annotator.warning,
        "steps": [
            f"{step / 10:.1f}–{(step + 1) / 10:.1f}" if step < STEPS - 1 else f"{step / 10:.1f}–1.0"
            for step in range(STEPS)
        ],
        "live": live,
    }


def pieces(sentence: AnnotatedSentence) -> list[Piece]:
    """A sentence cut into plain and rated stretches; an expression holds its words."""
    segment = sentence.segment
    expressions = [word for word in sentence.words if word.kind == "expression"]
    words = [word for word in sentence.words if word.kind == "word"]
    outer = sorted(
        [*expressions, *(w for w in words if not any(_inside(w, e) for e in expressions))],
        key=lambda word: word.start,
    )

    def cut(start: int, end: int, targets: list[RatedWord]) -> Iterator[Piece]:
        for word in targets:
            yield Piece(segment.text[start - segment.start : word.start - segment.start])
            inner = [each for each in words if word.kind == "expression" and _inside(each, word)]
            text = segment.text[word.start - segment.start : word.end - segment.start]
            yield Piece(text, word, tuple(cut(word.start, word.end, inner)) if inner else ())
            start = word.end
        yield Piece(segment.text[start - segment.start : end - segment.start])

    return list(cut(segment.start, segment.start + len(segment.text), outer))


def _inside(word: RatedWord, expression: RatedWord) -> bool:
    return expression.start <= word.start and word.end <= expression.end
