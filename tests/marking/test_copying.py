"""Books, Word documents and subtitles with marks: everything else stays byte for byte."""

from __future__ import annotations

import shutil
import subprocess
import zipfile

import pytest

from lcp.documents import read_text
from lcp.errors import InputError
from tests.documents.conftest import CHAPTER, book, document, make_epub  # noqa: F401 - fixtures
from tests.marking.test_html_marks import STYLES, stripped


def members(path):
    with zipfile.ZipFile(path) as archive:
        return {
            member.filename: (member.compress_type, member.date_time, archive.read(member))
            for member in archive.infolist()
        }


def epub_check(path) -> str:
    """Return the report of epubcheck; the test is skipped without it."""
    jar, java = shutil.which("epubcheck"), shutil.which("java")
    if jar is None or java is None:
        pytest.skip("epubcheck and Java are not installed")
    # Debian's epubcheck is a JAR file.
    done = subprocess.run([java, "-jar", jar, path], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize("style", STYLES)
def test_a_book_changes_only_in_its_chapters_and_there_only_by_insertions(mark, book, style):  # noqa: F811
    original, copy = members(book), members(mark(book, style))
    assert list(original) == list(copy)
    assert next(iter(copy)) == "mimetype"
    changed = []
    for name, (kind, date, data) in original.items():
        assert copy[name][:2] == (kind, date)
        if copy[name][2] != data:
            changed.append(name)
            assert stripped(copy[name][2], style) == data
    assert changed == ["EPUB/text/0.xhtml", "EPUB/text/1.xhtml"]


# Colours change the same places as footnotes, with less.
@pytest.mark.parametrize("style", ["ruby", "footnotes"])
def test_epubcheck_accepts_the_copy_of_a_book(mark, book, style):  # noqa: F811
    assert "No errors or warnings" in epub_check(mark(book, style))


# Other styles add the same elements to both versions.
def test_epubcheck_accepts_the_copy_of_an_old_book(mark, tmp_path):
    path = tmp_path / "old.epub"
    write_epub2(path)
    copy = mark(path, "ruby")
    assert "No errors or warnings" in epub_check(copy)
    # EPUB 2 does not have ruby.
    assert b"<ruby" not in members(copy)["c.xhtml"][2]
    assert members(copy)["c.xhtml"][2] != members(path)["c.xhtml"][2]


def write_epub2(path):
    """Write a book in EPUB 2 with one chapter in XHTML 1.1."""
    files = {
        "META-INF/container.xml": '<?xml version="1.0"?><container version="1.0" xmlns='
        '"urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
        'full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "c.opf": '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0" '
        'unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<dc:title>Old</dc:title><dc:language>en</dc:language><dc:identifier id="i">x'
        '</dc:identifier></metadata><manifest><item id="n" href="t.ncx" '
        'media-type="application/x-dtbncx+xml"/><item id="c" href="c.xhtml" '
        'media-type="application/xhtml+xml"/></manifest><spine toc="n"><itemref idref="c"/>'
        "</spine></package>",
        "t.ncx": '<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" '
        'version="2005-1"><head><meta name="dtb:uid" content="x"/></head><docTitle><text>Old'
        '</text></docTitle><navMap><navPoint id="a" playOrder="1"><navLabel><text>C</text>'
        '</navLabel><content src="c.xhtml"/></navPoint></navMap></ncx>',
        "c.xhtml": '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" '
        '"http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><html xmlns='
        '"http://www.w3.org/1999/xhtml"><head><title>C</title></head><body>'
        "<p>The deep&#160;river froze.</p></body></html>",
    }
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        for name, text in files.items():
            archive.writestr(name, text, zipfile.ZIP_DEFLATED)


def test_a_word_document_keeps_its_text_and_its_other_files(mark, document):  # noqa: F811
    docx = pytest.importorskip("docx")
    copy = mark(document, "colours")
    original, marked = members(document), members(copy)
    body = "word/document.xml"
    assert list(original) == list(marked)
    assert {name for name in original if original[name] != marked[name]} == {body}
    assert read_text(copy) == read_text(document)
    # The XML of the original is in the copy, interrupted by insertions only.
    remaining = iter(marked[body][2])
    assert all(byte in remaining for byte in original[body][2])
    runs = docx.Document(copy).paragraphs[1].runs
    shaded = {run.text: run.bold for run in runs if run._r.xpath("w:rPr/w:shd")}
    assert shaded == {
        "acquie": None, "scence": True, "committee": None, "surprised": None, "café": None,
        "owners": None,
    }  # fmt: skip


def test_a_word_document_is_glossed_in_parentheses(mark, document):  # noqa: F811
    text = read_text(mark(document, "parentheses"))
    assert "acquiescence (gloss & <more>) of the committee (gloss & <more>)" in text


SRT = "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<i>The deep\r\nriver</i> froze\r\n\r\n2\r\n"


def test_subtitles_are_glossed_in_parentheses(mark, tmp_path):
    path = tmp_path / "film.srt"
    path.write_bytes((SRT + "00:00:03,000 --> 00:00:04,000\r\nby the mill.").encode())
    copy = mark(path, "parentheses").read_bytes()
    assert b"{\\an8}<i>The deep (gloss & <more>)\r\nriver (gloss & <more>)</i> froze (" in copy
    assert copy.replace(b" (gloss & <more>)", b"") == path.read_bytes()


@pytest.mark.parametrize(
    ("name", "style"), [("a.txt", "ruby"), ("a.srt", "ruby"), ("a.docx", "footnotes")]
)
def test_a_style_that_a_format_does_not_support_raises_an_error(mark, tmp_path, name, style):
    path = tmp_path / name
    path.write_bytes(b"PK\x03\x04" if name.endswith("docx") else b"deep")
    with pytest.raises(InputError, match="cannot have glosses as") as raised:
        mark(path, style)
    assert ".epub" in raised.value.hint


def test_a_damaged_member_leaves_no_copy(mark, make_epub, tmp_path):  # noqa: F811
    path = make_epub(CHAPTER.format(title="A"))
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        member = archive.getinfo("EPUB/toc.ncx")
    data[member.header_offset + 60 : member.header_offset + 90] = b"\0" * 30
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"'EPUB/toc\.ncx' cannot be decompressed"):
        mark(path, "ruby")
    assert [file.name for file in tmp_path.iterdir() if "copy" in file.name] == []


def test_progress_ends_at_the_length_of_the_text(mark, book):  # noqa: F811
    calls = []
    mark(book, "colours", progress=lambda *done: calls.append(done))
    assert calls[-1][0] == calls[-1][1] > 0
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)
