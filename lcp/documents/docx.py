"""Word documents (DOCX): body, tables, text boxes, footnotes and endnotes."""

from __future__ import annotations

from posixpath import basename, dirname, join, normpath
from typing import TYPE_CHECKING

from lcp.documents.archive import Archive
from lcp.documents.formats import Content, Format, Part
from lcp.documents.mapping import TextMapper
from lcp.documents.xml_tokens import XmlReader, decode_xml
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from lcp.documents.mapping import MappedText

#: Elements whose text is not in the final document: alternatives for old programs, moved and
#: deleted text, annotations of East Asian text, and formulas.
IGNORED = frozenset({"Fallback", "moveFrom", "del", "rt", "oMath"})
_NOTES = ("footnotes", "endnotes")


class Docx(Format):
    """Word documents."""

    name = "docx"
    title = "Word (DOCX)"
    suffixes = (".docx",)
    library = "zipfile and expat (Python)"
    syntax = "docx"

    def content(self, stream: BinaryIO, where: str) -> Content:
        """Return the body, then the notes."""
        archive = Archive(stream, where)
        links = _Links(archive, "")
        body = links.target("officeDocument")
        if body is None:
            hint = "The file is damaged, or it is not a Word document."
            raise InputError("The document has no text part.", where=where, hint=hint)
        notes = _Links(archive, body)
        targets = [body, *filter(None, map(notes.target, _NOTES))]
        return Content(_title(archive, links), _parts(archive, targets))


FORMAT = Docx()


class BodyReader(XmlReader):
    """Read the text of a body or of notes."""

    def __init__(self, where: str, source: str) -> None:
        super().__init__(where)
        self._text = TextMapper(source)
        self._in_text = False
        self._ignored = 0
        self.read(source)

    def mapped(self) -> MappedText:
        """Return the text with its places in the source."""
        return self._text.finish()

    def on_start(self, name: str, attributes: dict[str, str], start: int) -> None:  # noqa: ARG002
        """Begin text; add a space or a line."""
        self._ignored += name in IGNORED
        if self._ignored:
            return
        # Drawings have texts of their own kind.
        self._in_text = name == "t" and "wordprocessingml" in self.namespace
        if name == "p":
            self._text.paragraph()
        elif name == "tab":
            self._text.space(start, start)
        elif name in {"br", "cr"}:
            self._text.line()
        elif name == "noBreakHyphen":
            self._text.add("-", start, start)

    def on_end(self, name: str, start: int) -> None:  # noqa: ARG002
        """End text or a paragraph."""
        if name in IGNORED:
            self._ignored -= 1
        elif not self._ignored and name == "p":
            self._text.paragraph()
        self._in_text = False

    def on_text(self, text: str, start: int, end: int) -> None:
        """Add text of a run."""
        if self._in_text and not self._ignored:
            self._text.add(text, start, end)


class _Links(XmlReader):
    """Relationships of a part of the package, by the last word of their type."""

    def __init__(self, archive: Archive, part: str) -> None:
        super().__init__(archive.where)
        self._folder = dirname(part)
        self._targets: dict[str, str] = {}
        path = join(self._folder, "_rels", f"{basename(part)}.rels")
        if path in archive:
            self.read(decode_xml(archive.read(path), archive.where)[0])

    def target(self, kind: str) -> str | None:
        """Return the path of the related part in the archive."""
        return self._targets.get(kind)

    def on_start(self, name: str, attributes: dict[str, str], start: int) -> None:  # noqa: ARG002
        if name == "Relationship" and attributes.get("TargetMode") != "External":
            kind = attributes.get("Type", "").rpartition("/")[2]
            path = normpath(join("/", self._folder, attributes.get("Target", ""))).lstrip("/")
            self._targets.setdefault(kind, path)


class _Title(XmlReader):
    """The title in the properties of a document."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.text = ""
        self._inside = False

    def on_start(self, name: str, attributes: dict[str, str], start: int) -> None:  # noqa: ARG002
        self._inside = name == "title"

    def on_end(self, name: str, start: int) -> None:  # noqa: ARG002
        self._inside = False

    def on_text(self, text: str, start: int, end: int) -> None:  # noqa: ARG002
        self.text += text if self._inside else ""


def _title(archive: Archive, links: _Links) -> str | None:
    path = links.target("core-properties")
    if path is None or path not in archive:
        return None
    reader = _Title(archive.where)
    reader.read(decode_xml(archive.read(path), archive.where)[0])
    return " ".join(reader.text.split()) or None


def _parts(archive: Archive, paths: list[str]) -> Iterator[Part]:
    for path in paths:
        source, encoding = decode_xml(archive.read(path), archive.where)
        mapped = BodyReader(archive.where, source).mapped()
        yield Part(mapped.text, mapped, path, encoding)
