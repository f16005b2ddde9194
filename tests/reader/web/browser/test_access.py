"""Accessibility: keyboard, touch, dark mode, print, no JavaScript, screen readers."""

import re

import pytest

from tests.reader.web.browser.conftest import (
    PHONE,
    TEXT,
    annotate,
    annotated,
    by_complexity,
    details,
    word,
)


def test_everything_works_by_keyboard(page):
    keys = page.keyboard
    focused = page.locator(":focus")

    def tab_to(name):
        for _ in range(25):
            keys.press("Tab")
            if name in (focused.get_attribute("aria-label") or focused.inner_text()):
                return
        pytest.fail(f"{name} cannot be reached")

    tab_to("Edit")
    keys.press("Enter")
    assert focused.get_attribute("id") == "text"
    keys.press("Control+a")
    keys.insert_text(TEXT)
    keys.press("Control+Enter")
    annotated(page)
    assert focused.inner_text() == "acquiescence"
    keys.press("ArrowRight")
    assert focused.inner_text() == "surprised"
    keys.press("End")
    assert focused.inner_text() == "dawn"
    keys.press("p")
    # Which words are above a level depends on the installed vocabulary profiles.
    marked = page.locator(".text .hard").all_inner_texts()
    assert focused.inner_text() == [word for word in marked if word != "dawn"][-1]
    keys.press("ArrowUp")
    first_line = ["acquiescence", "surprised", "dinner"]
    assert focused.inner_text() in first_line
    keys.press("ArrowDown")
    assert focused.inner_text() not in first_line
    keys.press("Home")
    keys.press("Enter")
    assert focused.inner_text() == "acquiescence"
    assert focused.evaluate("heading => heading.tagName") == "H2"
    details(page, "acquiescence").get_by_text("What makes it harder").wait_for()
    keys.press("Escape")
    assert focused.get_attribute("role") == "button"
    # All words together are one tab stop.
    keys.press("Tab")
    assert focused.evaluate("element => element.closest('.text')") is None


def test_screen_readers_hear_levels_of_marked_words_within_running_text(page):
    annotate(page)
    page.get_by_role("radio", name="B1").check(force=True)
    tree = page.locator("#map").aria_snapshot()
    # Words that are not marked are text, not buttons, except the one that the Tab key reaches.
    assert 'button "acquiescence, C2, marked"' in tree
    assert 'button "haploinsufficiency, C2, marked"' in tree
    assert "surprised everyone at dinner" in tree
    word(page, "acquiescence").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(":focus").get_attribute("role") == "button"
    assert re.fullmatch("surprised, [AB][12]", page.locator(":focus").get_attribute("aria-label"))


def test_details_can_be_closed_by_keyboard(opened):
    # As on a large screen at 400% zoom, where the details cover half of the text.
    page = opened(viewport={"width": 320, "height": 640})
    annotate(page)
    panel = page.locator("#details.open")
    for leave in ("Escape", "Enter"):
        word(page, "acquiescence").focus()
        page.keyboard.press("ArrowRight")
        details(page, "surprised").wait_for()
        if leave == "Enter":
            page.keyboard.press("Enter")
            page.get_by_role("button", name="Close").focus()
        page.keyboard.press(leave)
        panel.wait_for(state="hidden")
        assert page.locator(":focus").inner_text() == "surprised"
        page.wait_for_timeout(300)
        assert panel.count() == 0


def test_on_a_phone_nothing_is_cut_off_and_a_tap_opens_a_sheet(opened):
    page = opened(**PHONE)
    width = "document.documentElement.scrollWidth"
    annotate(page, TEXT + " " + "x" * 150 + " " + "bioluminescence" * 9)
    page.set_viewport_size({"width": 320, "height": 740})
    assert page.evaluate(width) == 320
    page.set_viewport_size(PHONE["viewport"])
    assert page.evaluate(width) == 360
    word(page, "river").tap()
    sheet = details(page, "river")
    sheet.get_by_text("Numbers").wait_for()
    assert page.evaluate(width) == 360
    assert sheet.evaluate("element => element.scrollWidth - element.clientWidth") == 0
    below = sheet.bounding_box()
    assert below["y"] + below["height"] == pytest.approx(740, abs=1)
    box = word(page, "river").bounding_box()
    assert box["y"] + box["height"] <= below["y"]
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    sheet = page.locator("#details.open")
    sheet.wait_for()
    box = page.locator(":focus").bounding_box()
    assert box["y"] + box["height"] <= sheet.bounding_box()["y"]


def test_a_tap_beside_a_word_does_not_open_the_keyboard(opened):
    page = opened(**PHONE)
    annotate(page)
    box = word(page, "dinner").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] + 60, box["y"] + 5)
    assert page.get_by_label("Text", exact=True).is_hidden()


def luminance(colour):
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", colour)[:3])
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (red, green, blue)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark", "print"])
def test_stronger_marks_stand_out_more_from_the_page(opened, scheme):
    page = opened(color_scheme="dark" if scheme == "dark" else "light")
    annotate(page)
    by_complexity(page, 0)
    page.emulate_media(media="print" if scheme == "print" else "screen")
    colours = page.evaluate(
        """() => [1, 2, 3, 4, 5].map((step) => {
          const style = getComputedStyle(document.querySelector(`.legend .s${step}`));
          return [style.backgroundColor, style.color];
        })"""
    )
    if scheme == "print":
        assert all(len(set(re.findall(r"\d+", ground))) == 1 for ground, _ in colours)
    pairs = [(luminance(ground), luminance(ink)) for ground, ink in colours]
    grounds = [ground for ground, _ in pairs]
    assert grounds == sorted(grounds, reverse=scheme != "dark")
    contrasts = [(max(pair) + 0.05) / (min(pair) + 0.05) for pair in pairs]
    assert min(contrasts) >= 4.5


def test_the_printed_page_has_the_text_and_its_marks_without_the_form(page):
    annotate(page)
    page.emulate_media(media="print")
    for hidden in ("#edit", ".options", "#details", "#known", "footer", "#limit"):
        assert page.locator(hidden).is_hidden(), hidden
    for visible in ("#summary", "#map", "#legend", "#hardest"):
        assert page.locator(visible).is_visible(), visible
    adjust = "word => getComputedStyle(word).printColorAdjust"
    assert word(page, "acquiescence").evaluate(adjust) == "exact"


@pytest.mark.parametrize("options", [{"color_scheme": "light"}, {"color_scheme": "dark"}, PHONE])
def test_axe_finds_no_violations(opened, options):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe").Axe()
    page = opened(**options, reduced_motion="reduce")

    def violations():
        return [
            (violation["id"], [node["html"][:100] for node in violation["nodes"]][:3])
            for violation in axe.run(page).response["violations"]
        ]

    assert violations() == []
    expressions = page.get_by_label("Expressions")
    if expressions.count():
        expressions.check()
    annotate(page, TEXT + " Synaptic plasticity was impaired, and RNA hypomethylated.")
    word(page, "acquiescence").click()
    page.locator("#details").get_by_text("Numbers").click()
    by_complexity(page, 7)
    assert violations() == []
    by_complexity(page, 0.1)
    assert violations() == []
    page.locator("#close").click()
    page.get_by_role("button", name="Edit").click()
    assert violations() == []
    annotate(page, "Der Bürgermeister verteilte gestern Auszeichnungen. " * 9)
    page.route("**/result", lambda route: route.abort())
    page.get_by_label("Names too").check()
    page.get_by_role("alert").filter(has_text="not responding").wait_for()
    assert violations() == []
