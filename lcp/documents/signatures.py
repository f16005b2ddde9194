"""Check that the first bytes of a file agree with the ending of its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.documents.formats import formats
from lcp.errors import InputError

if TYPE_CHECKING:
    from typing import BinaryIO

_ZIP = b"PK\x03\x04"
#: First bytes of the formats that have a signature.
_SIGNATURES = {"pdf": b"%PDF-", "epub": _ZIP, "docx": _ZIP}
#: Formats that are not read, with advice.
_OTHERS = {
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": (
        "an old Office file (.doc), or an encrypted one",
        "Save it as .docx without a password.",
    ),
    b"{\\rtf": ("an RTF document", "Save it as .docx or .txt."),
}
#: Bytes in which a PDF's signature may occur, by its specification.
_HEAD = 1024


def check_signature(stream: BinaryIO, name: str, where: str) -> None:
    """Check that the stream contains a document of the format, and rewind it.

    Raises
    ------
    InputError
        If its first bytes are those of another format, or not those of this one.
    """
    head = stream.read(_HEAD)
    stream.seek(0)
    for signature, (title, hint) in _OTHERS.items():
        if head.startswith(signature):
            raise InputError(f"The file is {title}.", where=where, hint=hint)
    title = formats()[name].title
    expected = _SIGNATURES.get(name)
    if expected is None:
        actual = next((key for key, start in _SIGNATURES.items() if head.startswith(start)), None)
        if actual is None:
            return
        kind = "a ZIP archive, such as EPUB or DOCX" if actual != "pdf" else "a PDF document"
        hint = "Rename the file so that its ending says what it is."
        raise InputError(f"The file is {kind}, not {title}.", where=where, hint=hint)
    # A PDF may begin with other bytes.
    if expected not in (head if name == "pdf" else head[: len(_ZIP)]):
        hint = "The file is damaged, or its ending is wrong."
        raise InputError(
            f"The file is not a document in the format {title}.", where=where, hint=hint
        )
