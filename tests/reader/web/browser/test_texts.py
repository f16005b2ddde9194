"""Texts, documents and downloads of every kind."""

import csv
import re
import sqlite3
import zipfile
from contextlib import closing

import pytest

from tests.reader.web.browser.conftest import (
    DROP,
    PASTE,
    TEXT,
    annotate,
    annotated,
    by_complexity,
    details,
    enter,
    hard_words,
    shown,
    word,
)  # fmt: skip


@pytest.mark.parametrize("by_level", [True, False])
def test_the_marked_words_can_be_saved_to_learn(page, by_level, tmp_path):
    annotate(page)
    if not by_level:
        by_complexity(page, 0.4)
    word(page, "acquiescence").click()
    page.get_by_role("button", name="I know this word").click()
    for name, file in (("Study list", "words.csv"), ("Flashcards", "words.apkg")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=name).click()
        assert waiting.value.suggested_filename == file
        waiting.value.save_as(tmp_path / file)
    rows = list(
        csv.DictReader((tmp_path / "words.csv").read_text(encoding="utf-8-sig").splitlines())
    )
    assert {row["lemma"] for row in rows} == set(hard_words(page))
    zipfile.ZipFile(tmp_path / "words.apkg").extract("collection.anki2", tmp_path)
    with closing(sqlite3.connect(tmp_path / "collection.anki2")) as deck:
        fields = [row[0].split("\x1f")[0] for row in deck.execute("select flds from notes")]
    assert fields == [row["lemma"] for row in rows]


def test_a_document_can_be_saved_with_marks(page, tmp_path, data):
    letter = "<title>T</title><p>The <b>meeting</b> will commence with a clandestine mild surprise."
    page.evaluate(DROP, [letter, "My letter.html"])
    word(page, "commence").wait_for()
    annotated(page)
    for name, mark in (("glosses", "<ruby"), ("colours", "background")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=f"Copy with {name}").click()
        assert waiting.value.suggested_filename == "My letter-marked.html"
        content = waiting.value.path().read_text(encoding="utf-8")
        assert mark in content
        assert "mild surprise" in re.sub(r"<rt>.*?</rt>|<[^>]+>", "", content)
    page.get_by_role("button", name="Edit").click()
    page.keyboard.type("Now ")
    assert page.get_by_role("button", name="Copy with colours").is_hidden()
    page.evaluate(DROP, ["The deep river.", "a.txt"])
    word(page, "deep").wait_for()
    assert page.get_by_role("button", name="Copy with colours").is_hidden()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "windows-1252", "utf-8-sig"])
def test_files_in_other_encodings_can_be_opened(page, encoding, tmp_path):
    text = "The na\u00efve caf\u00e9 owner said: \u201cacquiescence\u201d \u2014 and left.\n" * 3
    file = tmp_path / "a.txt"
    file.write_bytes(text.encode(encoding))
    page.locator("#file").set_input_files(file)
    page.wait_for_function(HAS_TEXT, arg=text)
    annotated(page)
    told = page.locator("#done").inner_text()
    assert ("windows-1252" in told.lower()) == (encoding == "windows-1252")


@pytest.mark.parametrize(("name", "ending"), [("Table (CSV)", "csv"), ("Web page (HTML)", "html")])
def test_downloads_have_the_annotated_text_and_the_current_threshold(page, name, ending):
    annotate(page)
    by_complexity(page, 0.4)
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).click()
    assert waiting.value.suggested_filename == f"complexity.{ending}"
    content = waiting.value.path().read_text(encoding="utf-8")
    if ending == "csv":
        rows = list(csv.DictReader(content.splitlines()))
        marked = [row["text"] for row in rows if row["hard"] == "true"]
        assert all(TEXT[int(row["start"]) : int(row["end"])] == row["text"] for row in rows)
        assert len(rows) == 9
    else:
        marked = re.findall(r'class="hard s\d"[^>]*>(\w+)', content)
    assert marked == ["acquiescence", "haploinsufficiency"]


def test_a_downloaded_page_has_the_marks_of_the_level(page):
    annotate(page)
    page.get_by_role("radio", name="A2").check(force=True)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Web page (HTML)").click()
    content = waiting.value.path().read_text(encoding="utf-8")
    assert re.findall(r'class="hard s\d"[^>]*>(\w+)', content) == hard_words(page)
    assert "above A2" in content


