"""Models of selected columns are cross-validated as others are, and are kept in a folder."""

from __future__ import annotations

import pytest
import scoring
from scoring import difference_cell, out_of_fold, out_of_fold_by_columns

import lcp
from lcp.errors import InputError


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample")


@pytest.fixture
def features():
    length = {"cmudict": False, "keep": ["characters", "vowels"]}
    return lcp.FeatureSet({"length": length, "training_ratings": {}}, aggregations=["first"])


def everything(_):
    return True


def test_all_columns_have_the_predictions_of_the_feature_set(features, table):
    predictions, counts = out_of_fold_by_columns(
        features, "ridge", table, {"all": everything}, random_state=1
    )
    expected = out_of_fold(features, "ridge", table, repeats=1, random_state=1)
    assert predictions["all"] == pytest.approx(expected["repeat_1"].to_numpy())
    assert counts == {"all": 6}


def test_a_selection_is_trained_on_its_columns(features, table):
    predictions, counts = out_of_fold_by_columns(
        features, "ridge", table, {"one": "length__vowels@first".__eq__}, random_state=0
    )
    alone = lcp.FeatureSet(
        {"length": {"cmudict": False, "keep": ["vowels"]}}, aggregations=["first"]
    )
    expected = out_of_fold(alone, "ridge", table, repeats=1, random_state=0)
    assert predictions["one"] == pytest.approx(expected["repeat_1"].to_numpy())
    assert counts == {"one": 1}


def test_finished_models_are_read_from_the_folder(features, table, tmp_path, monkeypatch):
    def trained(selections):
        return out_of_fold_by_columns(
            features, "ridge", table, selections, random_state=0, cache=tmp_path / "cells"
        )[0]

    first = trained({"a": everything})
    fits = []
    original = scoring.CellTrainer._fit
    monkeypatch.setattr(scoring.CellTrainer, "_fit", lambda *a: fits.append(a) or original(*a))
    assert (trained({"a": everything})["a"] == first["a"]).all()
    assert not fits
    # A selection with the same name and other columns is another model.
    trained({"a": lambda column: column.startswith("length")})
    assert len(fits) == 5


def test_a_folder_of_another_seed_is_refused(features, table, tmp_path):
    out_of_fold_by_columns(
        features, "ridge", table, {"a": everything}, random_state=0, cache=tmp_path / "c"
    )
    with pytest.raises(InputError, match="random_state was 0, is now 1"):
        out_of_fold_by_columns(
            features, "ridge", table, {"a": everything}, random_state=1, cache=tmp_path / "c"
        )


def test_equal_predictions_do_not_differ(table):
    predicted = table["complexity"].to_numpy() ** 2
    cell = difference_cell(table, predicted, predicted, random_state=0)
    assert cell == "+0.0000 (+0.0000 to +0.0000)"
