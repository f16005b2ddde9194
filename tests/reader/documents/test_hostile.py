"""Damaged, encrypted and hostile documents give an error, in bounded time and memory."""

import io
import time
import tracemalloc
import zipfile

import pytest

from lcp.files.input_files import LARGEST, check_unpacked
from lcp.reader.documents import process, read_text
from lcp.reader.documents.archive import Archive
from lcp.reader.documents.extraction import extract, whole_text
from tests.errors import refused
from tests.reader.documents.conftest import rewritten

PACKAGE = "EPUB/content.opf"


def refusal(source, name):
    """Return the error of reading a document in this process."""
    with refused() as raised:
        extract(source, name)
    assert raised.value.where.startswith(name)
    assert raised.value.hint
    return raised.value


def form_bomb(levels: int, times: int) -> bytes:
    """Return a PDF whose page draws a form, which draws another several times, and so on."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"]
    font = b"/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
    draw = b"/X Do " * times

    def stream(head: bytes, content: bytes) -> bytes:
        return b"<< %b /Length %d >>\nstream\n%b\nendstream" % (head, len(content), content)

    objects.append(
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /XObject << /X 5 0 R >> >> >>"
    )
    objects.append(stream(b"", b"/X Do"))
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << "
    objects += [
        stream(form + b"/XObject << /X %d 0 R >> >>" % (number + 1), draw)
        for number in range(5, 5 + levels)
    ]
    objects.append(stream(form + font + b" >>", b"BT /F 9 Tf 9 9 Td (deep river) Tj ET"))
    body = b"%PDF-1.4\n"
    for number, content in enumerate(objects, start=1):
        body += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    return body + b"trailer\n<< /Size %d /Root 1 0 R >>\n%%%%EOF\n" % (len(objects) + 1)


def test_a_pdf_that_exhausts_memory_is_refused(monkeypatch):
    pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed")
    pytest.importorskip("resource", reason="this system has no limit of memory")
    monkeypatch.setattr(process, "MEMORY", 400 * 1024**2)
    assert read_text(form_bomb(1, 2), name="a.pdf").count("deep") == 2
    bomb = form_bomb(10, 12)
    assert len(bomb) < 4_000
    with refused("400 MiB of memory"):
        read_text(bomb, name="a.pdf")


def test_a_document_that_takes_too_long_is_refused():
    begin = time.monotonic()
    # Parsers look for the end of a paragraph through all open elements.
    with refused("more than 1 seconds"):
        process.work("extract", b"<div>" * 300_000, "a.html", seconds=1)
    assert time.monotonic() - begin < 5


def test_the_process_imports_nothing_from_the_current_folder(tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit(1)")
    monkeypatch.chdir(tmp_path)
    assert read_text(b"<p>deep", name="a.html") == "deep"


def test_a_chapter_that_expands_beyond_its_size_is_not_read_into_memory(book):
    page = b"<p>" + b"deep " * 20_000_000
    sizes = [size.to_bytes(4, "little") for size in (len(page), 900)]
    bomb = rewritten(book, {"EPUB/text/0.xhtml": page}).read_bytes().replace(*sizes)
    tracemalloc.start()
    assert "cannot be decompressed" in refusal(bomb, "a.epub").what
    with pytest.raises(zipfile.BadZipFile):
        check_unpacked(io.BytesIO(bomb), 1_000_000)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_many_large_chapters_together_are_refused(book, monkeypatch):
    monkeypatch.setitem(LARGEST, "document", 100_000)
    page = b"<p>" + b"deep " * 15_000
    changed = rewritten(book, {"EPUB/text/0.xhtml": page, "EPUB/text/1.xhtml": page})
    assert "MiB of content" in refusal(changed, "a.epub").what


def test_a_copy_of_a_book_with_a_very_large_member_is_refused(book):
    large = rewritten(book, {"EPUB/film.mp4": bytes(2_000_000)})
    with large.open("rb") as stream, refused("MiB of content"):
        Archive(stream, "a.epub", 1_000_000).copy(io.BytesIO(), {})
    assert whole_text(extract(large, "a.epub"))


ENTITIES = '<!DOCTYPE x [<!ENTITY a "deep"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><x>&b;</x>'


def damaged_books(book):
    """Yield books with one fault each, and what the error says."""
    data = book.read_bytes()
    for share in (0.1, 0.5, 0.9):
        yield data[: int(len(data) * share)], "not a complete ZIP archive"
    with zipfile.ZipFile(book) as archive:
        place = archive.getinfo("EPUB/text/0.xhtml").header_offset + 70
    yield data[:place] + b"\0" * 40 + data[place + 40 :], "EPUB/text/0.xhtml"
    end = data.rindex(b"PK\x05\x06") + 12
    # The size and the place of the directory: before the start of the file.
    yield data[:end] + b"\xff\xff\xff\x00" * 2 + data[end + 8 :], "not a complete ZIP archive"
    # The flag of encryption, in the directory of the archive.
    parts = data.split(b"PK\x01\x02")
    yield b"PK\x01\x02".join([parts[0], *(p[:4] + b"\1" + p[5:] for p in parts[1:])]), "encrypted"
    for member in ("META-INF/container.xml", PACKAGE, "EPUB/text/1.xhtml"):
        yield rewritten(book, {}, without=[member]), f"'{member}' is missing"
    for xml, reason in (("<a><b></a>", "line 1"), (ENTITIES, "entities")):
        yield rewritten(book, {PACKAGE: xml}), reason
    for method in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        other = rewritten(book, {})
        with zipfile.ZipFile(other, "a", method) as archive:
            archive.writestr("EPUB/other.xhtml", "<p>deep</p>")
        yield other, "Deflate"
    with zipfile.ZipFile(book, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("EPUB/text/0.xhtml", "<p>other</p>")
    yield book, "same name"


def test_damaged_books_raise_an_error(book):
    for source, reason in damaged_books(book):
        assert reason in refusal(source, "a.epub").what


def test_damaged_word_documents_raise_an_error(document):
    for body, reason in ((ENTITIES, "entities"), ("<a><b></a>", "line 1")):
        assert reason in refusal(rewritten(document, {"word/document.xml": body}), "a.docx").what
    with pytest.warns(UserWarning, match="headings are read as text"):
        read = extract(rewritten(document, {"word/styles.xml": "<a><b></a>"}), "a.docx")
    assert "acquiescence of the committee" in whole_text(read)


def test_nothing_outside_the_document_is_read(document, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("<!ELEMENT a ANY>")
    body = (
        f'<!DOCTYPE x SYSTEM "{secret.as_uri()}"><w:document xmlns:w="http://schemas.openxmlformats'
        '.org/wordprocessingml/2006/main"><w:p><w:r><w:t>deep</w:t></w:r></w:p></w:document>'
    )
    assert whole_text(extract(rewritten(document, {"word/document.xml": body}), "a.docx")) == "deep"


def test_a_book_with_encrypted_chapters_raises_an_error_but_not_one_with_encrypted_fonts(book):
    def encrypted(path):
        xml = f'<encryption><CipherData><CipherReference URI="{path}"/></CipherData></encryption>'
        return rewritten(book, {"META-INF/encryption.xml": xml})

    assert "encrypted" in refusal(encrypted("EPUB/text/0.xhtml"), "a.epub").what
    assert whole_text(extract(encrypted("EPUB/font.otf"), "a.epub"))


XHTML = '<!DOCTYPE html SYSTEM "a.dtd"><html xmlns="{}"><body><p>The deep river{}</p></body></html>'


def test_an_unknown_entity_is_an_error_and_one_of_html_a_character():
    assert "unknown entity" in refusal(XHTML.format("", "&lair;").encode(), "a.xhtml").what
    text = whole_text(extract(XHTML.format("", "&check;&nbsp;&#233;").encode(), "a.xhtml"))
    assert text == "The deep river✓\xa0é"


def test_a_chapter_with_an_unknown_entity_is_read_as_html(make_epub):
    raw = XHTML.format("http://www.w3.org/1999/xhtml", "&lair;").encode()
    assert whole_text(extract(make_epub("<p>A.</p>", raw=raw), "a.epub")).endswith("river&lair;")


def test_a_namespace_may_contain_characters_of_markup(mark, tmp_path):
    path = tmp_path / "a.xhtml"
    path.write_text(XHTML.format("http://a/?b&amp;c=d", " rose."), encoding="utf-8")
    assert "http://a/?b&amp;c=d" in mark(path, "heatmap").read_text("utf-8")


def test_the_doctype_is_kept_after_hidden_comments_and_before_much_white_space(mark, tmp_path):
    path = tmp_path / "a.html"
    path.write_text(f"<!-- a --><!doctype html><pre>river{' ' * 40_000}</pre>", encoding="utf-8")
    assert mark(path, "heatmap").read_text("utf-8").startswith("<!-- a --><!doctype html>")


@pytest.mark.skipif(not hasattr(__import__("os"), "mkfifo"), reason="needs a Unix system")
def test_a_full_disk_is_no_damage_of_the_document(monkeypatch):
    import errno
    import subprocess

    def full(*_args, **_options):
        raise subprocess.CalledProcessError(errno.ENOSPC, "python")

    monkeypatch.setattr(subprocess, "run", full)
    with pytest.raises(OSError, match="No space left"):
        read_text(b"<p>A.", name="a.html")
