"""The heat map: its words, what is said of them, and the threshold."""

from __future__ import annotations

import re

import pytest

from lcp.model import load_model
from tests.web.browser.conftest import TEXT, complex_words, rate, serving, word

pytest.importorskip("fastapi", reason="the extra web is not installed")


def test_a_text_becomes_a_heat_map(page):
    rate(page)
    assert page.locator(".text").inner_text() == TEXT
    steps = {
        text: int(word(page, text).get_attribute("class")[1])
        for text in ("river", "acquiescence", "haploinsufficiency")
    }
    assert steps["river"] < steps["acquiescence"] < steps["haploinsufficiency"]
    assert page.locator("#marked").inner_text() == "Complex: 1 of 9 rated words."
    assert complex_words(page) == ["haploinsufficiency"]


def test_a_word_says_its_name_complexity_and_mark(page):
    rate(page)
    names = [each.get_attribute("aria-label") for each in page.locator(".text [role=button]").all()]
    assert names[0] == "acquiescence, 0.48, neutral"
    assert re.fullmatch(r"haploinsufficiency, 0\.\d\d, [a-z ]+, complex", names[3])


def test_pointing_at_a_word_shows_its_interval_and_reasons(page):
    rate(page)
    word(page, "acquiescence").hover()
    details = page.get_by_role("region", name="acquiescence")
    details.get_by_text("Frequency: rare").wait_for()
    said = details.inner_text()
    assert re.search(r"0\.48, neutral, 90 % interval 0\.\d\d to 0\.\d\d", said)
    assert re.search(r"rarer than \d+ % of the corpus' words; harder by 0\.0\d", said)
    assert "Smaller reasons: 4" in said
    page.get_by_role("heading", name="Rated text").hover()
    word(page, "mild").hover()
    page.get_by_role("region", name="mild").get_by_text("Reasons").first.wait_for()


def test_a_word_that_is_clicked_stays_until_it_is_closed(page):
    rate(page)
    word(page, "acquiescence").click()
    word(page, "mild").hover()
    page.wait_for_timeout(300)
    details = page.get_by_role("region", name="acquiescence")
    details.get_by_role("button", name="Close").click()
    assert details.count() == 0
    assert page.get_by_role("heading", name="No word chosen").is_visible()
    assert word(page, "acquiescence").evaluate("word => word === document.activeElement")


def test_the_threshold_changes_the_marks_at_once(page):
    rate(page)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    slider = page.get_by_role("slider")
    slider.fill("0.4")
    assert complex_words(page) == ["acquiescence", "haploinsufficiency"]
    assert page.locator("#marked").inner_text() == "Complex: 2 of 9 rated words."
    assert word(page, "acquiescence").get_attribute("aria-label").endswith(", complex")
    line = "word => getComputedStyle(word).textDecorationLine"
    assert word(page, "acquiescence").evaluate(line) == "underline"
    page.get_by_role("button", name="expert").click()
    assert page.locator("#marked strong").inner_text() == "0"
    assert slider.input_value() == page.locator("#threshold").input_value() == "0.75"
    assert complex_words(page) == []
    assert asked == []


def test_a_threshold_off_the_scale_is_refused_and_the_marks_stay(page):
    rate(page)
    field = page.get_by_label("Threshold", exact=True)
    field.fill("1.5")
    assert page.get_by_role("alert").filter(has_text="from 0 to 1").is_visible()
    assert complex_words(page) == ["haploinsufficiency"]
    field.fill("0.2")
    assert page.locator("#wrong").inner_text() == ""
    assert len(complex_words(page)) > 2


def test_the_hardest_words_lead_to_their_place(page):
    rate(page)
    rows = page.locator("#hardest tbody tr")
    values = [float(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert values == sorted(values, reverse=True)
    assert rows.first.get_by_role("link").inner_text() == "haploinsufficiency"
    rows.nth(1).get_by_role("link").click()
    assert word(page, "acquiescence").evaluate("word => word === document.activeElement")
    page.get_by_role("region", name="acquiescence").get_by_text("Frequency").wait_for()


def test_easier_synonyms_are_listed(page, data):
    rate(page, "The meeting will commence at noon.")
    word(page, "commence").click()
    synonyms = page.locator(".synonyms tr")
    synonyms.first.wait_for()
    rows = {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts()
        for row in synonyms.all()
    }
    assert "begin" in rows
    assert re.fullmatch(r"0\.\d\d easier", rows["begin"][1])


def test_expressions_are_framed_and_explained(page, data):
    page.get_by_label("Expressions of two words too").check()
    rate(page, "They crossed the deep river at dawn.")
    assert page.locator(".text .expression").inner_text() == "deep river"
    word(page, "deep").click()
    page.get_by_role("button", name=re.compile("^“deep river” together: 0")).click()
    page.get_by_role("region", name="deep river").get_by_text("Word or expression").wait_for()


def test_without_wordnet_the_page_says_how_to_get_it(opened, no_data):
    with serving(load_model()) as address:
        page = opened(address)
        assert page.get_by_label("Expressions of two words too").count() == 0
        rate(page)
        word(page, "acquiescence").click()
        page.locator("#said").get_by_text("lcp fetch").wait_for()
        assert page.locator(".reasons").first.is_visible()
        page.context.close()
