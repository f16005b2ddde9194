"""Damaged, encrypted and hostile documents give an error, in bounded time and memory."""

from __future__ import annotations

import tracemalloc
import zipfile

import pytest

from lcp.documents import read_document
from lcp.documents.archive import Archive
from lcp.errors import InputError

ENTITIES = '<!DOCTYPE x [<!ENTITY a "deep"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
PACKAGE = "EPUB/content.opf"


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


def test_a_chapter_that_expands_without_end_is_not_read_into_memory(book, monkeypatch):
    limit = 1_000_000
    monkeypatch.setattr("lcp.documents.archive.LARGEST", limit)
    bomb = rewritten(book, {"EPUB/text/0.xhtml": b"<p>" + b"deep " * 20_000_000})
    assert bomb.stat().st_size < 200_000
    tracemalloc.start()
    with pytest.raises(InputError, match="MiB of content"):
        read_document(bomb)
    assert tracemalloc.get_traced_memory()[1] < 10 * limit
    tracemalloc.stop()


def test_many_large_chapters_together_are_refused(book, monkeypatch):
    monkeypatch.setattr("lcp.documents.archive.LARGEST", 100_000)
    page = b"<p>" + b"deep " * 15_000
    changed = rewritten(book, {"EPUB/text/0.xhtml": page, "EPUB/text/1.xhtml": page})
    with pytest.raises(InputError, match="MiB of content"):
        read_document(changed)


def test_entities_are_not_expanded(book, document):
    container = "META-INF/container.xml"
    with zipfile.ZipFile(book) as archive:
        start, end = archive.read(container).decode().split("<container", 1)
    changed = rewritten(book, {container: f"{start}{ENTITIES}<container{end}"})
    with pytest.raises(InputError, match="declares the entity 'a'"):
        read_document(changed)
    body = f'<?xml version="1.0"?>{ENTITIES}<document>&b;</document>'
    with pytest.raises(InputError, match="declares the entity 'a'"):
        read_document(rewritten(document, {"word/document.xml": body}))


def test_nothing_outside_the_document_is_read(document, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    body = (
        f'<!DOCTYPE x SYSTEM "{secret.as_uri()}"><w:document xmlns:w="http://schemas.openxmlformats'
        '.org/wordprocessingml/2006/main"><w:p><w:r><w:t>deep</w:t></w:r></w:p></w:document>'
    )
    assert read_document(rewritten(document, {"word/document.xml": body})).text == "deep"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_truncated_archive_raises_an_error(book, share):
    data = book.read_bytes()
    with pytest.raises(InputError, match="damaged: it is not a complete ZIP archive"):
        read_document(data[: int(len(data) * share)], name="a.epub")


def test_altered_bytes_raise_an_error(book):
    data = book.read_bytes()
    with zipfile.ZipFile(book) as archive:
        offset = archive.getinfo("EPUB/text/0.xhtml").header_offset
    data = data[: offset + 70] + b"\0" * 40 + data[offset + 110 :]
    with pytest.raises(InputError, match=r"'EPUB/text/0\.xhtml' cannot be decompressed"):
        read_document(data, name="a.epub")


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ("META-INF/container.xml", "'META-INF/container.xml' is missing"),
        (PACKAGE, "'EPUB/content.opf' is missing"),
        ("EPUB/text/1.xhtml", "'EPUB/text/1.xhtml' is missing"),
    ],
)
def test_a_book_without_a_required_file_raises_an_error(book, member, message):
    with pytest.raises(InputError, match=message):
        read_document(rewritten(book, {}, without=[member]))


def test_xml_that_is_not_well_formed_raises_an_error(book, document):
    for path, member in ((book, PACKAGE), (document, "word/document.xml")):
        with pytest.raises(InputError, match=r"The XML is damaged: .* in line 1"):
            read_document(rewritten(path, {member: "<a><b></a>"}))


def test_a_book_with_encrypted_chapters_raises_an_error_but_not_one_with_encrypted_fonts(book):
    def encryption(path):
        return (
            '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData '
            f'xmlns="http://www.w3.org/2001/04/xmlenc#"><CipherData><CipherReference URI="{path}"/>'
            "</CipherData></EncryptedData></encryption>"
        )

    name = "META-INF/encryption.xml"
    with pytest.raises(InputError, match="The book is encrypted"):
        read_document(rewritten(book, {name: encryption("EPUB/text/0.xhtml")}))
    assert read_document(rewritten(book, {name: encryption("EPUB/font.otf")})).text


def test_a_zip_archive_that_is_not_a_document_raises_an_error(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "deep")
    data = path.read_bytes()
    for name, message in (("a.epub", "container.xml' is missing"), ("a.docx", "no text part")):
        with pytest.raises(InputError, match=message):
            read_document(data, name=name)


def test_an_archive_with_a_password_raises_an_error(book):
    data = bytearray(book.read_bytes())
    # The flag of encryption, in the directory of the archive.
    place = data.index(b"PK\x01\x02")
    while place >= 0:
        data[place + 8] |= 1
        place = data.find(b"PK\x01\x02", place + 1)
    with pytest.raises(InputError, match="The document is encrypted"):
        read_document(bytes(data), name="a.epub")


def test_an_archive_with_very_many_members_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("lcp.documents.archive.MOST_MEMBERS", 3)
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(4):
            archive.writestr(str(number), "")
    with path.open("rb") as stream, pytest.raises(InputError, match="more than 3 files"):
        Archive(stream, "a.zip")
