"""Texts, files and downloads of every kind."""

from __future__ import annotations

import csv
import re

import pytest

from tests.web.browser.conftest import TEXT, rate, word

pytest.importorskip("fastapi", reason="the extra web is not installed")


@pytest.mark.parametrize(("name", "ending"), [("Table (CSV)", "csv"), ("Web page (HTML)", "html")])
def test_downloads_have_the_rated_text_and_the_current_threshold(page, name, ending):
    rate(page)
    page.get_by_role("slider").fill("0.4")
    page.get_by_label("Text", exact=True).fill("Something else.")
    assert page.get_by_text("has changed since it was rated").is_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).click()
    assert waiting.value.suggested_filename == f"complexity.{ending}"
    content = waiting.value.path().read_text(encoding="utf-8")
    if ending == "csv":
        rows = list(csv.DictReader(content.splitlines()))
        marked = [row["text"] for row in rows if row["complex"] == "true"]
        assert all(TEXT[int(row["start"]) : int(row["end"])] == row["text"] for row in rows)
        assert len(rows) == 9
    else:
        marked = re.findall(r'class="s\d complex"[^>]*>(\w+)', content)
    assert marked == ["acquiescence", "haploinsufficiency"]


def test_markup_in_a_text_is_escaped(page):
    text = (
        "<script>alert(1)</script> <img src=x onerror=alert(2)> river </p></div> &lt; 'deep' \"x\""
    )
    rate(page, text)
    assert page.locator(".text").inner_text() == text
    assert page.locator(".text script, .text img").count() == 0
    word(page, "river").click()
    page.get_by_role("region", name="river").get_by_text("Reasons").first.wait_for()


def test_positions_are_correct_after_emoji(page):
    rate(page, "🎉👩‍🔬 Her acquiescence 🎉 surprised\r\neveryone.")
    with page.expect_request("**/api/explain") as waiting:
        word(page, "surprised").click()
    body = waiting.value.post_data_json
    assert body["sentence"][body["start"] : body["end"]] == "surprised"
    page.get_by_text("Smaller reasons").wait_for()


@pytest.mark.parametrize(
    ("text", "message"),
    [("river " * 4_000, "24,000 characters"), ("deep\0river", "U+0000")],
    ids=["too long", "NUL"],
)
def test_an_error_keeps_the_text_and_the_result(page, text, message):
    rate(page)
    page.get_by_label("Text", exact=True).evaluate("(field, text) => { field.value = text; }", text)
    page.get_by_role("button", name="Rate text").click()
    page.get_by_role("alert").filter(has_text=message).wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == text
    assert word(page, "acquiescence").is_visible()
    rate(page)
    assert page.locator("#error").inner_text() == ""


PASTE = """([text, times]) => {
  const data = new DataTransfer();
  data.setData("text/plain", text.repeat(times));
  const options = { clipboardData: data, cancelable: true };
  return document.getElementById("text").dispatchEvent(new ClipboardEvent("paste", options));
}"""


def test_pasting_megabytes_is_blocked(page):
    assert page.evaluate(PASTE, ["🎉", 20_000])
    assert not page.evaluate(PASTE, ["deep river ", 450_000])
    alert = page.get_by_role("alert").filter(has_text="4,950,000 characters")
    assert "The limit is 20,000" in alert.inner_text()


def test_a_stopped_server_is_reported(page):
    page.route("**/result", lambda route: route.abort())
    page.get_by_label("Text", exact=True).fill(TEXT)
    page.get_by_role("button", name="Rate text").click()
    page.get_by_role("alert").filter(has_text="The server is not responding").wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == TEXT


def test_a_long_request_shows_progress_and_can_be_cancelled(page):
    page.route("**/result", lambda route: None)
    page.get_by_label("Text", exact=True).fill(TEXT)
    page.get_by_role("button", name="Rate text").click()
    page.get_by_role("status").filter(has_text="Rating").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Cancel").wait_for(state="hidden")
    assert page.locator("#error").inner_text() == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The text is empty"),
        ("🎉 42", "The text has no words to rate"),
        ("Der Bürgermeister verteilte gestern Auszeichnungen. " * 9, "% of the words are not"),
    ],
    ids=["empty", "no words", "German"],
)
def test_texts_without_english_words_get_a_message(page, text, message):
    rate(page, text)
    assert page.locator("#result").get_by_text(message).first.is_visible()


DROP = """([content, name]) => {
  const data = new DataTransfer();
  const bytes = Uint8Array.from(content, character => character.charCodeAt(0));
  data.items.add(new File([bytes], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}"""


def test_a_file_can_be_dropped(page):
    page.evaluate(DROP, ["Naïve rivers.".encode().decode("latin-1"), "text.txt"])
    word(page, "Naïve").wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == "Naïve rivers."


def test_a_file_can_be_opened(page, tmp_path):
    file = tmp_path / "text.txt"
    file.write_text(TEXT, encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open file").click()
    chooser.value.set_files(file)
    word(page, "acquiescence").wait_for()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfed\x00e\x00", "not UTF-8 text"),
        (b"a" * 80_001, "80,001 bytes"),
        (b"a" * 20_001, "20,001 characters"),
    ],
    ids=["UTF-16", "too large", "too long"],
)
def test_an_unusable_file_is_an_error(page, content, message):
    page.evaluate(DROP, [content.decode("latin-1"), "file"])
    page.get_by_role("alert").filter(has_text=message).wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == ""
