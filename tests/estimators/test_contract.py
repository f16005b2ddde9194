"""What all estimators have in common."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from lcp.base.estimator_base import cloned
from lcp.estimators.estimator_recipe import load_estimator
from lcp.estimators.storage import from_plain, to_plain
from lcp.files.recipes import recipe_names
from lcp.model.plain_data import read_plain, write_plain
from tests.errors import refused
from tests.estimators.conftest import small_data

#: Recipes, and a class of scikit-learn.
NAMED = ["NuSVR"]
ESTIMATORS = [*recipe_names("models"), *NAMED]


def loaded(name, folder, **arguments):
    """Load an estimator with few trees."""
    if name in NAMED:
        path = folder / "named.toml"
        path.write_text(f'estimator = "sklearn.svm:{name}"\n')
        name = path
    model = load_estimator(name, **arguments)
    few = {"n_estimators": 30, "learning_rate": 0.1, "C": 10.0, "alpha": 1.0}
    own = {key: key.rpartition("__")[2] for key in model.get_params()}
    return model.set_params(**{key: few[last] for key, last in own.items() if last in few})


@pytest.fixture(scope="module", params=ESTIMATORS)
def case(request, tmp_path_factory):
    """An estimator with the data that it was fitted to; two columns say nothing."""
    X, y = small_data(n_rows=80)
    X = X.set_axis([name.removesuffix("@min") for name in X], axis=1)
    X = X.assign(family__empty=np.nan, family__constant=1.0)
    folder = tmp_path_factory.mktemp("estimator")
    return loaded(request.param, folder, n_jobs=1).fit(X, y), X, y, request.param, folder


def test_it_learns_from_features_with_missing_values_and_without_any(case):
    model, X, y, *_ = case
    assert np.corrcoef(model.predict(X), y)[0, 1] > 0.8
    few = cloned(model).fit(X.head(15), y[:15])
    assert model.predict(X.head(0)).shape == few.predict(X.head(0)).shape == (0,)
    assert np.isfinite(model.predict(X.assign(family__empty=1.0))).all()


def test_a_row_is_predicted_independently_of_others(case):
    model, X, *_ = case
    whole = model.predict(X)
    np.testing.assert_allclose(model.predict(X.iloc[[7]]), whole[[7]], rtol=1e-12)
    np.testing.assert_allclose(model.predict(X.iloc[::-1]), whole[::-1], rtol=1e-12)


def test_it_predicts_the_same_after_saving(case, tmp_path):
    model, X, *_ = case
    write_plain(to_plain(model), tmp_path / "a.npz")
    restored = from_plain(read_plain((tmp_path / "a.npz").read_bytes()))
    np.testing.assert_array_equal(restored.predict(X), model.predict(X))
    again = cloned(restored)
    assert repr(again) == repr(from_plain(to_plain(again)))
    with pytest.raises(NotFittedError):
        again.predict(X)


def test_the_file_does_not_depend_on_the_number_of_threads(case, tmp_path):
    model, X, y, name, folder = case
    write_plain(to_plain(model), tmp_path / "a.npz")
    other = loaded(name, folder, n_jobs=2).fit(X, y)
    np.testing.assert_array_equal(other.predict(X), model.predict(X))
    if name not in NAMED:  # skops stores unused memory of scikit-learn's trees
        write_plain(to_plain(other), tmp_path / "b.npz")
        assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_contributions_sum_to_the_prediction_or_are_refused(case):
    model, X, _, name, _ = case
    if not model.is_explainable():
        assert name in {"gaussian-process", "svr", *NAMED}
        with refused():
            model.contributions(X)
        return
    values = model.contributions(X)
    assert values.shape == (80, X.shape[1] + 1)
    np.testing.assert_allclose(values.sum(axis=1), model.predict(X), atol=1e-9)
    assert model.contributions(X.head(0)).shape == (0, X.shape[1] + 1)


def test_other_features_and_missing_ratings_are_errors(case):
    model, X, y, *_ = case
    for other in (X[X.columns[::-1]], X.iloc[:, 1:], X.to_numpy()):
        with refused():
            model.predict(other)
    for features, ratings in ((X, np.where(y > 0.3, np.nan, y)), (X, y[1:]), (X.head(1), y[:1])):
        with refused():
            cloned(model).fit(features, ratings)
    with refused():
        model.predict(X.assign(family__constant=np.inf))