def test_markup_in_a_text_is_escaped(page):
    text = (
        "<script>alert(1)</script> <img src=x onerror=alert(2)> river </p></div> &lt; 'deep' \"x\""
    )
    annotate(page, text)
    assert shown(page) == text
    assert page.locator(".text script, .text img").count() == 0
    word(page, "river").click()
    details(page, "river").get_by_text("What makes it easier").wait_for()


@pytest.mark.parametrize(
    ("text", "message"),
    [("river " * 4_000, "There are more than"), ("deep\0river", "U+0000")],
    ids=["too long", "NUL"],
)
def test_an_error_keeps_the_text(page, text, message):
    annotate(page)
    field = page.get_by_label("Text", exact=True)
    field.evaluate(
        """(field, text) => {
          field.value = text;
          field.dispatchEvent(new Event("input"));
        }""",
        text,
    )
    page.get_by_role("alert").filter(has_text=message).wait_for()
    assert field.input_value() == text
    assert page.get_by_text("The marks are not up to date.").is_visible()
    annotate(page)
    assert page.locator("#error").inner_text() == ""


def test_pasting_megabytes_is_blocked(page):
    page.get_by_role("button", name="Edit").click()
    assert page.evaluate(PASTE, ["🎉", 20_000])
    assert not page.evaluate(PASTE, ["deep river ", 450_000])
    alert = page.get_by_role("alert").filter(has_text="4,950,000 characters")
    assert "The limit is 20,000" in alert.inner_text()


def test_a_stopped_server_is_reported(page):
    page.route("**/result", lambda route: route.abort())
    enter(page, TEXT)
    page.get_by_role("alert").filter(has_text="The server is not responding").wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == TEXT


def test_a_file_can_be_dropped_or_opened(page, tmp_path):
    page.evaluate(DROP, ["Naïve rivers.".encode().decode("latin-1"), "text.txt"])
    word(page, "Naïve").wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == "Naïve rivers."
    file = tmp_path / "text.txt"
    file.write_text(TEXT, encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open").click()
    chooser.value.set_files(file)
    word(page, "acquiescence").wait_for()


ENDS = ["\n", " ", "  \n\n\n", "\r\n", "\u00a0"]
HAS_TEXT = "text => document.getElementById('text').value === text"


@pytest.mark.parametrize("how", ["typed", "pasted", "opened"])
def test_white_space_at_the_end_of_a_text_keeps_the_words(page, how, tmp_path):
    file = tmp_path / "text.txt"
    for number, end in enumerate(ENDS):
        text = f"Her  \nacquiescence number{number}.{end}"
        if how == "typed":
            enter(page, "")
            page.keyboard.insert_text(text.rstrip())
            word(page, "acquiescence").wait_for(state="attached")
            page.keyboard.insert_text(text[len(text.rstrip()) :])
        elif how == "pasted":
            page.get_by_role("button", name="Clear").click()
            page.keyboard.press("Escape")
            assert not page.evaluate(PASTE, [text, 1])
        else:
            file.write_bytes(text.encode())
            page.locator("#file").set_input_files(file)
        page.wait_for_function(HAS_TEXT, arg=text.replace("\r\n", "\n"))
        page.keyboard.press("Escape")
        annotated(page)
        assert shown(page) == text.replace("\r\n", "\n")
        page.locator("#hardest").get_by_role("link", name="acquiescence").click()
        details(page, "acquiescence").get_by_text("What makes it harder").wait_for()


def test_a_document_is_read_by_the_server_without_its_name(page):
    addresses = []
    page.on("request", lambda request: addresses.append(request.url))
    page.evaluate(DROP, ["<title>T</title><p>The deep river.</p>", "My letter.html"])
    word(page, "river").wait_for()
    annotated(page)
    assert shown(page) == "The deep river."
    (upload,) = [url for url in addresses if "/api/document" in url]
    assert upload.endswith("?name=document.html")


def test_an_unusable_file_is_an_error_and_keeps_the_text(page):
    before = shown(page)
    page.evaluate(DROP, ["abc", "a.xyz"])
    page.get_by_role("alert").filter(has_text="'.xyz' are not supported").wait_for()
    assert shown(page) == before
