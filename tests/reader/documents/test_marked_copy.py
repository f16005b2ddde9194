"""Copies with marks are valid, have the text of the original, and differ in nothing else."""

import random
import re
import shutil
import subprocess
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lcp.reader.documents.extraction import extract, whole_text, write_copy
from lcp.reader.documents.parts import Mark
from tests.cases import cases
from tests.errors import refused
from tests.reader.documents.conftest import CHAPTER, FILES, GLOSS, rewritten
from tests.reader.documents.test_html import MARKUP

PAGE = """<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\r
<html><head><meta charset=utf-8><title>Deep rivers</title></head>
<body><h1>Steep &amp; deep</h1><p class=a>The <i>deep</i>  river\r\nfroze;
caf&eacute; ubi<b>quit</b>ous
&nbsp;R&D &lt; <a href="#">deep link</a>. <code>steep</code>\t<!-- <p>deep --> A river.</body>
</html>
"""


def text_of(path):
    return whole_text(extract(path, str(path)))


def marked(path, style):
    """Mark all words in this process, without ratings, and return the path of the copy."""
    out = path.with_name(f"marked{path.suffix}")
    strength = 2 if style == "heatmap" else 0
    parts = extract(path, str(path))["parts"]
    marks = [
        [Mark(*word.span(), GLOSS, strength) for word in re.finditer(r"\w[\w&]*", text)]
        for text, _ in parts
    ]
    write_copy(path, str(path), str(out), marks)
    return out


def members(path):
    with zipfile.ZipFile(path) as archive:
        return {
            member.filename: (member.compress_type, member.date_time, archive.read(member))
            for member in archive.infolist()
        }


def changed(original, copy):
    """Return the names of the members with other content; all others must be equal."""
    old, new = members(original), members(copy)
    assert list(old) == list(new)
    assert all(old[name][:2] == new[name][:2] for name in old)
    return [name for name in old if old[name] != new[name]]


