"""Documents of every format are read as text, and what is not a document gives an error."""

from lcp.files.input_files import LARGEST
from lcp.reader.documents import FORMATS, SUFFIXES, read_text
from lcp.reader.documents.extraction import extract, whole_text
from lcp.reader.documents.opening import open_pieces
from tests.cases import cases
from tests.errors import refused
from tests.reader.documents.conftest import CHAPTER_TEXT


def text_of(data: bytes, name: str) -> str:
    return whole_text(extract(data, name))


def test_every_format_has_suffixes_that_no_other_has():
    assert len(set(SUFFIXES)) == len(SUFFIXES) == sum(len(f.suffixes) for f in FORMATS.values())


def test_a_book_is_read_chapter_by_chapter(book):
    text = read_text(book)
    chapters = (CHAPTER_TEXT.format(title=f"Chapter {number}") for number in (1, 2))
    assert text == "\n\n".join(chapters)
    assert read_text(book.read_bytes(), name="Book.EPUB") == text


def test_a_chapter_that_is_not_well_formed_is_read_as_html(make_epub):
    book = make_epub("<p>The deep river</p>", raw=b"<html><p>AT&T <i>froze<p>&nbsp;late</html>")
    assert text_of(book.read_bytes(), "a.epub") == "AT&T froze\n\n\xa0late"


def test_a_word_document_is_read_with_its_tables(document):
    assert read_text(document) == (
        "The Heading\n\nThe acquiescence of the committee surprised everyone & café owners.\n\n"
        "left cell\n\nright cell"
    )


def test_plain_text_is_unchanged(tmp_path):
    path = tmp_path / "README"
    path.write_bytes("A\r\n  b < c &amp; d é\n".encode())
    assert read_text(path) == "A\r\n  b < c &amp; d é\n"


def test_a_document_is_opened_in_pieces(tmp_path, book):
    path = tmp_path / "long.txt"
    path.write_text("deep river " * 10_000)
    with open_pieces(path) as (pieces, size):
        assert size == len("".join(pieces)) == 110_000
    with open_pieces(book) as (pieces, size):
        assert size == len("".join(pieces).encode())


@cases("reader/documents/cases/misnamed", "name", "data")
def test_files_that_are_not_what_their_name_says_raise_an_error(name, data):
    with refused(where=name, hint=""):
        text_of(data.encode("latin-1"), name)


def test_a_document_that_is_too_large_or_has_no_name_raises_an_error(monkeypatch):
    monkeypatch.setitem(LARGEST, "document", 5)
    for name, message in (("a.txt", "MiB of content"), (["a", "b"], "is not a path")):
        with refused(message):
            read_text(b"123456", name=name)


@cases("reader/documents/cases/markdown", "source", "text")
def test_markdown_is_read_as_a_browser_shows_it(source, text):
    assert text_of(source.encode(), "a.md") == text
