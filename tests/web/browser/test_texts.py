"""Texts and files of every kind go in, and files come out."""

from __future__ import annotations

import csv
import re

import pytest

from tests.web.browser.conftest import TEXT, rate, word

pytest.importorskip("fastapi", reason="the extra web is not installed")


@pytest.mark.parametrize(("name", "ending"), [("Table (CSV)", "csv"), ("Page (HTML)", "html")])
def test_downloads_hold_what_was_rated_with_the_threshold_that_is_set(page, name, ending):
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
        found = [row["text"] for row in rows if row["complex"] == "true"]
        assert all(TEXT[int(row["start"]) : int(row["end"])] == row["text"] for row in rows)
        assert len(rows) == 9
    else:
        found = re.findall(r'class="s\d complex"[^>]*>(\w+)', content)
    assert found == ["acquiescence", "haploinsufficiency"]


def test_markup_is_shown_and_not_run(page):
    text = (
        "<script>alert(1)</script> <img src=x onerror=alert(2)> river </p></div> &lt; 'deep' \"x\""
    )
    rate(page, text)
    assert page.locator(".text").inner_text() == text
    assert page.locator(".text script, .text img").count() == 0
    word(page, "river").click()
    page.get_by_role("region", name="river").get_by_text("Reasons").first.wait_for()


def test_after_emoji_the_right_word_is_explained(page):
    rate(page, "🎉👩‍🔬 Her acquiescence 🎉 surprised\r\neveryone.")
    with page.expect_request("**/api/explain") as waiting:
        word(page, "surprised").click()
    asked = waiting.value.post_data_json
    assert asked["sentence"][asked["start"] : asked["end"]] == "surprised"
    page.get_by_text("Smaller reasons").wait_for()


@pytest.mark.parametrize(
    ("text", "told"),
    [("river " * 4_000, "24,000 characters"), ("deep\0river", "U+0000")],
    ids=["too long", "NUL"],
)
def test_an_error_is_told_in_place_and_nothing_is_lost(page, text, told):
    rate(page)
    page.get_by_label("Text", exact=True).evaluate("(field, text) => { field.value = text; }", text)
    page.get_by_role("button", name="Rate", exact=True).click()
    page.get_by_role("alert").filter(has_text=told).wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == text
    assert word(page, "acquiescence").is_visible()
    rate(page)
    assert page.locator("#error").inner_text() == ""


PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const pasted = { clipboardData: data, cancelable: true };
  return document.getElementById("text").dispatchEvent(new ClipboardEvent("paste", pasted));
}"""


def test_megabytes_are_refused_before_the_browser_shows_them(page):
    assert page.evaluate(PASTE, "🎉" * 20_000)
    assert not page.evaluate(PASTE, "deep river " * 450_000)
    alert = page.get_by_role("alert").filter(has_text="4,950,000 characters")
    assert "At most 20,000" in alert.inner_text()


def test_a_server_that_is_gone_is_told(page):
    page.route("**/result", lambda route: route.abort())
    page.get_by_label("Text", exact=True).fill(TEXT)
    page.get_by_role("button", name="Rate", exact=True).click()
    page.get_by_role("alert").filter(has_text="The server does not answer").wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == TEXT


def test_a_wait_is_told_and_can_be_ended(page):
    page.route("**/result", lambda route: None)
    page.get_by_label("Text", exact=True).fill(TEXT)
    page.get_by_role("button", name="Rate", exact=True).click()
    page.get_by_role("status").filter(has_text="Rating").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Cancel").wait_for(state="hidden")
    assert page.locator("#error").inner_text() == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "The text is empty"),
        ("🎉 42", "There is no word to rate"),
        ("Der Bürgermeister verteilte gestern Auszeichnungen. " * 9, "% of the words are not"),
    ],
    ids=["empty", "no word", "German"],
)
def test_odd_texts_get_an_answer(page, text, told):
    rate(page, text)
    assert page.locator("#result").get_by_text(told).first.is_visible()


DROP = """([content, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(content)], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}"""


def test_a_file_can_be_dropped(page):
    page.evaluate(DROP, [list("Naïve rivers.".encode()), "text.txt"])
    word(page, "Naïve").wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == "Naïve rivers."


def test_a_file_can_be_chosen(page, tmp_path):
    file = tmp_path / "text.txt"
    file.write_text(TEXT, encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(file)
    word(page, "acquiescence").wait_for()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfed\x00e\x00", "not text in UTF-8"),
        (b"a" * 80_001, "80,001 bytes"),
        (b"a" * 20_001, "20,001 characters"),
    ],
    ids=["UTF-16", "too large", "too long"],
)
def test_a_file_that_is_no_text_is_refused(page, content, told):
    page.evaluate(DROP, [list(content), "file"])
    page.get_by_role("alert").filter(has_text=told).wait_for()
    assert page.get_by_label("Text", exact=True).input_value() == ""