def epub_check(path) -> str:
    """Return the report of epubcheck; the test is skipped without it."""
    jar, java = shutil.which("epubcheck"), shutil.which("java")
    if jar is None or java is None:
        pytest.skip("epubcheck and Java are not installed")
    # Debian's epubcheck is a JAR file.
    done = subprocess.run([java, "-jar", jar, path], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8", newline="")
    return path


def test_a_word_is_glossed_once_and_not_in_headings_links_and_code(mark, page):
    source = mark(page, "gloss").read_text("utf-8")
    glossed = re.findall(r'<ruby class="lcp-gloss">(.*?)<rp>', source)
    assert glossed == ["deep", "river", "froze", "café", "quit"]
    assert "<rt>gloss &amp; &lt;more&gt;</rt>" in source


def test_a_heat_map_colours_every_complex_word_and_describes_it(mark, page):
    marks = re.findall(
        r'<mark class="lcp-\d" title="(.*?)">(.*?)</mark>', mark(page, "heatmap").read_text("utf-8")
    )
    assert " ".join(word for _, word in marks) == (
        "Steep deep deep river froze café ubi quit ous deep link steep river"
    )
    assert {title for title, _ in marks} == {"gloss &amp; &lt;more&gt;"}


@pytest.mark.parametrize("style", ["gloss", "heatmap"])
def test_a_page_keeps_its_text_document_type_and_encoding(mark, tmp_path, style):
    page = tmp_path / "page.html"
    page.write_bytes(PAGE.replace("utf-8", "latin1").encode("latin-1"))
    copy = mark(page, style)
    assert text_of(copy) == text_of(page)
    assert copy.read_bytes().startswith(PAGE.partition("\r")[0].encode())
    assert "café".encode("latin-1") in copy.read_bytes()


def test_a_page_that_does_not_say_its_encoding_gets_it(mark, tmp_path):
    page = tmp_path / "page.html"
    page.write_bytes("<p>A café by the deep river.".encode())
    assert b'<head><meta charset="utf-8">' in mark(page, "gloss").read_bytes()


def test_a_copy_is_not_glossed_again(mark, page, tmp_path):
    copy = mark(page, "gloss").rename(tmp_path / "first.html")
    with refused("already has glosses"):
        mark(copy, "gloss")


@cases("reader/documents/cases/copies", "source", "name", "copy")
def test_a_copy_differs_from_its_source_in_glosses_only(mark, tmp_path, source, name, copy):
    page = tmp_path / name
    page.write_bytes(source.encode())
    assert mark(page, "gloss").read_bytes().decode() == copy


def test_xhtml_stays_xhtml(mark, tmp_path):
    page = tmp_path / "page.xhtml"
    page.write_text('<html xmlns="http://www.w3.org/1999/xhtml"><body>The deep<br/></body></html>')
    source = mark(page, "gloss").read_text()
    assert '<ruby class="lcp-gloss">deep<rp> (</rp>' in source
    assert "<br/>" in source
    assert text_of(mark(page, "heatmap")) == "The deep"


@pytest.mark.parametrize("style", ["gloss", "heatmap"])
def test_a_copy_of_a_book_changes_in_its_chapters_only(mark, book, style):
    copy = mark(book, style)
    assert changed(book, copy) == ["EPUB/text/0.xhtml", "EPUB/text/1.xhtml"]
    assert next(iter(members(copy))) == "mimetype"
    assert text_of(copy) == text_of(book)


def test_a_copy_of_an_old_book_is_valid_without_ruby(mark, tmp_path):
    path, book = tmp_path / "old.epub", FILES / "old-book"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        for name in ("META-INF/container.xml", "c.opf", "t.ncx", "c.xhtml"):
            archive.write(book / name, name, zipfile.ZIP_DEFLATED)
    copy = mark(path, "gloss")
    assert "No errors or warnings" in epub_check(copy)
    assert text_of(copy) == f"The deep ({GLOSS})\xa0river ({GLOSS}) froze ({GLOSS})."
    assert b"<div></div>" in members(copy)["c.xhtml"][2]


def test_a_word_document_keeps_its_text_and_its_other_files(mark, document):
    docx = pytest.importorskip("docx")
    copy = mark(document, "heatmap")
    assert changed(document, copy) == ["word/document.xml"]
    assert text_of(copy) == text_of(document)
    runs = docx.Document(copy).paragraphs[1].runs
    shaded = {run.text: run.bold for run in runs if run._r.xpath("w:rPr/w:shd")}
    assert shaded == {
        "acquie": None, "scence": True, "committee": None, "surprised": None, "café": None,
        "owners": None,
    }  # fmt: skip


def test_a_word_document_is_glossed_in_parentheses(mark, document):
    text = text_of(mark(document, "gloss"))
    assert f"The Heading\n\nThe acquiescence ({GLOSS}) of the committee ({GLOSS})" in text


def with_body(document, body, more_styles=""):
    """Return the path of a Word document with another body, and more styles."""
    with zipfile.ZipFile(document) as archive:
        start = archive.read("word/document.xml").decode().partition("<w:body>")[0]
        styles = archive.read("word/styles.xml").decode()
    xml = f"{start}<w:body>{body}</w:body></w:document>"
    styles = styles.replace("</w:styles>", f"{more_styles}</w:styles>")
    return rewritten(document, {"word/document.xml": xml, "word/styles.xml": styles})


@cases("reader/documents/cases/word_bodies")
def test_a_word_document_is_read_as_word_shows_it(mark, document, case):
    original = with_body(document, case["body"], case.get("styles", ""))
    assert text_of(original) == text_of(mark(original, "heatmap")) == case["text"]


# Characters that are written as references, attributes with ">", properties before and after
# shading, and words that are divided between runs.
RUNS = (FILES / "runs.xml").read_text("utf-8").splitlines()


@pytest.mark.parametrize("style", ["gloss", "heatmap"])
@given(pieces=st.lists(st.sampled_from(RUNS), min_size=1, max_size=8))
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_every_copy_of_a_word_document_opens_and_has_the_same_text(document, style, pieces):
    docx = pytest.importorskip("docx")
    body = f"<w:p>{''.join(pieces)}</w:p>"
    original = with_body(document, body)
    assert ("quit" in text_of(original), "hidden" in text_of(original)) == ("quit" in body, False)
    copy = marked(original, style)
    assert text_of(copy).replace(f" ({GLOSS})", "") == text_of(original)
    for properties in docx.Document(copy).paragraphs[0]._p.xpath(".//w:rPr[w:shd][w:lang]"):
        names = [child.tag.rpartition("}")[2] for child in properties]
        assert names == ["rFonts", "b", "shd", "lang"]


@pytest.mark.parametrize("style", ["gloss", "heatmap"])
@given(pieces=st.lists(st.sampled_from(MARKUP), max_size=30))
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_every_copy_of_a_page_has_the_same_text(tmp_path, style, pieces):
    page = tmp_path / "any.html"
    page.write_bytes("".join(pieces).encode())
    assert text_of(marked(page, style)) == text_of(page)


@pytest.mark.parametrize("style", ["gloss", "heatmap"])
def test_every_copy_of_a_book_is_valid(make_epub, style):
    draw = random.Random(1)  # noqa: S311
    words = ["<i>deep</i>", "river", "caf&#233;", "R&amp;D", "ubi<b>quit</b>ous", "<br/>", "a"]
    chapters = [
        f"<p>{' '.join(draw.choices(words, k=12))}</p><ul><li>{draw.choice(words)}</li></ul>"
        for _ in range(4)
    ]
    book = make_epub(*chapters, CHAPTER.format(title="A"))
    copy = marked(book, style)
    assert text_of(copy) == text_of(book)
    assert "No errors or warnings" in epub_check(copy)


SRT = "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<i>The deep\r\nriver</i> froze\r\n\r\n2\r\n"


def test_subtitles_are_glossed_in_parentheses(mark, tmp_path):
    path = tmp_path / "film.srt"
    path.write_bytes((SRT + "00:00:03,000 --> 00:00:04,000\r\nby the mill.").encode())
    copy = mark(path, "gloss").read_bytes()
    assert b"{\\an8}<i>The deep (gloss & <more>)\r\nriver (gloss & <more>)</i> froze (" in copy
    assert copy.replace(b" (gloss & <more>)", b"") == path.read_bytes()


def test_a_damaged_member_leaves_no_copy(mark, make_epub, tmp_path):
    path = make_epub(CHAPTER.format(title="A"))
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        member = archive.getinfo("EPUB/toc.ncx")
    data[member.header_offset + 60 : member.header_offset + 90] = b"\0" * 30
    path.write_bytes(data)
    with refused(r"'EPUB/toc\.ncx' cannot be decompressed"):
        mark(path, "gloss")
    assert [file.name for file in tmp_path.iterdir() if "copy" in file.name] == []
