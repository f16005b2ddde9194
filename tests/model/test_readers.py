"""Predictions and intervals for different readers and unseen genres."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.errors import InputError
from lcp.evaluation.subsets import UNSEEN
from lcp.model.conformal import ConformalInterval
from lcp.model.readers import ReaderIntervals, calibrated, intervals_from_dict


def table(n=400, *, readers="general", genre="news", spread=0.05, random_state=0):
    error = np.random.default_rng(random_state).normal(0, spread, n)
    rated = (0.5 + error).clip(0, 1)
    columns = {"token": "ewe", "genre": genre, "readers": readers, "complexity": rated}
    return pd.DataFrame(columns, index=range(n))


@pytest.fixture(scope="module")
def several():
    parts = [table(), table(readers="learner", genre="cefr", spread=0.2, random_state=1)]
    return pd.concat(parts, ignore_index=True)


def width(interval, instances):
    limits = interval.predict(instances, np.full(len(instances), 0.5))
    return float((limits["high"] - limits["low"]).mean())


def test_each_kind_of_readers_has_intervals_of_its_own(several):
    interval = calibrated(several, np.full(len(several), 0.5))
    assert isinstance(interval, ReaderIntervals)
    general, learner = (several.iloc[rows] for rows in (slice(0, 5), slice(400, 405)))
    assert width(interval, learner) > 3 * width(interval, general)
    again = intervals_from_dict(interval.to_dict())
    assert width(again, several) == width(interval, several)


def test_one_kind_of_readers_needs_no_division():
    assert isinstance(calibrated(table(), np.full(400, 0.5)), ConformalInterval)


def test_a_genre_that_was_not_seen_gets_the_wider_intervals_of_unseen_genres():
    unseen = table(genre=UNSEEN, spread=0.15, random_state=2)
    both = pd.concat([table(), unseen], ignore_index=True)
    interval = ConformalInterval().fit(both, np.full(800, 0.5))
    known = width(interval, table(5))
    assert width(interval, table(5, genre="law")) > 2 * known
    assert width(interval, table(5, genre="")) == width(interval, table(5, genre="law"))
    seen = ConformalInterval().fit(table(), np.full(400, 0.5))
    assert known == pytest.approx(width(seen, table(5)), rel=1e-6)


def test_training_calibrates_unseen_genres():
    model = lcp.train("sample", "frequency-baseline", "linear", cv=2)
    assert (UNSEEN, "single") in model.interval_.groups_
    assert UNSEEN in set(model.interval_coverage_["genre"])


def test_a_model_of_general_readers_refuses_learners():
    model = lcp.train("sample", "frequency-baseline", "linear", cv=0)
    with pytest.raises(InputError, match="not trained on ratings by learners"):
        model.predict_one("He crossed the river.", "river", readers="learner")
    with pytest.raises(InputError, match="no readers 'learners'"):
        model.predict_one("He crossed the river.", "river", readers="learners")


def test_readers_of_a_row_that_do_not_exist_are_an_error_with_the_row():
    model = lcp.load_model()
    table = pd.DataFrame({"token": ["river"] * 4, "readers": ["general", None, "", "Learner"]})
    with pytest.raises(InputError, match="There are no readers 'Learner'") as caught:
        model.predict(table)
    assert caught.value.where == "row 3, readers"
    assert "Valid names: general, native, learner" in caught.value.hint
    assert len(model.predict(table[:3])) == 3


def test_a_first_language_that_the_model_does_not_know_is_an_error_with_the_row():
    model = lcp.load_model()
    table = pd.DataFrame({"token": ["river"] * 2, "readers": ["learner", "learner:es"]})
    with pytest.raises(InputError, match="does not predict for readers 'learner:es'") as caught:
        model.predict(table)
    assert caught.value.where == "row 1, readers"
    assert "general, native, learner" in caught.value.hint
