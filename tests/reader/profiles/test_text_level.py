"""CEFR levels of sentences and texts."""

import json
import re

import pytest

import lcp
from lcp.base.levels import LEVELS
from lcp.reader.profiles.text_level import FEATURES, FILE
from lcp.tables.formatting import number
from tests.cases import cases, rows


def level_of(text):
    return lcp.profile(text).text_level


#: Short texts, each harder than the one before it.
ANNA, CAT, NEWS, LEASE = (row["text"] for row in rows("reader/profiles/cases/rising"))
#: Texts with the level that a teacher expects.
BY_NAME = {row["name"]: row["text"] for row in rows("reader/profiles/cases/texts")}
#: The same text in other layouts.
LAYOUTS = {
    "twenty times": lambda text: f"{text}\n\n" * 20,
    "without marks": lambda text: re.sub(r"[.,!?;:]", "", text),
    "a list": lambda text: "".join(f"- {line}\n" for line in sentences_in(text)),
    "lines": lambda text: "\n".join(sentences_in(text)),
}


def sentences_in(text):
    return [line.rstrip(".?!") for line in re.split(r"(?<=[.!?])\s+", text)]


@cases("reader/profiles/cases/texts", "text", "level")
def test_the_level_is_at_most_one_from_the_teachers(text, level):
    assert abs(LEVELS.index(level_of(text).level) - LEVELS.index(level)) <= 1


@pytest.mark.parametrize("name", ["conversation", "encyclopedia", "leaflet", "news", "contract"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_length_and_layout_have_hardly_an_effect(name, layout):
    plain, laid_out = (
        lcp.profile(text) for text in (BY_NAME[name], LAYOUTS[layout](BY_NAME[name]))
    )
    assert laid_out.text_level.value == pytest.approx(plain.text_level.value, abs=0.5)
    (flesch, *_), (expected, *_) = laid_out.readability, plain.readability
    assert flesch.value == pytest.approx(expected.value, abs=10)


def test_words_are_a_floor_and_a_ceiling():
    easy = (
        "I went to the shop with my mother and my sister and we saw a big dog and it was very "
        "happy and it ran to us and we played with it and then we all went home and had dinner. "
    )
    hard = (
        "His wife was sanguine. The dog was sagacious. His lawyer was unctuous. The garden was "
        "verdant. Her manner was supercilious. The son was truculent. The plan was nefarious. "
    )
    assert level_of(easy * 3).level in {"A1", "A2"}
    assert level_of(hard * 3).level in {"C1", "C2"}


def test_cells_of_tables_and_headings_do_not_make_a_text_easier():
    text = BY_NAME["abstract"]
    cells = "\n".join(f"| row {number} | 0.{number} | 1.{number} |" for number in range(60))
    assert level_of(f"# Results\n\n{text}\n\n{cells}").level in {"C1", "C2"}


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (CAT, "fewer than 60"),
        (LAYOUTS["without marks"](BY_NAME["story"]), "no full stops"),
        (BY_NAME["conversation"], "dialogue"),
        ("Milk\n\nFresh bread\n\nTwo red apples\n\n" * 20, "no sentences"),
    ],
)
def test_an_uncertain_level_says_why(text, note):
    assert any(note in each for each in lcp.profile(text).notes)


def test_levels_rise_with_words_and_sentences():
    values = [level_of(text).value for text in (ANNA, CAT, NEWS, LEASE)]
    assert values == sorted(values)
    assert 1 <= values[0] < values[-1] <= len(LEVELS)


@pytest.mark.parametrize("text", [ANNA, CAT, NEWS, LEASE])
def test_the_effects_of_the_reasons_add_up_to_the_level(text):
    model = json.loads(FILE.read_text("utf-8"))
    level = level_of(text)
    assert model["features"] == list(FEATURES)
    assert len(level.reasons) == len(model["text_slopes"]) == len(model["means"]) == len(FEATURES)
    total = model["mean"] + sum(reason.effect for reason in level.reasons)
    assert min(max(total, 1), 6) == pytest.approx(level.value)
    assert level.level == LEVELS[round(level.value) - 1]


def test_the_card_has_the_slopes_of_the_model():
    model = json.loads(FILE.read_text("utf-8"))
    card = FILE.with_suffix(".md").read_text("utf-8")
    for name, slope in zip(model["features"], model["sentence_slopes"], strict=True):
        assert f"| {name} | {number(slope, 3)} |" in card


def test_reasons_name_what_is_above_or_below_the_average_sentence():
    assert "short sentences: 7 words" in [reason.text for reason in level_of(ANNA).reasons]
    assert "long sentences: 18 words" in [reason.text for reason in level_of(NEWS).reasons]
    # Numbers make a text easier: that there are few raises the level.
    [few] = [reason for reason in level_of(NEWS).reasons if "numbers" in reason.text]
    assert few.text.startswith("few") and few.effect > 0  # noqa: PT018
    assert (
        level_of(LEASE).in_words(1).startswith("Raised by hard words: weighted mean complexity 0.3")
    )


@pytest.mark.parametrize("text", ["", "1999, 2000.", "!?"])
def test_a_text_without_words_has_no_level(text):
    assert level_of(text) is None
