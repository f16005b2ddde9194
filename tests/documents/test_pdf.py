"""The text of PDF documents: paragraphs, running heads, encryption."""

from __future__ import annotations

import builtins

import pytest

from lcp.documents import read_document
from lcp.errors import InputError, ResourceError

TEXT = (
    "The acquiescence of the committee surprised everyone in the room, because nobody in it had "
    "expected the meeting to end as it did, with so little discussion and so few objections. It "
    "was over by noon."
)


@pytest.fixture
def make_pdf():
    """Return a function that returns the bytes of a PDF with a page for each text."""
    fpdf = pytest.importorskip("fpdf", reason="fpdf2 is not installed")
    pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed")

    def make(*pages, head="", password=None):
        document = fpdf.FPDF()
        document.set_title("A Document")
        if password:
            document.set_encryption(owner_password="o", user_password=password)  # noqa: S106
        for number, text in enumerate(pages):
            document.add_page()
            document.set_font("Helvetica", size=12)
            if head:
                document.cell(0, 10, f"{head} {number}", new_x="LMARGIN", new_y="NEXT")
            for paragraph in text.split("\n"):
                document.multi_cell(0, 6, paragraph, new_x="LMARGIN", new_y="NEXT")
                document.ln(6)
        return bytes(document.output())

    return make


def test_running_heads_and_page_numbers_are_left_out(make_pdf):
    pages = [TEXT.replace("noon", f"{hour} o'clock") for hour in ("one", "two", "six", "ten")]
    document = read_document(make_pdf(*pages, head="Annals of Rivers, page"), name="a.pdf")
    assert (document.format, document.title) == ("pdf", "A Document")
    assert "Annals" not in document.text
    assert " ".join(document.text.split()) == " ".join(pages)


def test_a_short_line_ends_a_paragraph(make_pdf):
    text = f"A Heading\n{TEXT}\n{TEXT}\nThe end."
    paragraphs = read_document(make_pdf(text), name="a.pdf").text.split("\n\n")
    assert paragraphs[0] == "A Heading"
    assert paragraphs[-1] == "The end."
    assert [" ".join(part.split()) for part in paragraphs[1:-1]] == [TEXT, TEXT]


def test_a_document_with_a_password_raises_an_error(make_pdf):
    with pytest.raises(InputError, match="The document is encrypted"):
        read_document(make_pdf("deep", password="p"), name="a.pdf")  # noqa: S106


@pytest.mark.parametrize("share", [0.02, 0.3])
def test_a_damaged_document_raises_an_error(make_pdf, share):
    data = make_pdf("deep " * 500)
    with pytest.raises(InputError, match=r"damaged|pictures of pages"):
        read_document(data[: int(len(data) * share)], name="a.pdf")


def test_a_document_of_pictures_raises_an_error(make_pdf):
    with pytest.raises(InputError, match="pictures of pages only"):
        read_document(make_pdf("", ""), name="a.pdf")


def test_without_the_package_the_error_names_the_extra(monkeypatch):
    original = builtins.__import__

    def refuse(name, *arguments, **options):
        if name == "pypdfium2":
            raise ImportError(name)
        return original(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(ResourceError, match=r'pip install "lcp\[documents\]"'):
        read_document(b"%PDF-1.7", name="a.pdf")
