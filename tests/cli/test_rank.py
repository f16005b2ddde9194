"""``lcp rank``."""

from __future__ import annotations

import pytest

SENTENCE = ("--sentence", "The bank by the old bank sank.", "--target", "bank")


def test_candidates_are_listed_with_the_target_easiest_first(run, offline):
    code, out, err = run("rank", *SENTENCE, "--candidates", "shore, water's edge,shore")
    assert code == 0
    rows = [line for line in out.splitlines() if "0." in line]
    assert len(rows) == 3
    numbers = [line.split("0.")[1][:4] for line in rows]
    assert numbers == sorted(numbers)
    assert sum("the target" in row for row in rows) == 1
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "2 places" in err
    assert "Listed once: “shore”" in err


def test_the_second_occurrence_can_be_chosen(run, offline):
    _, out, err = run("rank", *SENTENCE, "--candidates", "ship", "--occurrence", 2)
    assert "ship" in out
    assert "places" not in err


def test_synonyms_without_wordnet_say_how_to_get_it(run, offline):
    code, out, err = run("rank", *SENTENCE)
    assert (code, out) == (3, "")
    assert "lcp fetch wordnet tagger" in err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("--sentence", "A river.", "--target", "sea", "--candidates", "a"), "not in its sentence"),
        ((*SENTENCE, "--candidates", ""), "no word"),
        ((*SENTENCE, "--candidates", "shore,,ship"), "no word"),
        ((*SENTENCE, "--candidates", "shore", "--occurrence", 3), "no occurrence 3"),
        ((*SENTENCE, "--candidates", "shore", "--model", "nowhere"), "model.json"),
        (("--sentence", "A river."), "--target"),
    ],
)
def test_bad_input_exits_with_2(run, offline, arguments, what):
    code, out, err = run("rank", *arguments)
    assert (code, out) == (2, "")
    assert what in err
    assert "Traceback" not in err
