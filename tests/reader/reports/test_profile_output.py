"""Profiles as a page, JSON and CSV."""

import csv
import io
import json
from dataclasses import replace

import pytest

import lcp
from lcp.reader.reports.profile_output import (
    comparison_verdict,
    profile_csv,
    profile_json,
    profile_page,
)

TEXTS_BY_NAME = {
    "easy <b>.txt": "She went home. The dog was happy and the sun was warm. " * 15,
    "hard.txt": "The haploinsufficiency of the epithelium exacerbated nephropathy. " * 15,
}


@pytest.fixture(scope="module")
def profiles():
    return [lcp.profile(text, name=name) for name, text in TEXTS_BY_NAME.items()]


def test_one_profile_is_an_object_and_several_are_a_list(profiles):
    assert json.loads(profile_json(profiles[:1]))["name"] == "easy <b>.txt"
    assert [item["name"] for item in json.loads(profile_json(profiles))] == list(TEXTS_BY_NAME)


def test_csv_has_a_row_for_each_text(profiles, small_model):
    unlevelled = [lcp.profile("She went home.", model=small_model)]
    rows = list(csv.DictReader(io.StringIO(profile_csv([*profiles, *unlevelled]))))
    assert [row["level"] for row in rows] == [*(item.level for item in profiles), ""]
    assert float(rows[1]["above_B2"]) == pytest.approx(profiles[1].share_above("B2"), abs=1e-4)
    assert rows[1]["most_frequent_90"] == str(profiles[1].coverage[0].n_lemmas or "")


def test_texts_are_compared_by_the_level_that_is_shown(profiles):
    easy, hard = profiles
    verdict = comparison_verdict([replace(easy, mean_complexity=0.9), hard])
    assert verdict == comparison_verdict(profiles)
    assert (
        f"easiest of 2 texts is {easy.name} ({easy.level} {easy.text_level.value:.1f})" in verdict
    )


def test_the_page_opens_with_the_verdict_and_escapes_names(profiles):
    page = profile_page(profiles)
    assert "<b>.txt" not in page
    assert page.index("The easiest of 2 texts") < page.index("<h2>")
    assert "haploinsufficiency" in page
    single = profile_page(profiles[1:])
    assert f"<strong>{profiles[1].verdict}</strong>" in single
    assert "Comparison" not in single


def test_texts_without_words_have_a_page_without_bars():
    page = profile_page([lcp.profile("1999.", name="numbers")])
    assert "no words to annotate" in page
    assert 'role="img"' not in page


def test_the_bars_of_a_text_show_its_levels(profiles):
    page = profile_page(profiles)
    shares = [f"{row.level} {100 * row.share:.1f}%" for row in profiles[1].levels]
    assert f'aria-label="{", ".join(shares)}"' in page
