"""Smoothed models of n-grams."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.lexicon.ngrams import DIGIT, END, LETTERS, ORDER, OTHER, START, NgramModel, spelled

A = 2


def trained(*sequences, weights=None, size=3):
    weights = np.ones(len(sequences)) if weights is None else np.array(weights, dtype=float)
    return NgramModel.trained(joined(*sequences), weights, size)


def joined(*sequences):
    return np.array([symbol for s in sequences for symbol in (*s, END)], dtype=np.int64)


def test_symbols_ignore_case_and_accents():
    assert spelled(["É", "e\u0301", "e"]).tolist() == [6, END] * 3
    assert spelled(["7²", "ø%"]).tolist() == [DIGIT, DIGIT, END, OTHER, OTHER, END]
    assert spelled(["don’t"]).tolist() == spelled(["DON'T"]).tolist()


def test_every_word_has_one_end_even_if_empty_or_with_a_line_break():
    assert spelled([]).tolist() == []
    for word in ("", "a\nb", "\u0301", "\x00", "\u2028"):
        symbols = spelled([word, "a"])
        assert (symbols == END).sum() == 2
        assert (symbols > START).all()
        assert (symbols < LETTERS).all()


def test_probabilities_follow_the_formula():
    # One sequence, "a". Without a history p = (1 + 2/2) / 4. Each longer history occurs once,
    # followed by one symbol: p = (1 + p') / 2 for that symbol, p'/2 for the other.
    model = trained([A])
    seen = 1 - 2**-4
    other = 2**-4
    values = 2 ** model.mean_and_least(joined([A], []))
    assert values == pytest.approx(np.array([[seen, seen], [other, other]]))
    # "aa": the second a is the other symbol after "^^a"; the history "aa" backs off to "a".
    logs = np.log2([seen, other, 1 - 2**-2])
    expected = [[logs.mean(), logs.min()]]
    assert model.mean_and_least(joined([A, A])) == pytest.approx(np.array(expected))


def test_the_probabilities_after_any_history_sum_to_one():
    model = trained([2, 3, 4], [2, 3], [4, 4, 4, 4, 2], weights=[1, 2.5, 1000], size=6)
    rows = np.exp2(model.logs.astype(float)).reshape(-1, 6)
    assert len(rows) == 6 ** (ORDER - 1)
    # The start is never predicted.
    assert rows[:, START + 1 :].sum(axis=1) == pytest.approx(1)


def test_a_weight_is_a_number_of_occurrences_and_may_be_0():
    twice = trained([2, 3], [2, 3], [3], size=4)
    weighted = trained([2, 3], [3], [2, 2], weights=[2, 1, 0], size=4)
    assert np.array_equal(twice.logs, weighted.logs)


def test_without_training_data_all_symbols_are_equally_probable():
    model = NgramModel.trained(spelled([]), np.zeros(0), LETTERS)
    assert model.mean_and_least(spelled(["ab"])) == pytest.approx(-np.log2(LETTERS - 1))
    assert model.mean_and_least(spelled([])).shape == (0, 2)
