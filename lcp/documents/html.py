"""HTML pages and XHTML: their readable text, with its places in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.documents.encoding import check_characters, decode
from lcp.documents.formats import Content, Format, Part, read_bytes
from lcp.documents.html_tokens import Attributes, TokenReader
from lcp.documents.mapping import TextMapper

if TYPE_CHECKING:
    from typing import BinaryIO

    from lcp.documents.formats import Dialect
    from lcp.documents.mapping import MappedText

#: Elements whose content is not readable text. Annotations of East Asian and glossed text (rt,
#: rp) would otherwise be read in the middle of a sentence.
UNREADABLE = frozenset(
    {
        *("title", "script", "style", "template", "noscript", "svg", "math", "select", "datalist"),
        *("textarea", "iframe", "object", "audio", "video", "canvas", "rt", "rp"),
    }
)
#: Elements that begin and end a paragraph, besides headings.
_BLOCKS = frozenset(
    {
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "body",
            "caption",
            "center",
            "dd",
            "details",
        ),
        *(
            "dialog",
            "div",
            "dl",
            "dt",
            "fieldset",
            "figcaption",
            "figure",
            "footer",
            "form",
            "head",
        ),
        *(
            "header",
            "hgroup",
            "hr",
            "html",
            "legend",
            "li",
            "main",
            "menu",
            "nav",
            "ol",
            "p",
            "pre",
        ),
        *(
            "search",
            "section",
            "summary",
            "table",
            "tbody",
            "td",
            "tfoot",
            "th",
            "thead",
            "tr",
            "ul",
        ),
    }
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
#: Elements in which a gloss would disturb, besides links.
_QUIET = _HEADINGS | {"nav", "code", "pre", "kbd", "samp", "var", "ruby", "button", "label"}
NO_BREAK_SPACE, BYTE_ORDER_MARK = "\xa0", "\ufeff"
#: Bytes at the start of a page in which its encoding is declared, by the HTML standard.
_HEAD = 1024


class Page(Format):
    """HTML pages."""

    name = "html"
    title = "HTML"
    suffixes = (".html", ".htm", ".xhtml")
    library = "html.parser (Python)"
    syntax = "html"

    def content(self, stream: BinaryIO, where: str) -> Content:
        """Return the text of the page."""
        title, part = page_part(read_bytes(stream, where), where)
        return Content(title, [part])


FORMAT = Page()


def page_part(
    data: bytes, where: str, member: str = "", dialect: Dialect = "html"
) -> tuple[str | None, Part]:
    """Return the title and the text of a page.

    Raises
    ------
    InputError
        If the page cannot be decoded, or is binary.
    """
    source, encoding = decode(data, where, declared=declared_encoding(data))
    check_characters(source, where)
    reader = PageReader(source)
    mapped = reader.mapped()
    return reader.title, Part(mapped.text, mapped, member, encoding, dialect)


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding in a page's XML declaration or meta element.

    >>> declared_encoding(b'<html><head><meta charset="iso-8859-1">')
    'iso-8859-1'
    """
    reader = _EncodingReader()
    reader.read(data[:_HEAD].decode("latin-1"))
    return reader.encoding


class PageReader(TokenReader):
    """Read the text and the title of a page.

    Parameters
    ----------
    source : str
        HTML or XHTML.
    """

    def __init__(self, source: str) -> None:
        super().__init__()
        self._text = TextMapper(source)
        self._title: list[str] = []
        # The element whose content is ignored, and the number of its unclosed start tags.
        self._ignored, self._depth = "", 0
        # The same for an element in which a gloss would disturb.
        self._quiet, self._quiet_depth = "", 0
        self._preformatted = 0
        self.read(source)

    @property
    def title(self) -> str | None:
        """Content of the first title element."""
        return " ".join("".join(self._title).split()) or None

    def mapped(self) -> MappedText:
        """Return the text with its places in the source."""
        return self._text.finish()

    def on_text(self, text: str, start: int, end: int) -> None:
        """Add text outside ignored elements."""
        if self._ignored:
            if self._ignored == "title":
                self._title.append(text)
        elif text.isspace() and end - start != len(text) and text != NO_BREAK_SPACE:
            self._text.space(start, end)
        elif self._preformatted or end - start != len(text):
            self._text.add(text, start, end)
        elif start == 0 and text.startswith(BYTE_ORDER_MARK):
            self._text.add_collapsed(text[1:], 1)
        else:
            self._text.add_collapsed(text, start)

    def on_start(self, tag: str, attributes: Attributes, start: int) -> None:
        """Begin a line, a paragraph or an ignored element."""
        if self._ignored:
            if self._ignored in {"rt", "rp"} and tag in {"rb", "rt", "rp"} | _BLOCKS:
                self._ignored = ""
            else:
                self._depth += tag == self._ignored
                return
        if tag in UNREADABLE:
            self._ignored, self._depth = tag, 1
            return
        if tag == "body":
            self._text.anchors.setdefault("body", start)
        self._separate(tag)
        is_link = tag == "a" and any(name == "href" for name, _ in attributes)
        if (tag in _QUIET or is_link) and not self._quiet:
            self._text.begin_quiet()
            self._quiet = tag
        self._quiet_depth += tag == self._quiet
        self._preformatted += tag == "pre"

    def on_end(self, tag: str, start: int) -> None:
        """End a paragraph or an ignored element."""
        if self._ignored:
            self._depth -= tag == self._ignored
            if self._depth <= 0 or (self._ignored in {"rt", "rp"} and tag == "ruby"):
                self._ignored = ""
            else:
                return
        if tag in {"head", "body"}:
            self._text.anchors[f"/{tag}"] = start
        if tag == self._quiet:
            self._quiet_depth -= 1
            if not self._quiet_depth:
                self._text.end_quiet()
                self._quiet = ""
        self._preformatted = max(0, self._preformatted - (tag == "pre"))
        self._separate(tag)

    def on_unclosed(self, tag: str) -> None:  # noqa: ARG002
        """Read the rest of the page."""
        self._ignored = ""

    def _separate(self, tag: str) -> None:
        if tag in _BLOCKS or tag in _HEADINGS:
            self._text.paragraph()
        elif tag == "br":
            self._text.line()


class _EncodingReader(TokenReader):
    """Read the declared encoding of a page."""

    encoding: str | None = None

    def handle_pi(self, data: str) -> None:
        """Read the XML declaration."""
        if data.startswith("xml "):
            _, _, value = data.partition("encoding=")
            self._set(value[1:].partition(value[:1])[0] if value else None)

    def on_start(self, tag: str, attributes: Attributes, start: int) -> None:  # noqa: ARG002
        """Read ``<meta charset=…>`` and ``<meta content="text/html; charset=…">``."""
        if tag == "meta":
            values = dict(attributes)
            self._set(
                values.get("charset") or (values.get("content") or "").partition("charset=")[2]
            )

    def _set(self, encoding: str | None) -> None:
        self.encoding = self.encoding or encoding or None
