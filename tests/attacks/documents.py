"""Documents of every format with hostile texts, markup and bytes."""

import io
import random
import zipfile
from pathlib import Path

from tests.attacks.models import mutated_bytes
from tests.attacks.texts import TEXTS, hostile_text

MARKUP = (
    *("<p>", "</p>", "<script>", "</div>", "<table><tr><td>", "<!DOCTYPE x [<!ENTITY a 'b'>]>"),
    *("<![CDATA[", "<?php", "<style>", "<a href='javascript:0'>", "<p " + "a=b " * 500, "&a;"),
    *("\\par", "{\\*\\x", "\\u-9", "\\'", "\\bin99999999 ", "}", "{" * 900, "\\ansicpg0", "-->"),
    *("</w:p>", "<w:t>", "xmlns:w=''", "&#1114112;", "&#xD800;", "&nbsp;", "<div>" * 3_000),
    *("\x00", "\ud83d", "```", "[a](b", "<meta charset=hex>", "<meta charset=utf-16>"),
    *("<?xml version='1.0' encoding='punycode'?>", "<meta charset=undefined>", "a&amp;b", "'>'"),
    *("00:00:00,000 --> 00:00:01,000", "WEBVTT", "{\\an8}", "# " * 500, "> " * 500, "* " * 500),
)  # fmt: skip


FILES = {path.suffix: path for path in Path(__file__).with_name("files").iterdir()}


def mutated_document(draw: random.Random) -> tuple[str, bytes]:
    """Return a file name and the content of a document, mostly with a few faults."""
    suffix = draw.choice(sorted(FILES))
    if FILES[suffix].is_dir():
        content = _archive(FILES[suffix], draw)
    elif suffix == ".pdf":
        content = FILES[suffix].read_bytes()
    else:
        encoding = draw.choice(("utf-8", "utf-8", "utf-8", "utf-16", "cp1252"))
        text = FILES[suffix].read_text(encoding="utf-8")
        content = _broken(text, draw).encode(encoding, errors="replace")
    if suffix == ".pdf" or draw.random() < 0.3:
        content = mutated_bytes(content, draw)
    if draw.random() < 0.05:
        suffix = draw.choice((*sorted(FILES), ".doc", ".", "", ".ZIP"))
    return f"document{suffix}", content


def _broken(text: str, draw: random.Random) -> str:
    """Insert markup and hostile texts, and cut the text."""
    for _ in range(draw.randint(0, 4)):
        place = draw.randrange(len(text) + 1)
        inserted = draw.choice((draw.choice(MARKUP), draw.choice(TEXTS), hostile_text(draw)))
        text = text[:place] + inserted + text[place + draw.choice((0, 0, 5)) :]
    return text[: draw.randrange(len(text) + 1)] if draw.random() < 0.1 else text


def _archive(folder: Path, draw: random.Random) -> bytes:
    stream = io.BytesIO()
    members = sorted(path for path in folder.rglob("*") if path.is_file())
    broken = draw.choice(members)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in members:
            if path == broken and draw.random() < 0.1:
                continue
            text = path.read_text(encoding="utf-8")
            changed = _broken(text, draw) if path == broken else text
            archive.writestr(path.relative_to(folder).as_posix(), changed.encode(errors="replace"))
    return stream.getvalue()
