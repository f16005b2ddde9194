"""The menu of readers on the page."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import complex_words, details, rate, rated, word

pytest.importorskip("fastapi", reason="the extra web is not installed")


def test_the_menu_lists_first_languages_of_the_installed_model(learners, opened):
    page = opened()
    menu = page.get_by_label("Readers")
    assert menu.locator("option").all_inner_texts() == [
        *("general", "learners of English", "Spanish speakers"),
        "Chinese speakers",
    ]
    rate(page)
    page.get_by_label("By complexity").check()
    page.get_by_label("Threshold", exact=True).fill("0.4")
    general = complex_words(page)
    menu.select_option("Chinese speakers")
    rated(page)
    assert complex_words(page) != general
    word(page, "acquiescence").click()
    panel = details(page, "acquiescence")
    panel.get_by_text("Numbers").wait_for()
    assert "interval" not in panel.inner_text()


def test_without_an_installed_model_the_menu_has_no_first_languages(page):
    options = page.get_by_label("Readers").locator("option")
    assert options.all_inner_texts() == ["general", "learners of English"]


def test_readers_whose_model_was_removed_are_an_error_on_the_page(learners, opened, monkeypatch):
    page = opened()
    rate(page)
    monkeypatch.setenv("LCP_MODELS", "nowhere")
    page.get_by_label("Readers").select_option("Spanish speakers")
    page.get_by_text("lcp fit --corpus kvl --install").wait_for()
