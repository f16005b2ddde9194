"""What results show in notebooks and consoles, and their access as sequences."""

from collections.abc import Sequence
from dataclasses import replace
from xml.etree.ElementTree import fromstring

import pytest

import lcp
from lcp.tables.formatting import Table, notebook_html

WORDS = ["deep", "river", "rose"]
TARGETS = [{"sentence": "The deep river rose.", "token": word} for word in WORDS]


@pytest.fixture(scope="module")
def substitutes():
    return lcp.substitutes("The bank sank.", "bank", ["shore", "money", "acquiescence"])


@pytest.fixture(scope="module")
def explanations():
    return lcp.explain(TARGETS)


@pytest.fixture(scope="module")
def predictions():
    return lcp.load_model().predictions(TARGETS)


@pytest.fixture(scope="module")
def profile():
    return lcp.profile("The committee acquiesced. He went home. " * 20, name="a <b>.txt")


def parsed(html):
    """Return HTML as a tree, which fails if it is not well-formed."""
    return fromstring(html)  # noqa: S314 - our own


def table_rows(html):
    """Return the cells of each row of the tables."""
    page = parsed(html)
    return [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")]


def test_text_is_escaped_and_targets_are_marked():
    html = notebook_html("<b>", "x & **y**", Table("T", ["<i>"], [["**<u>**"]], "C."))
    page = parsed(html)
    assert page.find("p/b").text == "<b>"
    assert [mark.text for mark in page.iter("mark")] == ["y", "<u>"]
    assert table_rows(html) == [["<i>"], ["<u>"]]
    assert "T. C." in "".join(page.itertext())


def test_bars_begin_in_the_middle_and_the_longest_fills_its_half():
    table = Table("", ["a"], [["x"], ["y"], ["z"]], bars=[-0.2, 0.1, 0])
    cells = [row[-1] for row in parsed(notebook_html("", table)).iter("tr")][1:]
    styles = [cell.find("div/div").attrib["style"] for cell in cells]
    places = [("margin-left: 0.0%", "width: 50.0%"), ("margin-left: 50.0%", "width: 25.0%")]
    for style, place in zip(styles, [*places, ("width: 0.0%",)], strict=True):
        assert all(part in style for part in place)


@pytest.mark.parametrize("name", ["substitutes", "explanations", "predictions"])
def test_results_are_sequences(name, request):
    result = request.getfixturevalue(name)
    assert isinstance(result, Sequence)
    items = list(result)
    assert len(items) == len(result) == 3
    assert repr(result[-1]) == repr(items[2])
    part = result[1:]
    assert type(part) is type(result)
    assert list(map(repr, part)) == list(map(repr, items[1:]))
    with pytest.raises(IndexError):
        result[3]


def test_substitutes_show_words_and_numbers(substitutes):
    html = substitutes._repr_html_()
    header, target, *others = table_rows(html)
    assert header[:2] == ["substitute", "complexity"]
    assert target[0] == "bank"
    for row, word in zip(others, substitutes, strict=True):
        assert row[:2] == [word.form, f"{word.prediction.complexity:.4f}"]
        assert f"{word.form!r} {word.prediction.complexity:.2f}" in repr(substitutes)
    assert "none" in repr(substitutes[:0])
    assert "none" in substitutes[:0]._repr_html_()
    noted = replace(substitutes, notes=["A <note>."])
    assert "A &lt;note&gt;." in noted._repr_html_()


def test_an_explanation_shows_its_sum(explanations):
    explanation = explanations[1]
    header, base, *reasons, total = table_rows(explanation._repr_html_())
    assert header[0] == "reason"
    numbers = [float(row[1].replace("−", "-")) for row in (base, *reasons)]
    assert sum(numbers) == pytest.approx(float(total[1]), abs=0.005)
    assert [row[0] for row in reasons] == [f"{r.title}: {r.text}" for r in explanation.reasons()]
    assert f"'river' {explanation.complexity:.4f}" in repr(explanation)
    assert explanation.reasons()[0].title in repr(explanation)


def test_explanations_show_each_target(explanations):
    rows = table_rows(explanations._repr_html_())[1:]
    assert [row[0] for row in rows] == WORDS
    for word, row, explanation in zip(WORDS, rows, explanations, strict=True):
        assert row[1] == f"{explanation.complexity:.4f}"
        assert row[2].startswith(explanation.reasons()[0].title)
        assert f"'{word}' {explanation.complexity:.2f}" in repr(explanations)


def test_a_part_of_explanations_has_its_own_tables(explanations):
    part = explanations[::2]
    assert list(part.targets.target) == ["deep", "rose"]
    assert part.totals.tolist() == explanations.totals.tolist()[::2]
    assert part.contributions.shape[0] == part.values.shape[0] == 2


def test_predictions_show_numbers(predictions):
    for value in predictions.complexity:
        assert f"{value:.4f}" in repr(predictions)
        assert f"{value:.4f}" in predictions._repr_html_()
    assert "…" not in repr(predictions)
    many = lcp.load_model().predictions(TARGETS * 2)
    assert repr(many).startswith("<6 Predictions")
    assert "…" in repr(many)


def test_a_profile_shows_what_the_command_prints(profile):
    html = profile._repr_html_()
    assert "a &lt;b&gt;.txt" in html
    rows = table_rows(html)
    for table in profile.tables():
        assert [list(table.columns), *map(list, table.rows)] == [
            row for row in rows if row in [list(table.columns), *map(list, table.rows)]
        ]
    for fact in (profile.verdict, *profile.facts):
        assert fact in html
        assert len(repr(profile)) < 300
    assert profile.verdict in repr(profile)
    assert profile.hard_words[0].lemma in repr(profile)
