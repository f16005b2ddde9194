"""Accessibility: keyboard, touch, dark mode, no JavaScript, screen readers."""

from __future__ import annotations

import re

import pytest

from tests.web.browser.conftest import PHONE, TEXT, rate, word

pytest.importorskip("fastapi", reason="the extra web is not installed")


def test_everything_works_by_keyboard(page):
    keys = page.keyboard
    focused = page.locator(":focus")

    def tab_to(name):
        for _ in range(15):
            keys.press("Tab")
            if name in (focused.get_attribute("aria-label") or focused.inner_text()):
                return
        pytest.fail(f"{name} cannot be reached")

    keys.press("Tab")
    assert focused.get_attribute("id") == "text"
    keys.insert_text(TEXT)
    tab_to("Rate text")
    keys.press("Enter")
    page.get_by_role("heading", name="Results").wait_for()
    tab_to("Threshold slider")
    keys.press("ArrowLeft")
    assert page.locator("#threshold").input_value() == "0.3"
    tab_to("acquiescence")
    keys.press("ArrowRight")
    assert focused.inner_text() == "surprised"
    keys.press("End")
    assert focused.inner_text() == "dawn"
    keys.press("p")
    assert focused.inner_text() == "haploinsufficiency"
    keys.press("ArrowUp")
    first_line = ["acquiescence", "surprised", "dinner"]
    assert focused.inner_text() in first_line
    keys.press("ArrowDown")
    assert focused.inner_text() not in first_line
    keys.press("Home")
    keys.press("Enter")
    assert focused.inner_text() == "acquiescence"
    assert focused.evaluate("heading => heading.tagName") == "H3"
    page.get_by_text("Frequency: rare").wait_for()
    keys.press("Escape")
    assert focused.get_attribute("role") == "button"
    # All words together are one tab stop.
    keys.press("Tab")
    assert focused.evaluate("element => element.closest('.text')") is None
    assert focused.inner_text() == "haploinsufficiency"


def test_details_can_be_closed_by_keyboard(opened):
    # As on a large screen at 400% zoom, where the details cover half of the text.
    page = opened(viewport={"width": 320, "height": 640})
    rate(page)
    details = page.locator("#details.open")
    for leave in ("Escape", "Enter"):
        word(page, "acquiescence").focus()
        page.keyboard.press("ArrowRight")
        page.get_by_role("region", name="surprised").wait_for()
        if leave == "Enter":
            page.keyboard.press("Enter")
            page.get_by_role("button", name="Close").focus()
        page.keyboard.press(leave)
        details.wait_for(state="hidden")
        assert page.locator(":focus").inner_text() == "surprised"
        # Longer than the delay after which details open.
        page.wait_for_timeout(300)
        assert details.count() == 0


def test_the_left_key_moves_forward_in_right_to_left_text(page):
    rate(page, "שלום river עולם mountain סוף")
    word(page, "river").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator(":focus").inner_text() == "mountain"


def test_the_form_works_without_javascript(opened):
    page = opened(java_script_enabled=False)
    assert page.get_by_role("button", name="Open file").count() == 0
    page.get_by_label("Text", exact=True).fill(TEXT)
    with page.expect_navigation():
        page.get_by_role("button", name="Rate text").click()
    assert page.locator(".text .complex").count() == 2
    page.get_by_label("Threshold", exact=True).fill("0.5")
    with page.expect_navigation():
        page.get_by_role("button", name="Apply").click()
    assert page.locator(".text .complex").count() == 1
    assert page.get_by_label("Text", exact=True).input_value() == TEXT
    assert page.locator("#w4").get_attribute("title").startswith("0.45, neutral (")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Table (CSV)").click()
    assert waiting.value.path().read_text(encoding="utf-8").count(",true,") == 1


def test_on_a_phone_nothing_is_cut_off_and_a_tap_selects(opened):
    page = opened(**PHONE)
    width = "document.documentElement.scrollWidth"
    rate(page, TEXT + " " + "x" * 150 + " " + "bioluminescence" * 9)
    page.set_viewport_size({"width": 320, "height": 740})
    assert page.evaluate(width) == 320
    page.set_viewport_size(PHONE["viewport"])
    assert page.evaluate(width) == 360
    word(page, "river").tap()
    details = page.get_by_role("region", name="river")
    details.get_by_text("Smaller reasons").wait_for()
    assert page.evaluate(width) == 360
    assert details.evaluate("element => element.scrollWidth - element.clientWidth") == 0
    below = details.bounding_box()
    assert below["y"] + below["height"] == pytest.approx(740, abs=1)
    box = word(page, "river").bounding_box()
    assert box["y"] + box["height"] <= below["y"]
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    details = page.locator("#details.open")
    details.wait_for()
    box = page.locator(":focus").bounding_box()
    assert box["y"] + box["height"] <= details.bounding_box()["y"]


def test_the_page_has_a_dark_colour_scheme(opened):
    page = opened(color_scheme="dark")
    rate(page)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", ground))) < 64


@pytest.mark.parametrize("options", [{"color_scheme": "light"}, {"color_scheme": "dark"}, PHONE])
def test_axe_finds_no_serious_violations(opened, options):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe").Axe()
    page = opened(**options, reduced_motion="reduce")

    def violations():
        return [
            violation["id"]
            for violation in axe.run(page).response["violations"]
            if violation["impact"] in {"serious", "critical"}
        ]

    assert violations() == []
    expressions = page.get_by_label("Include two-word expressions")
    if expressions.count():
        expressions.check()
    rate(page, TEXT + " Synaptic plasticity was impaired, and RNA hypomethylated.")
    page.get_by_role("button", name="learner").click()
    word(page, "acquiescence").click()
    page.get_by_text("Smaller reasons").click()
    page.get_by_label("Threshold", exact=True).fill("7")
    assert violations() == []
    page.get_by_label("Threshold", exact=True).fill("0.4")
    rate(page, "Der Bürgermeister verteilte gestern Auszeichnungen. " * 9)
    page.get_by_label("Text", exact=True).evaluate("field => { field.value = '\\0'; }")
    page.get_by_role("button", name="Rate text").click()
    page.get_by_role("alert").filter(has_text="U+0000").wait_for()
    assert violations() == []
