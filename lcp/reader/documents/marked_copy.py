"""Copy a document with marks on its hard words: glosses, or the colours of a heat map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from lcp.errors import InputError
from lcp.files.input_files import LARGEST
from lcp.files.output_files import atomic_write
from lcp.reader.annotation.known_words import KnownWords
from lcp.reader.documents.formats import FORMATS, format_of
from lcp.reader.documents.parts import Mark
from lcp.reader.documents.process import SECONDS, work

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from lcp.english.columns import Span
    from lcp.reader.annotation.annotation import AnnotatedSentence, AnnotatedWord
    from lcp.reader.annotation.annotator import Annotator
    from lcp.reader.meaning.glosses import Gloss

Style = Literal["gloss", "heatmap"]
Describe = Callable[["AnnotatedSentence", "AnnotatedWord"], "Gloss"]


class MarkedCopy:
    """A copy of a document with marks on its hard words.

    The document is read first. :meth:`find_marks` finds the marks, and :meth:`write` writes the
    copy. It has the text of the original, except for glosses in parentheses.

    Parameters
    ----------
    source : path or bytes
        The document.
    name : str
        Its name, for messages and for its format.
    style : {"gloss", "heatmap"}
        Whether hard words are explained, once in each part, or coloured.
    encoding : str, optional
        As for :func:`lcp.reader.documents.read_text`.
    longest : int
        Number of characters after which reading ends; such a document cannot be written.
    seconds : float, optional
        Time limit of reading, and of writing. Default: 60, and 300.

    Attributes
    ----------
    parts : list of (str, list of (int, int))
        The text of each part, such as a chapter, and its spans without glosses.
    notes : list of str
        What a user should know about reading the document.
    marks : list of list of Mark
        The marks of each part that was annotated.

    Raises
    ------
    InputError
        If the document cannot be read, or its format does not support the style.
    """

    def __init__(
        self,
        source: Path | bytes,
        name: str,
        style: Style,
        *,
        encoding: str | None = None,
        longest: int = LARGEST["document"],
        seconds: float | None = None,
    ) -> None:
        check_style(name, style)
        self.style = style
        self._source, self._name, self._encoding = source, name, encoding
        self._seconds = seconds
        reply = work("extract", source, name, longest, encoding, seconds=seconds or SECONDS)
        self.parts: list[tuple[str, list[Span]]] = reply["parts"]
        self.notes: list[str] = reply["notes"]
        self.marks: list[list[Mark]] = []

    def find_marks(
        self,
        annotator: Annotator,
        describe: Describe,
        levels: Collection[str] | None = None,
        known: KnownWords | None = None,
        always: Collection[str] = (),
    ) -> Iterator[int]:
        """Find the marks, and yield the number of the part after each of its sentences.

        Parameters
        ----------
        annotator : Annotator
            Annotates the words.
        describe : callable
            Returns the gloss of a word in its sentence, which may be empty, or the description of
            its colour.
        levels : collection of str, optional
            CEFR levels of the words that are marked. Default: those that reach the threshold.
        known : KnownWords, optional
            Words that are not marked.
        always : collection of str
            Words and dictionary forms, in lower case, that are marked however easy they are: those
            of a glossary. Names have no glosses.
        """
        known = known or KnownWords()
        self.marks = []
        for index, (text, quiet) in enumerate(self.parts):
            marks: list[Mark] = []
            glossed: set[str] = set()
            self.marks.append(marks)
            for sentence in annotator.stream([text]):
                for word in sentence.units:
                    lemma = word.lemma
                    if {word.text.lower(), lemma.lower()}.isdisjoint(always) and (
                        not word.is_hard(levels) or known.covers(word.text, lemma)
                    ):
                        continue
                    if self.style == "heatmap":
                        note, strength = describe(sentence, word).text, word.strength(levels)
                        edges = word.runs or [(word.start, word.end)]
                        marks += [Mark(start, end, note, strength) for start, end in edges]
                    elif mark := _gloss(sentence, word, quiet, glossed, describe):
                        marks.append(mark)
                yield index
            marks.sort()

    def write(self, out: Path) -> None:
        """Write the copy, which appears when it is complete.

        Raises
        ------
        InputError
            If a part of the document is damaged, or the file cannot be written.
        """
        with atomic_write(out) as aside:
            work(
                "write_copy",
                self._source,
                self._name,
                str(aside),
                self.marks,
                self._encoding,
                # Books contain many pictures.
                seconds=self._seconds or 5 * SECONDS,
            )


def check_style(name: str, style: Style) -> None:
    """Check that the format of a document supports the style.

    Raises
    ------
    InputError
        If it does not.
    """
    form = format_of(name)
    if style not in form.styles:
        able = [
            end for other in FORMATS.values() if style in other.styles for end in other.suffixes
        ]
        raise InputError(
            f"Documents in the format {form.title} cannot have the style {style}.",
            where=name,
            hint=f"Supported: {', '.join(able)}.",
        )


def _gloss(
    sentence: AnnotatedSentence,
    word: AnnotatedWord,
    quiet: list[Span],
    glossed: set[str],
    describe: Describe,
) -> Mark | None:
    """Return a gloss where a lemma first occurs, except in names and where it would disturb."""
    key = word.lemma
    disturbs = any(start <= word.start < end for start, end in quiet)
    if word.kind == "name" or disturbs or key in glossed:
        return None
    gloss = describe(sentence, word)
    if not any(gloss):
        return None
    glossed.add(key)
    # The last part of an expression that is apart: "kept them at bay (stopped from coming near)".
    start, end = word.runs[-1] if word.runs else (word.start, word.end)
    # A gloss follows the ending of a possessive: "supplier's (shop's)".
    tokens = sentence.sentence.tokens
    end = next((token.end for token in tokens if token[0] == end and token.tag == "POS"), end)
    return Mark(start, end, gloss.text, term=gloss.term or key, listed=gloss.listed)
