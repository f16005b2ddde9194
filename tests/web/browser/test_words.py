"""The heat map: its words, their details and the threshold."""

from __future__ import annotations

import re

import pytest

from tests.web.browser.conftest import TEXT, complex_words, rate, word
from tests.web.conftest import serving_app

pytest.importorskip("fastapi", reason="the extra web is not installed")


def test_a_text_is_shown_as_a_heat_map(page):
    rate(page)
    assert page.locator(".text").inner_text() == TEXT
    steps = {
        text: int(word(page, text).get_attribute("class")[1])
        for text in ("river", "acquiescence", "haploinsufficiency")
    }
    assert steps["river"] < steps["acquiescence"] < steps["haploinsufficiency"]
    assert page.locator("#marked").inner_text() == "Complex: 2 of 9 rated words."
    assert complex_words(page) == ["acquiescence", "haploinsufficiency"]


def test_the_label_of_a_word_has_its_complexity_and_mark(page):
    rate(page)
    names = [each.get_attribute("aria-label") for each in page.locator(".text [role=button]").all()]
    assert names[0] == "acquiescence, 0.45, neutral, complex"
    assert re.fullmatch(r"haploinsufficiency, 0\.\d\d, [a-z ]+, complex", names[3])


def test_hovering_over_a_word_shows_its_interval_and_reasons(page):
    rate(page)
    word(page, "acquiescence").hover()
    details = page.get_by_role("region", name="acquiescence")
    details.get_by_text("Frequency: rare").wait_for()
    content = details.inner_text()
    assert re.search(r"0\.45, neutral, 90% interval 0\.\d\d to 0\.\d\d", content)
    assert re.search(r"rarer than \d+% of the words in CompLex; harder by 0\.0\d", content)
    assert "Smaller reasons (4)" in content
    page.get_by_role("heading", name="Results").hover()
    word(page, "mild").hover()
    page.get_by_role("region", name="mild").get_by_text("Reasons").first.wait_for()


def test_clicking_a_word_pins_its_details(page):
    rate(page)
    word(page, "acquiescence").click()
    word(page, "mild").hover()
    page.wait_for_timeout(300)
    details = page.get_by_role("region", name="acquiescence")
    details.get_by_role("button", name="Close").click()
    assert details.count() == 0
    assert page.get_by_role("heading", name="No word selected").is_visible()
    assert word(page, "acquiescence").evaluate("word => word === document.activeElement")


def test_the_threshold_changes_the_marks_at_once(page):
    rate(page)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    slider = page.get_by_role("slider")
    slider.fill("0.5")
    assert complex_words(page) == ["haploinsufficiency"]
    assert page.locator("#marked").inner_text() == "Complex: 1 of 9 rated words."
    assert not word(page, "acquiescence").get_attribute("aria-label").endswith(", complex")
    slider.fill("0.4")
    assert complex_words(page) == ["acquiescence", "haploinsufficiency"]
    assert word(page, "acquiescence").get_attribute("aria-label").endswith(", complex")
    line = "word => getComputedStyle(word).textDecorationLine"
    assert word(page, "acquiescence").evaluate(line) == "underline"
    page.get_by_role("button", name="expert").click()
    assert page.locator("#marked strong").inner_text() == "2"
    assert page.locator("#threshold").input_value() == "0.382"
    slider.fill("0.75")
    assert complex_words(page) == []
    assert requests == []


def test_a_threshold_outside_the_scale_is_an_error_and_keeps_the_marks(page):
    rate(page)
    field = page.get_by_label("Threshold", exact=True)
    field.fill("1.5")
    assert page.get_by_role("alert").filter(has_text="from 0 to 1").is_visible()
    assert complex_words(page) == ["acquiescence", "haploinsufficiency"]
    field.fill("0.2")
    assert page.locator("#wrong").inner_text() == ""
    assert len(complex_words(page)) > 2


def test_the_hardest_words_link_to_the_text(page):
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
    page.get_by_label("Include two-word expressions").check()
    rate(page, "They crossed the deep river at dawn.")
    assert page.locator(".text .expression").inner_text() == "deep river"
    word(page, "deep").click()
    page.get_by_role("button", name=re.compile("^Expression “deep river”: 0")).click()
    page.get_by_role("region", name="deep river").get_by_text("Word or expression").wait_for()


def test_without_wordnet_the_page_says_how_to_get_it(opened, make_app, monkeypatch, no_data):
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    with serving_app(make_app()) as port:
        page = opened(f"http://127.0.0.1:{port}")
        assert page.get_by_text("lcp fetch wordnet tagger").is_visible()
        assert page.get_by_label("Include two-word expressions").count() == 0
        rate(page)
        word(page, "acquiescence").click()
        page.locator("#content").get_by_text("lcp fetch").wait_for()
        assert page.locator(".reasons").first.is_visible()
        page.context.close()
