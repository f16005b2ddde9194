"""Copy a document with marks on its hard words: glosses, or the colours of a heat map."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from typing import TYPE_CHECKING, Literal

from lcp.documents.encoding import check_encoding
from lcp.documents.formats import FORMATS, format_of
from lcp.documents.parts import Mark
from lcp.documents.process import work
from lcp.errors import InputError
from lcp.files.writing import written_aside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from lcp.documents.parts import Span
    from lcp.reading.annotation import AnnotatedSentence, RatedWord
    from lcp.reading.annotator import Annotator
    from lcp.reading.glosses import Gloss

Style = Literal["gloss", "heatmap"]
Describe = Callable[["AnnotatedSentence", "RatedWord"], "Gloss"]
Choice = Callable[["AnnotatedSentence", "RatedWord"], bool]
Progress = Callable[[int], AbstractContextManager[Callable[[str], object]]]
#: Differences from the threshold at which the second and the third colour begin.
_STEPS = (0.1, 0.2)
#: Time limit in seconds to write a copy: books contain many pictures.
_SECONDS = 300.0


def mark_document(
    source: Path,
    out: Path,
    style: Style,
    annotator: Annotator,
    describe: Describe,
    *,
    is_hard: Choice = lambda _, word: word.complex,
    progress: Progress | None = None,
    encoding: str | None = None,
) -> tuple[int, int]:
    """Write a copy of a document with marks on its hard words.

    The copy has the text of the original, except for glosses in parentheses.

    Parameters
    ----------
    source, out : Path
        The document, and its copy, which appears when it is complete.
    style : {"gloss", "heatmap"}
        Whether hard words are explained, once in each chapter, or coloured.
    annotator : Annotator
        Rates the words.
    describe : callable
        Returns the gloss of a word in its sentence, which may be empty, or the description of its
        colour.
    is_hard : callable, optional
        Returns whether a word in its sentence is marked. Default: if it reaches the threshold.
    progress : callable, optional
        Returns a context manager for a number of steps, which yields a function to call with a
        label before each step.
    encoding : str, optional
        As for :func:`lcp.documents.read_text`.

    Returns
    -------
    marked, listed : int
        Numbers of words with a mark, and of words in the lists at the end of parts.

    Raises
    ------
    InputError
        If the document cannot be read, or its format does not support the style.
    """
    check_style(source, style)
    if encoding:
        check_encoding(encoding, "encoding")
    reply = work("extract_parts", source, str(source), encoding)
    for note in reply["notes"]:
        warnings.warn(note, stacklevel=2)
    parts = reply["parts"]
    marks = []
    with progress(len(parts)) if progress else nullcontext(lambda _: None) as step:
        for number, part in enumerate(parts, start=1):
            step(f"part {number}")
            marks.append(sorted(part_marks(part, style, annotator, describe, is_hard)))
    with written_aside(out) as aside:
        work("write_copy", source, str(source), str(aside), marks, encoding, seconds=_SECONDS)
    every = [*chain.from_iterable(marks)]
    return sum(bool(mark.note) for mark in every), sum(bool(mark.listed) for mark in every)


def part_marks(
    part: tuple[str, Sequence[Span]],
    style: Style,
    annotator: Annotator,
    describe: Describe,
    is_hard: Choice,
) -> Iterator[Mark]:
    """Yield the marks of a part of a document: its text, and its spans without glosses.

    The other arguments as in :func:`mark_document`.
    """
    text, quiet = part
    words = _chosen(annotator.stream([text]), is_hard)
    if style == "gloss":
        return _glosses(words, quiet, describe)
    coloured = (_colours(*word, annotator.threshold, describe) for word in words)
    return chain.from_iterable(coloured)


def check_style(source: Path, style: Style) -> None:
    """Check that the format of a document supports the style.

    Raises
    ------
    InputError
        If it does not.
    """
    form = format_of(str(source))
    if style not in form.styles:
        able = [
            end for other in FORMATS.values() if style in other.styles for end in other.suffixes
        ]
        raise InputError(
            f"Documents in the format {form.title} cannot have the style {style}.",
            where=str(source),
            hint=f"Supported: {', '.join(able)}.",
        )


def _chosen(
    sentences: Iterable[AnnotatedSentence], is_hard: Choice
) -> Iterator[tuple[AnnotatedSentence, RatedWord]]:
    """Yield the hard words and expressions."""
    for sentence in sentences:
        for word in sentence.units:
            if is_hard(sentence, word):
                yield sentence, word


def _glosses(
    words: Iterable[tuple[AnnotatedSentence, RatedWord]], quiet: Sequence[Span], describe: Describe
) -> Iterator[Mark]:
    """Yield a gloss where a lemma first occurs, except in names and where it would disturb."""
    glossed: set[str] = set()
    for sentence, word in words:
        key = sentence.lemma(word)
        disturbs = any(start <= word.start < end for start, end in quiet)
        if word.kind == "name" or disturbs or key in glossed:
            continue
        gloss = describe(sentence, word)
        if any(gloss):
            glossed.add(key)
            # The first part of an expression that is apart.
            place = word.parts[0] if word.parts else (word.start, word.end)
            yield Mark(*place, gloss.text, term=key, listed=gloss.listed)


def _colours(
    sentence: AnnotatedSentence, word: RatedWord, threshold: float, describe: Describe
) -> Iterator[Mark]:
    step = 1 + sum(word.rating.complexity - threshold >= difference for difference in _STEPS)
    for start, end in word.parts or [(word.start, word.end)]:
        yield Mark(start, end, describe(sentence, word).text, step)
