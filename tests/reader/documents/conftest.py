"""Build small documents of every format, and mark them."""

import zipfile
from pathlib import Path

import pytest

from lcp.reader.annotation.annotator import Annotator
from lcp.reader.documents.marked_copy import MarkedCopy
from lcp.reader.meaning.glosses import Gloss

FILES = Path(__file__).parent / "files"
GLOSS = "gloss & <more>"
CHAPTER = """<h1>{title}</h1>
<p>The acquiescence of the <i>committee</i> surprised\n  everyone &amp; caf&#233; owners.</p>
<p>It was ubi<b>quit</b>ous.<br/>Nobody objected.</p>"""
#: The readable text of a chapter.
CHAPTER_TEXT = """{title}

The acquiescence of the committee surprised everyone & café owners.

It was ubiquitous.
Nobody objected."""


def rewritten(path, changes, *, without=()):
    """Return a copy of an archive in which some members have other content or are missing."""
    copy = path.with_name(f"changed-{path.name}")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in without:
                new.writestr(name, changes.get(name) or old.read(name))
        for name in set(changes) - set(old.namelist()):
            new.writestr(name, changes[name])
    return copy


@pytest.fixture
def make_epub(tmp_path):
    """Return a function that writes a book with chapters of given HTML, and returns its path.

    The last chapter is `raw`, if given.
    """
    epub = pytest.importorskip("ebooklib.epub", reason="ebooklib is not installed")

    def make(*chapters: str, raw: bytes = b""):
        book = epub.EpubBook()
        book.set_identifier("urn:isbn:1")
        book.set_title("A Book")
        book.set_language("en")
        style = epub.EpubItem("style", "style.css", "text/css", b"p { margin: 0 }")
        items = []
        for number, content in enumerate(chapters):
            item = epub.EpubHtml(
                title=f"Chapter {number}", file_name=f"text/{number}.xhtml", lang="en"
            )
            item.content = content
            items.append(item)
        for item in (style, *items, epub.EpubNcx(), epub.EpubNav()):
            book.add_item(item)
        book.toc = items
        book.spine = ["nav", *items]
        path = tmp_path / "book.epub"
        epub.write_epub(path, book)
        return rewritten(path, {f"EPUB/text/{len(items) - 1}.xhtml": raw}) if raw else path

    return make


@pytest.fixture
def book(make_epub):
    """Return the path of a book with two chapters."""
    return make_epub(*(CHAPTER.format(title=f"Chapter {number}") for number in (1, 2)))


@pytest.fixture
def document(tmp_path):
    """Return the path of a Word document whose words are split between runs."""
    docx = pytest.importorskip("docx", reason="python-docx is not installed")
    opened = docx.Document()
    opened.add_heading("The Heading")
    paragraph = opened.add_paragraph("The acquie")
    paragraph.add_run("scence of ").bold = True
    paragraph.add_run("the committee\tsurprised everyone & café owners.")
    table = opened.add_table(1, 2)
    table.cell(0, 0).text = "left cell"
    table.cell(0, 1).text = "right cell"
    opened.save(tmp_path / "document.docx")
    return tmp_path / "document.docx"


@pytest.fixture(scope="session")
def annotator(small_model):
    """An annotator for which every word is hard."""
    return Annotator(small_model, threshold=0.0)


@pytest.fixture
def mark(annotator, tmp_path):
    """Return a function that writes a marked copy and returns its path; all glosses are equal."""

    def make(source, style):
        out = tmp_path / f"copy{source.suffix}"
        copy = MarkedCopy(source, str(source), style)
        # What was found before is found anew.
        for _ in range(2):
            list(copy.find_marks(annotator, lambda *_: Gloss(GLOSS)))
        copy.write(out)
        return out

    return make
