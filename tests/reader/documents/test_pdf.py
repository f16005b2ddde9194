"""PDF documents: paragraphs, columns, hyphens, running heads and footnotes."""

import pytest

from lcp.english.characters import normal
from lcp.reader.documents import read_text
from lcp.reader.documents.extraction import extract, whole_text
from tests.errors import refused

PARAGRAPH = (
    "The acquiescence of the committee surprised everyone in the room, because nobody in it had "
    "expected the meeting to end as it did, with so little discussion and so few objections. It "
    "was over by noon."
)


def text_of(data):
    return whole_text(extract(data, "a.pdf"))


def unbroken(text):
    """Return the paragraphs of a text, each on one line."""
    return [" ".join(part.split()) for part in text.split("\n\n")]


@pytest.fixture
def make_pdf():
    """Return a function that returns the bytes of a PDF with a page for each text."""
    fpdf = pytest.importorskip("fpdf", reason="fpdf2 is not installed")
    pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed")

    def make(*pages, head="", password=None):
        document = fpdf.FPDF()
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


def test_running_heads_and_page_numbers_of_a_pdf_are_left_out(make_pdf):
    pages = [f"{PARAGRAPH.replace('noon', hour)}" for hour in ("one", "two", "six", "ten")]
    pages = [f"At {text[-4:-1]}: {text}" for text in pages]
    text = read_text(make_pdf(*pages, head="Annals of Rivers, page"), name="a.pdf")
    assert "Annals" not in text
    assert " ".join(text.split()) == " ".join(pages)


def test_a_short_line_ends_a_paragraph_of_a_pdf(make_pdf):
    text = text_of(make_pdf(f"A Heading\n{PARAGRAPH}\n{PARAGRAPH}\nThe end."))
    first, *middle, last = text.split("\n\n")
    assert (first, last) == ("A Heading", "The end.")
    assert [" ".join(part.split()) for part in middle] == [PARAGRAPH, PARAGRAPH]


def test_pdfs_with_a_password_or_pictures_only_and_damaged_ones_raise_an_error(make_pdf):
    data = make_pdf("deep " * 500)
    cut = [data[: int(len(data) * share)] for share in (0.02, 0.3)]
    for pdf in (make_pdf("deep", password="p"), make_pdf("", ""), *cut):  # noqa: S106
        with refused(where="a.pdf"):
            text_of(pdf)


HYPHENS = (
    "The well-known and price-determining twenty-first-century commit\u00adtee sur\u00adprised "
    "the self-employed mem\u00adbers of the long-term con\u00adfer\u00adence on in\u00adter"
    "\u00adna\u00adtion\u00adal af\u00adfairs, a go-ahead in\u00adsti\u00adtu\u00adtion."
)


@pytest.fixture
def typeset():
    """Return a function that returns a PDF which it lets a function write into."""
    fpdf = pytest.importorskip("fpdf", reason="fpdf2 is not installed")
    pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed")

    def make(write, header=None, footer=None):
        class Document(fpdf.FPDF):
            def header(self):
                if header:
                    header(self)

            def footer(self):
                if footer:
                    footer(self)

        document = Document()
        document.add_page()
        document.set_font("Times", size=11)
        write(document)
        return bytes(document.output())

    return make


def different(text, number):
    """Return texts of about the same length, no two lines of which are equal."""
    words = text.split()
    return [
        " ".join(words[place % len(words) :] + words[: place % len(words)]).capitalize().rstrip(".")
        + "."
        for place in range(number)
    ]


def columns(document, paragraphs, number=2, **options):
    with document.text_columns(ncols=number, text_align="JUSTIFY", gutter=8, **options) as columns:
        for paragraph in paragraphs:
            with columns.paragraph(text_align="JUSTIFY") as part:
                part.write(paragraph)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_paragraphs_of_columns_are_whole_across_columns_and_pages(typeset, number):
    paragraphs = different(f"{PARAGRAPH} {PARAGRAPH}", 40)
    text = text_of(typeset(lambda document: columns(document, paragraphs, number)))
    read = text.split("\n\n")
    assert " ".join(read) == " ".join(paragraphs)
    # A last line that is full cannot be told from others.
    assert 0.9 * len(paragraphs) <= len(read) <= len(paragraphs)


@pytest.mark.parametrize("width", range(40, 80, 4))
def test_a_hyphen_at_the_end_of_a_line_is_as_in_a_text_file(typeset, width):
    text = text_of(typeset(lambda document: document.multi_cell(width, 6, HYPHENS)))
    assert normal(text).text.split() == HYPHENS.replace("\u00ad", "").split()


def test_a_first_line_may_be_indented_and_a_list_have_bullets(typeset):
    def write(document):
        for text in ("First " + PARAGRAPH, "Second " + PARAGRAPH):
            document.multi_cell(0, 6, f"      {text}", new_x="LMARGIN", new_y="NEXT")
        for text in ("One " + PARAGRAPH, "Two " + PARAGRAPH):
            document.cell(5, 6, "-")
            document.multi_cell(0, 6, text, new_x="LMARGIN", new_y="NEXT")

    expected = [f"First {PARAGRAPH}", f"Second {PARAGRAPH}"]
    assert unbroken(text_of(typeset(write))) == [
        *expected, f"- One {PARAGRAPH}", f"- Two {PARAGRAPH}"
    ]  # fmt: skip


def test_a_paragraph_does_not_end_inside_a_sentence(typeset):
    lines = [
        "The committee met",
        "in the long hall of the old house by the river, where",
        "it was cold.",
    ]

    def write(document):
        for line in lines:
            document.cell(0, 6, line, new_x="LMARGIN", new_y="NEXT")

    assert unbroken(text_of(typeset(write))) == [" ".join(lines)]


def test_heads_and_page_numbers_are_left_out_and_footnotes_at_the_end(typeset):
    paragraphs = different(PARAGRAPH, 150)
    notes = different("The minutes of the meeting in the old house by the river were lost", 13)

    def header(document):
        document.set_font("Times", size=9)
        titles = ("Annals of Rivers", "A. Miller and others")
        document.cell(0, 8, titles[document.page_no() % 2], new_x="LMARGIN", new_y="NEXT")

    def footer(document):
        document.set_font("Times", size=8)
        document.set_y(-28)
        document.cell(0, 5, f"{document.page_no()} {notes[document.page_no() - 1]}")
        document.set_y(-15)
        document.cell(0, 8, f"- {document.page_no()} -", align="C")

    def write(document):
        document.set_auto_page_break(auto=True, margin=35)
        document.set_font("Times", size=11)
        for paragraph in paragraphs:
            document.multi_cell(0, 5, paragraph, new_x="LMARGIN", new_y="NEXT")
            document.ln(3)

    parts = unbroken(text_of(typeset(write, header, footer)))
    assert parts[: len(paragraphs)] == paragraphs
    pages = len(parts) - len(paragraphs)
    assert pages >= 6
    assert parts[len(paragraphs) :] == [f"{n + 1} {notes[n]}" for n in range(pages)]
