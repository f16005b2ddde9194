"""Markdown, OpenDocument texts and RTF: the prose, without code, formulas, comments and macros."""

import io
import zipfile

import pytest

from lcp.reader.documents.extraction import extract, whole_text
from tests.cases import cases
from tests.errors import refused
from tests.reader.documents.conftest import FILES


@cases("reader/documents/cases/not_read", "extra")
def test_code_formulas_and_macros_of_markdown_are_not_read(extra):
    text = whole_text(extract(f"The river rose.\n\n{extra}\n\nIt fell.\n".encode(), "a.md"))
    assert text == "The river rose.\n\nIt fell."


@pytest.mark.parametrize("marker", ["---", "+++"])
def test_metadata_of_markdown_are_not_read(marker):
    source = f"{marker}\ntitle: Acquiescence\n{marker}\nIt rose."
    assert whole_text(extract(source.encode(), "a.md")) == "It rose."


def test_prices_are_no_formulas_and_notes_are_at_the_end_of_markdown():
    source = "It cost $5 and then $6.[^1] It rose.\n\n[^1]: In May.\n"
    text = whole_text(extract(source.encode(), "a.md"))
    assert text.startswith("It cost $5 and then $6.")
    assert "In May." in text.partition("It rose.")[2]


@cases("reader/documents/cases/files", "file", "text")
def test_a_file_is_read_as_its_text(file, text):
    assert whole_text(extract((FILES / file).read_bytes(), file)) == text


def odt(content):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("content.xml", content)
        archive.writestr("styles.xml", (FILES / "styles.xml").read_text("utf-8"))
    return stream.getvalue()


def test_an_opendocument_text_is_read_with_its_notes_at_the_end():
    text = whole_text(extract(odt((FILES / "content.xml").read_text("utf-8")), "a.odt"))
    paragraphs = ["The Heading", "The river rose;\nit fell.", "left", "right", "item", "In May."]
    assert text.split("\n\n") == paragraphs


@pytest.mark.parametrize("name", ["a.odt", "a.epub", "a.docx", "a.rtf"])
def test_a_damaged_text_is_refused(name):
    for data in (odt("<p>"), odt("")[:60], b"PK\x03\x04", b"x"):
        with refused() as raised:
            extract(data, name)
        assert raised.value.where.startswith(name)
