"""Documents of every format with hostile texts, markup and bytes."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from tests.attacks.models import mutated_bytes
from tests.attacks.texts import SENTENCE, TEXTS, hostile_text

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

MARKUP = (
    *("<p>", "</p>", "<script>", "</div>", "<table><tr><td>", "<!DOCTYPE x [<!ENTITY a 'b'>]>"),
    *("<![CDATA[", "<?php", "<style>", "<a href='javascript:0'>", "<p " + "a=b " * 500, "&a;"),
    *("\\par", "{\\*\\x", "\\u-9", "\\'", "\\bin99999999 ", "}", "{" * 900, "\\ansicpg0", "-->"),
    *("</w:p>", "<w:t>", "xmlns:w=''", "&#1114112;", "&#xD800;", "&nbsp;", "<div>" * 3_000),
    *("\x00", "\ud83d", "```", "[a](b", "<meta charset=hex>", "<meta charset=utf-16>"),
    *("<?xml version='1.0' encoding='punycode'?>", "<meta charset=undefined>", "a&amp;b", "'>'"),
    *("00:00:00,000 --> 00:00:01,000", "WEBVTT", "{\\an8}", "# " * 500, "> " * 500, "* " * 500),
)  # fmt: skip
_OOXML = "http://schemas.openxmlformats.org"
_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="a/b.opf"/></rootfiles></container>'
)
_PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata><title>A</title>'
    '</metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>'
    '</manifest><spine><itemref idref="c"/></spine></package>'
)


def mutated_document(draw: random.Random) -> tuple[str, bytes]:
    """Return a file name and the content of a document, mostly with a few faults."""
    suffix = draw.choice((*_PLAIN, *_ARCHIVES, ".pdf"))
    if suffix in _ARCHIVES:
        content = _archive(_ARCHIVES[suffix], draw)
    elif suffix == ".pdf":
        content = _PDF
    else:
        encoding = draw.choice(("utf-8", "utf-8", "utf-8", "utf-16", "cp1252"))
        content = _broken(_PLAIN[suffix], draw).encode(encoding, errors="replace")
    if suffix == ".pdf" or draw.random() < 0.3:
        content = mutated_bytes(content, draw)
    if draw.random() < 0.05:
        suffix = draw.choice((*_PLAIN, *_ARCHIVES, ".pdf", ".doc", ".", "", ".ZIP"))
    return f"document{suffix}", content


def _broken(text: str, draw: random.Random) -> str:
    """Insert markup and hostile texts, and cut the text."""
    for _ in range(draw.randint(0, 4)):
        place = draw.randrange(len(text) + 1)
        inserted = draw.choice((draw.choice(MARKUP), draw.choice(TEXTS), hostile_text(draw)))
        text = text[:place] + inserted + text[place + draw.choice((0, 0, 5)) :]
    return text[: draw.randrange(len(text) + 1)] if draw.random() < 0.1 else text


def _archive(members: Mapping[str, str], draw: random.Random) -> bytes:
    stream = io.BytesIO()
    broken = draw.choice(sorted(members))
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            if name == broken and draw.random() < 0.1:
                continue
            changed = _broken(text, draw) if name == broken else text
            archive.writestr(name, changed.encode(errors="replace"))
    return stream.getvalue()


def _pdf() -> bytes:
    """Return a PDF with one page and one line of text."""
    line = f"BT /F1 12 Tf 50 700 Td ({SENTENCE}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
            b"/Resources << /Font << /F1 5 0 R >> >> >>"
        ),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(line), line),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(body))
    return body + b"xref\n0 %d\n0000000000 65535 f \n%b" % (count, table) + end


_BODY = f"<p>{SENTENCE}</p><p>It was late.</p>"
_PAGE = f"<html><head><title>A</title></head><body>{_BODY}</body></html>"
_TIMES = "00:00:01,000 --> 00:00:02,000"
_PLAIN = {
    ".txt": f"{SENTENCE}\n\nIt was late.\n",
    ".html": f"<!DOCTYPE html>{_PAGE}",
    ".md": f"# A\n\n{SENTENCE}\n\n- one\n- *two*\n\n```\ncode\n```\n",
    ".srt": f"1\n{_TIMES}\n{SENTENCE}\n\n2\n{_TIMES}\nIt was late.\n",
    ".rtf": "{\\rtf1\\ansi{\\fonttbl\\f0 Times;}\\f0 " + SENTENCE + "\\par It\\'92s late.\\par}",
    ".vtt": f"WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>{SENTENCE}\n",
}
_ARCHIVES = {
    ".odt": {
        "content.xml": f'<o:document-content xmlns:o="a" xmlns:t="b"><o:body><t:p>{SENTENCE}</t:p>'
        "<t:p>It<t:s/>was<t:note><t:note-body><t:p>late.</t:p></t:note-body></t:note> late.</t:p>"
        "</o:body></o:document-content>",
    },
    ".epub": {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _CONTAINER,
        "a/b.opf": _PACKAGE,
        "a/c.xhtml": _PAGE.replace("<html>", '<html xmlns="http://www.w3.org/1999/xhtml">'),
    },
    ".docx": {
        "[Content_Types].xml": f'<Types xmlns="{_OOXML}/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{_OOXML}/package/2006/relationships"><Relationship '
        f'Id="r" Type="{_OOXML}/officeDocument/2006/relationships/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{_OOXML}/wordprocessingml/2006/main"><w:body>'
        f"<w:p><w:r><w:t>{SENTENCE}</w:t></w:r></w:p></w:body></w:document>",
    },
}
_PDF = _pdf()
