"""Documents of every format are read as text, and what is not a document gives an error."""

from __future__ import annotations

import pytest

from lcp.documents import SUFFIXES, formats, read_document, read_text
from lcp.errors import InputError
from tests.documents.conftest import CHAPTER_TEXT


def test_every_format_has_its_own_suffixes():
    listed = [suffix for form in formats().values() for suffix in form.suffixes]
    assert sorted(listed) == sorted(SUFFIXES)
    assert len(set(listed)) == len(listed)
    assert {".txt", ".html", ".md", ".epub", ".docx", ".pdf", ".srt", ".vtt"} <= set(SUFFIXES)


def test_a_book_is_read_chapter_by_chapter(book):
    document = read_document(book)
    assert (document.format, document.title) == ("epub", "A Book")
    assert document.text == "\n\n".join(
        CHAPTER_TEXT.format(title=f"Chapter {number}") for number in (1, 2)
    )
    assert read_document(book.read_bytes(), name="Book.EPUB") == document


def test_a_word_document_is_read_with_its_tables(document):
    read = read_document(document)
    assert (read.format, read.title) == ("docx", "A Document")
    assert read.text == (
        "The Heading\n\nThe acquiescence of the committee surprised everyone & café owners.\n\n"
        "left cell\n\nright cell"
    )


def test_plain_text_is_unchanged(tmp_path):
    path = tmp_path / "README"
    path.write_bytes("A\r\n  b < c &amp; d é\n".encode())
    assert read_text(path) == "A\r\n  b < c &amp; d é\n"
    assert read_document(path).format == "text"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.xyz", b"a", "Files that end in '.xyz' are not supported"),
        ("a.txt", b"a\xff", "0xff at position 1 is not UTF-8"),
        ("a.txt", b"a\0", "U\\+0000 at position 1"),
        ("a.md", b"\xff", "0xff at position 0"),
        ("a.html", b"<p>\0", "U\\+0000"),
        ("a.txt", b"%PDF-1.7\n", "The file is a PDF document, not plain text"),
        ("a.html", b"PK\x03\x04", "The file is a ZIP archive"),
        ("a.pdf", b"plain text", "not a document in the format PDF"),
        ("a.epub", b"<html>", "not a document in the format EPUB"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Office file"),
        ("a.txt", b"{\\rtf1", "an RTF document"),
    ],
)
def test_files_that_are_not_what_their_name_says_raise_an_error(name, data, message):
    with pytest.raises(InputError, match=message) as raised:
        read_document(data, name=name)
    assert raised.value.where == name
    assert raised.value.hint


def test_files_that_do_not_exist_and_folders_raise_an_error(tmp_path):
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            read_document(path)


def test_a_document_that_is_too_large_raises_an_error(monkeypatch):
    monkeypatch.setattr("lcp.documents.text.LARGEST", 5)
    with pytest.raises(InputError, match="MiB of content"):
        read_document(b"123456", name="a.txt")
