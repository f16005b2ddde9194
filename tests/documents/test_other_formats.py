"""Markdown, OpenDocument texts and RTF: the prose, without code, formulas, comments and macros."""

import io
import zipfile

import pytest

from lcp.documents import read_text
from lcp.documents.extraction import extract
from lcp.errors import InputError
from tests.cases import cases


@cases("documents/cases/not_read", "extra")
def test_code_formulas_and_macros_of_markdown_are_not_read(extra):
    text = extract(f"The river rose.\n\n{extra}\n\nIt fell.\n".encode(), "a.md")["text"]
    assert text == "The river rose.\n\nIt fell."


@pytest.mark.parametrize("marker", ["---", "+++"])
def test_metadata_of_markdown_are_not_read(marker):
    source = f"{marker}\ntitle: Acquiescence\n{marker}\nIt rose."
    assert extract(source.encode(), "a.md")["text"] == "It rose."


def test_prices_are_no_formulas_and_notes_are_at_the_end_of_markdown():
    source = "It cost $5 and then $6.[^1] It rose.\n\n[^1]: In May.\n"
    text = extract(source.encode(), "a.md")["text"]
    assert text.startswith("It cost $5 and then $6.")
    assert "In May." in text.partition("It rose.")[2]


_NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "table", "draw")
)
BODY = """<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p>
</text:deletion></text:changed-region></text:tracked-changes>
<text:h>The <text:span>Hea</text:span>ding</text:h>
<text:p>The<text:s text:c="3"/>river<text:note><text:note-citation>1</text:note-citation>
<text:note-body><text:p>In May.</text:p></text:note-body></text:note> rose<office:annotation>
<text:p>why?</text:p></office:annotation>;<text:line-break/>it<text:tab/>fell.</text:p>
<table:table><table:table-row><table:table-cell><text:p>left</text:p></table:table-cell>
<table:table-cell><text:p>right</text:p></table:table-cell></table:table-row></table:table>
<text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>"""


def odt(body):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr(
            "content.xml",
            f"<office:document-content {_NAMES}><office:body><office:text>{body}</office:text>"
            "</office:body></office:document-content>",
        )
    return stream.getvalue()


def test_an_opendocument_text_is_read_with_its_notes_at_the_end():
    assert extract(odt(BODY), "a.odt")["text"].split("\n\n") == [
        "The Heading", "The river rose;\nit fell.", "left", "right", "item", "In May."
    ]  # fmt: skip


def test_a_damaged_opendocument_text_is_refused():
    for data in (odt("<text:p>"), odt("")[:60], b"PK\x03\x04"):
        with pytest.raises(InputError) as raised:
            read_text(data, name="a.odt")
        assert raised.value.where.startswith("a.odt")


RTF = (
    r"{\rtf1\ansi\ansicpg1252{\fonttbl\f0 Times;}{\*\generator Word;}\f0\fs24 The caf\'e9\rquote s "
    r"{\b river} rose.\par It\u8212?fell. {\i well}-known\par}"
)


def test_a_rich_text_is_read():
    text = extract(RTF.encode(), "a.rtf")["text"]
    assert text == "The café’s river rose.\n\nIt—fell. well-known"
    with pytest.raises(InputError):
        extract(b"plain", "a.rtf")
