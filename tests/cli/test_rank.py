"""``lcp rank``: candidates, occurrences and errors."""

from __future__ import annotations

import pytest

SENTENCE = ("--sentence", "The bank by the old bank sank.", "--target", "bank")


def test_candidates_and_target_are_listed_by_complexity(run, offline):
    code, out, err = run("rank", *SENTENCE, "--candidates", "shore, water's edge,shore")
    assert code == 0
    rows = [line for line in out.splitlines() if "0." in line]
    assert len(rows) == 3
    numbers = [line.split("0.")[1][:4] for line in rows]
    assert numbers == sorted(numbers)
    assert sum("the target" in row for row in rows) == 1
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "occurs 2 times" in err
    assert "Listed once: “shore”" in err


def test_the_second_occurrence_can_be_chosen(run, offline):
    _, out, err = run("rank", *SENTENCE, "--candidates", "ship", "--occurrence", 2)
    assert "ship" in out
    assert "places" not in err


def test_missing_wordnet_raises_an_error(run, offline):
    code, out, err = run("rank", *SENTENCE)
    assert (code, out) == (3, "")
    assert "lcp fetch wordnet tagger" in err


def test_without_candidates_easier_synonyms_that_fit_are_listed(run, data):
    code, out, err = run("rank", "--sentence", "It will commence.", "--target", "commence")
    assert code == 0
    assert "start" in out
    assert "Sense of “commence” in WordNet" in err
    code, out, err = run("rank", "--sentence", "A rook cawed.", "--target", "rook")
    assert code == 0
    assert "castle" not in out
    assert "no easier synonym of “rook”" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--sentence", "A river.", "--target", "sea", "--candidates", "a"), "not in its sentence"),
        ((*SENTENCE, "--candidates", ""), "no letter or digit"),
        ((*SENTENCE, "--candidates", "shore,,ship"), "no letter or digit"),
        ((*SENTENCE, "--candidates", "shore", "--occurrence", 3), "no occurrence 3"),
        ((*SENTENCE, "--candidates", "shore", "--model", "nowhere"), "model.json"),
        (("--sentence", "A river."), "--target"),
    ],
)
def test_invalid_arguments_raise_an_error(run, offline, arguments, message):
    code, out, err = run("rank", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
