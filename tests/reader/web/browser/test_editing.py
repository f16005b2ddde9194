"""Editing in place: typing, undo, the field above the marks, and requests."""

import re

import pytest

from tests.reader.web.browser.conftest import (
    HEIGHTS,
    PASTE,
    TEXT,
    annotate,
    annotated,
    details,
    enter,
    shown,
    word,
)


@pytest.mark.parametrize("width", [390, 800, 1280])
@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "  \n\n  Indented river.\n \n\n\nMany   spaces\tand tabs.\n\n",
        "One line\nand another\n\nof a haploinsufficient paragraph. " * 9,
        "x" * 200 + " 🎉👩‍🔬 שלום river עולם\n",
    ],
    ids=["paragraphs", "white space", "lines", "long and mixed"],
)
def test_the_field_has_the_layout_of_the_marked_text(opened, width, text):
    page = opened(viewport={"width": width, "height": 800})
    annotate(page, text)
    assert shown(page) == text
    page.get_by_role("button", name="Edit").click()
    field, marked = page.evaluate(HEIGHTS)
    assert field == pytest.approx(marked, abs=1)
    page.keyboard.press("Control+Home")
    page.keyboard.type("A new sentence.\n")
    assert shown(page) == "A new sentence.\n" + text
    field, marked = page.evaluate(HEIGHTS)
    assert field == pytest.approx(marked, abs=1)


@pytest.mark.parametrize(
    ("start", "end", "typed"),
    [(0, 3, "My"), (40, 50, ""), (45, 48, " "), (47, 48, ""), (100, 119, "x\n\ny"), (0, 119, "z")],
)
def test_the_marked_text_follows_every_edit(page, start, end, typed):
    annotate(page)
    page.get_by_role("button", name="Edit").click()
    field = page.get_by_label("Text", exact=True)
    field.evaluate("(field, span) => field.setSelectionRange(...span)", [start, end])
    if typed:
        page.keyboard.insert_text(typed)
    else:
        page.keyboard.press("Delete")
    expected = TEXT[:start] + typed + TEXT[end:]
    assert field.input_value() == shown(page) == expected
    annotated(page)
    assert shown(page) == expected


def test_a_click_beside_a_word_edits_there(page):
    annotate(page)
    box = word(page, "dinner").bounding_box()
    page.mouse.click(box["x"] + box["width"] + 3, box["y"] + box["height"] / 2)
    field = page.get_by_label("Text", exact=True)
    assert field.evaluate("field => field === document.activeElement")
    assert field.evaluate("field => field.selectionStart") in {45, 46}
    page.keyboard.press("Escape")
    assert field.is_hidden()


def test_each_pause_in_typing_makes_one_request(page):
    annotate(page)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    enter(page, "")
    page.get_by_label("Text", exact=True).press_sequentially(
        "The committee was reluctant.", delay=5
    )
    annotated(page)
    assert len([url for url in requests if url.endswith("/result")]) <= 2
    assert word(page, "reluctant").count() == 1


def test_a_newer_edit_cancels_the_request_of_an_older_one(page):
    annotate(page)
    held = []

    def hold(route):
        held.append(route)

    page.route("**/result", hold)
    enter(page, "First river.")
    page.wait_for_timeout(500)
    page.get_by_label("Text", exact=True).fill("Second mountain.")
    page.wait_for_timeout(500)
    assert len(held) == 2
    assert held[0].request.failure
    held[1].continue_()
    page.get_by_label("Text", exact=True).press("Escape")
    word(page, "mountain").wait_for()


def test_clear_and_edits_can_be_undone(page):
    annotate(page)
    page.get_by_role("button", name="Clear").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    annotated(page)
    assert shown(page) == TEXT
    page.get_by_role("button", name="Edit").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(" It rained.")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    annotated(page)
    assert shown(page) == TEXT
    page.keyboard.press("Control+Shift+Z")
    annotated(page)
    assert shown(page) == TEXT + " It rained."


def test_a_paste_replaces_the_example_and_one_step_undoes_it(page):
    example = shown(page)
    page.get_by_role("button", name="Edit").focus()
    assert not page.evaluate(PASTE, ["The deep\r\nriver.", 1])
    annotated(page)
    assert shown(page) == "The deep\nriver."
    page.get_by_role("button", name="Undo").click()
    assert shown(page) == example


def test_words_of_an_edited_paragraph_are_gone_until_it_is_annotated(page):
    annotate(page)
    page.route("**/result", lambda route: route.abort())
    page.get_by_role("button", name="Edit").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(" It rained.")
    page.keyboard.press("Escape")
    page.get_by_text("The marks are not up to date.").wait_for()
    hardest = page.locator("#hardest")
    hardest.get_by_role("link", name="haploinsufficiency").click()
    assert page.get_by_role("heading", name="No word selected").is_visible()
    hardest.get_by_role("link", name="acquiescence").click()
    details(page, "acquiescence").get_by_text("What makes it harder").wait_for()


def test_easier_words_replace_a_word_and_can_be_undone(page, data):
    annotate(page, "🎉 The meeting will\ncommence at noon. It was an endeavour.")
    word(page, "commence").click()
    # A word that probably fits is the only one that is shown at once.
    page.locator(".synonyms button:visible").filter(has_text=re.compile("^(begin|start) ")).click()
    annotated(page)
    text = shown(page)
    assert re.search(r"🎉 The meeting will\n(begin|start) at noon. It was an endeavour.", text)
    assert page.get_by_role("status").filter(has_text="Replaced “commence” by").is_visible()
    page.get_by_role("button", name="Undo").click()
    annotated(page)
    assert "will\ncommence at" in shown(page)
    page.get_by_role("button", name="Redo").click()
    annotated(page)
    assert "commence" not in shown(page)


def test_a_word_of_an_edited_paragraph_is_not_replaced(page, data):
    annotate(page, "It rained.\n\nThe meeting will commence at noon.")
    word(page, "commence").click()
    easier = page.locator(".synonyms button").first
    easier.wait_for()
    page.route("**/result", lambda route: route.abort())
    page.get_by_role("button", name="Edit").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(" Come.")
    page.keyboard.press("Escape")
    page.get_by_text("The marks are not up to date.").wait_for()
    easier.click()
    assert shown(page) == "It rained.\n\nThe meeting will commence at noon. Come."


def test_the_example_is_offered_only_without_a_text(page):
    example = page.get_by_role("button", name="Example")
    assert example.is_hidden()
    annotate(page)
    assert example.is_hidden()
    page.get_by_role("button", name="Clear").click()
    example.click()
    word(page, "scepticism").wait_for()


def test_a_restored_text_is_annotated(page):
    page.get_by_label("Text", exact=True).evaluate("field => { field.value = 'The deep river.'; }")
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    word(page, "river").wait_for()
    assert shown(page) == "The deep river."


def test_a_cancelled_request_leaves_a_notice(page):
    annotate(page)
    page.route("**/result", lambda route: None)
    enter(page, "The committee was reluctant.")
    page.get_by_role("status").filter(has_text="Reading the text").wait_for()
    page.get_by_role("button", name="Cancel").click()
    notice = page.get_by_text("The marks are not up to date.")
    notice.wait_for()
    page.unroute("**/result")
    page.get_by_role("button", name="Update").click()
    word(page, "reluctant").wait_for()
    assert notice.is_hidden()
    page.route("**/result", lambda route: route.abort())
    page.get_by_label("Names too").check()
    notice.wait_for()
