"""Marks in the XML of Word documents: shading of words, and glosses in parentheses."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from lcp.documents.xml_tokens import XmlReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.documents.formats import Part
    from lcp.documents.mapping import Span
    from lcp.marking.marks import Insertion, Mark, Style

#: Fill colour of each step, readable with black text and distinct in grey print.
COLOURS = ("FBE9D3", "F8CFA5", "F2A68A")
#: Run properties that follow shading, in the order of the schema (ECMA-376, CT_RPr).
_AFTER_SHADING = frozenset(
    {
        *("fitText", "vertAlign", "rtl", "cs", "em", "lang", "eastAsianLayout", "specVanish"),
        *("oMath", "rPrChange"),
    }
)
_PRESERVE = ' xml:space="preserve"'


def docx_insertions(part: Part, marks: Sequence[Mark], style: Style) -> list[Insertion]:
    """Return what to insert into the XML of a body or of notes, and where.

    A shaded word becomes a run of its own: the run is closed before and after the word, and opened
    again with the same properties.
    """
    mapped = part.mapped
    if mapped is None or not marks:
        return []
    if style == "parentheses":
        return [(mark.spans[-1][1], f" ({escape(mark.gloss, quote=False)})") for mark in marks]
    texts = RunReader(mapped.source).texts
    starts = [text.start for text in texts]
    insertions = []
    preserved = set()
    for mark in marks:
        for start, end in mark.spans:
            text = texts[bisect_right(starts, start) - 1]
            if not text.prefix:
                # Without a prefix, the attributes of shading cannot be named.
                continue
            if text.start not in preserved and not text.preserves_space:
                # White space at the new ends of the text would be ignored.
                insertions.append((text.start - 1, _PRESERVE))
            preserved.add(text.start)
            insertions += text.split_around((start, end), COLOURS[mark.step - 1])
    return insertions


@dataclass(frozen=True, slots=True)
class RunText:
    """The content of a text element in a run.

    Attributes
    ----------
    start : int
        Start of the content in the source.
    preserves_space : bool
        Whether white space at the ends of the content counts.
    prefix : str
        Prefix of the names of elements, with its colon: ``w:``.
    before, after : str
        Properties of the run before and after the place of shading; without its own shading.
    """

    start: int
    preserves_space: bool
    prefix: str
    before: str
    after: str

    def split_around(self, span: Span, colour: str) -> Iterator[Insertion]:
        """Yield the ends and starts of runs around a word."""
        w = self.prefix
        shading = f'<{w}shd {w}val="clear" {w}color="auto" {w}fill="{colour}"/>'
        for position, middle in zip(span, (shading, ""), strict=True):
            properties = f"{self.before}{middle}{self.after}"
            properties = f"<{w}rPr>{properties}</{w}rPr>" if properties else ""
            yield position, f"</{w}t></{w}r><{w}r>{properties}<{w}t{_PRESERVE}>"


class RunReader(XmlReader):
    """Read the text elements of the runs of a document.

    Attributes
    ----------
    texts : list of RunText
        Sorted by start.
    """

    def __init__(self, source: str) -> None:
        super().__init__("document")
        self.texts: list[RunText] = []
        self._source_text = source
        # Names of the open elements.
        self._path: list[str] = []
        # Properties, by name and source, of the open runs; a text box is inside a run.
        self._runs: list[list[tuple[str, str]]] = []
        # Depth inside the properties of a run; 0 outside.
        self._depth = 0
        self._property = ("", 0)
        self.read(source)

    def on_start(self, name: str, attributes: dict[str, str], start: int) -> None:
        """Begin a run, its properties, or a text."""
        if self._depth:
            self._depth += 1
            if self._depth == _CHILD:
                self._property = (name, start)
        elif name == "r":
            self._runs.append([])
        elif name == "rPr" and self._path[-1:] == ["r"]:
            self._depth = 1
        elif name == "t" and self._runs:
            self._add_text(attributes, start)
        self._path.append(name)

    def on_end(self, name: str, start: int) -> None:
        """End a run, its properties or one of them."""
        self._path.pop()
        if self._depth:
            if self._depth == _CHILD:
                own_name, begin = self._property
                end = self._source_text.index(">", start) + 1
                self._runs[-1].append((own_name, self._source_text[begin:end]))
            self._depth -= 1
        elif name == "r" and self._runs:
            self._runs.pop()

    def _add_text(self, attributes: dict[str, str], start: int) -> None:
        source = self._source_text
        end = source.index(">", start) + 1
        prefix = source[start + 1 : end - 1].split()[0].rstrip("/").removesuffix("t")
        properties = [(name, text) for name, text in self._runs[-1] if name != "shd"]
        place = next(
            (index for index, (name, _) in enumerate(properties) if name in _AFTER_SHADING),
            len(properties),
        )
        self.texts.append(
            RunText(
                end,
                attributes.get("space") == "preserve",
                prefix,
                "".join(text for _, text in properties[:place]),
                "".join(text for _, text in properties[place:]),
            )
        )


#: Depth of an element directly inside the properties of a run.
_CHILD = 2
