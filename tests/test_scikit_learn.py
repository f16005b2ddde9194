"""Feature sets and models are scikit-learn estimators and accept pandas and polars tables."""

import pickle
from contextlib import nullcontext

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from lightgbm import LGBMRegressor
from sklearn import config_context
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import HistGradientBoostingRegressor, RandomForestRegressor
from sklearn.exceptions import NotFittedError
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import lcp
from lcp import ComplexityModel, FeatureSet
from lcp.files.recipes import recipe_names
from tests.cases import rows
from tests.errors import refused

LENGTH = {"length": {}}
LINEAR = make_pipeline(SimpleImputer(), StandardScaler(), Ridge())

#: Checks that fit an array of numbers, or expect ValueError where a table is invalid.
FAILURES = {row["check"] for row in rows("scikit_learn")}


@parametrize_with_checks([FeatureSet(LENGTH), ComplexityModel(FeatureSet(LENGTH), Ridge())])
def test_scikit_learn_checks_pass(estimator, check):
    # Not xfail, for which pytest formats the whole traceback: more than half of the time.
    expected_to_fail = check.func.__name__ in FAILURES
    with pytest.raises(Exception) if expected_to_fail else nullcontext():  # noqa: PT011 - any failure
        check(estimator)


# The checks that expect numbers, repeated with instances


@pytest.fixture(scope="module")
def table():
    sample = lcp.load_corpus("sample").iloc[::4]
    return sample.set_axis([f"row {number}" for number in range(len(sample))])


def estimators():
    return [FeatureSet(LENGTH, aggregations=["min"]), ComplexityModel(FeatureSet(LENGTH), "ridge")]


def applied(estimator, table):
    use = estimator.transform if hasattr(estimator, "transform") else estimator.predict
    return np.asarray(use(table), dtype=float)


@pytest.fixture(params=estimators(), ids=lambda estimator: type(estimator).__name__)
def estimator(request):
    return clone(request.param)


def test_fit_returns_the_estimator_and_keeps_its_parameters_and_the_table(estimator, table):
    parameters, before = clone(estimator).get_params(), table.copy()
    assert estimator.fit(table) is estimator
    for name, value in estimator.get_params().items():
        if not hasattr(value, "get_params"):
            assert value == parameters[name], name
    pd.testing.assert_frame_equal(table, before)


def test_a_fitted_estimator_can_be_pickled(estimator, table):
    estimator.fit(table)
    copy = pickle.loads(pickle.dumps(estimator))  # noqa: S301
    np.testing.assert_array_equal(applied(copy, table), applied(estimator, table))


def test_a_fitted_estimator_records_its_columns(estimator, table):
    assert not hasattr(estimator, "n_features_in_")
    with pytest.raises(NotFittedError):
        applied(estimator, table)
    estimator.fit(table)
    assert estimator.n_features_in_ == table.shape[1]
    assert list(estimator.feature_names_in_) == list(table.columns)
    # Columns that are not required make no difference.
    np.testing.assert_array_equal(
        applied(estimator, table[["sentence", "token"]].assign(more=1)),
        applied(estimator, table.drop(columns="complexity")),
    )


# Pandas and polars


def test_polars_and_pandas_tables_give_the_same_results(table):
    frame = pl.from_pandas(table)
    features, other = FeatureSet(LENGTH).fit(table), FeatureSet(LENGTH).fit(frame)
    np.testing.assert_array_equal(other.transform(frame), features.transform(table))
    assert list(other.feature_names_in_) == list(table.columns)
    model = ComplexityModel(FeatureSet(LENGTH), "ridge").fit(frame)
    expected = ComplexityModel(FeatureSet(LENGTH), "ridge").fit(table)
    assert model.trained_on_["sha256"] == expected.trained_on_["sha256"]
    np.testing.assert_array_equal(model.predict(frame), expected.predict(table))
    bases = (
        lcp.explain(rows, model=each).base for each, rows in ((model, frame), (expected, table))
    )
    np.testing.assert_array_equal(*bases)
    folds = lcp.cross_validate(frame, FeatureSet(LENGTH), LINEAR, cv=2)
    again = lcp.cross_validate(table, FeatureSet(LENGTH), LINEAR, cv=2)
    np.testing.assert_array_equal(folds, again)
    model.calibrate(frame, folds)
    expected.calibrate(table, again)
    np.testing.assert_array_equal(model.predict_interval(frame), expected.predict_interval(table))


def test_an_arrow_table_gives_the_same_results(table):
    frame = pa.Table.from_pandas(table, preserve_index=False)
    for estimator in estimators():
        assert list(estimator.fit(frame).feature_names_in_) == list(table.columns)
        np.testing.assert_array_equal(applied(estimator, frame), applied(estimator, table))


@pytest.mark.parametrize("container", ["polars", "pandas"])
@pytest.mark.parametrize("recipe", recipe_names("models"))
def test_a_model_does_not_depend_on_the_output_configuration(table, recipe, container):
    some = table.groupby(table["token"].str.contains(" ")).head(20)
    estimator = lcp.load_estimator(recipe, n_jobs=1)
    trees = [name for name in estimator.get_params() if name.endswith("n_estimators")]
    estimator.set_params(**dict.fromkeys(trees, 20))
    model = ComplexityModel(FeatureSet(LENGTH, aggregations=["first", "last"]), estimator)
    expected = clone(model).fit(some).predict(some)
    with config_context(transform_output=container):
        predicted = model.fit(some).predict(some)
    np.testing.assert_array_equal(predicted, expected)
    assert type(model.feature_set_.transform(some)) is pd.DataFrame


# In pipelines and searches


def test_a_pipeline_predicts_the_same_as_a_model(table):
    pipeline = Pipeline([("features", FeatureSet(LENGTH)), ("estimator", LINEAR)])
    pipeline.fit(table, table["complexity"])
    model = ComplexityModel(FeatureSet(LENGTH), LINEAR).fit(table)
    np.testing.assert_allclose(pipeline.predict(table).clip(0, 1), model.predict(table), rtol=1e-6)
    assert list(pipeline.feature_names_in_) == list(table.columns)
    names = pipeline[:-1].get_feature_names_out()
    assert list(names) == list(model.feature_set_.get_feature_names_out())


def test_unions_and_column_transformers_accept_feature_sets(table):
    length = FeatureSet(LENGTH)
    place = FeatureSet({"context": {"genres": []}})
    union = FeatureUnion([("length", length), ("place", place)])
    columns = ColumnTransformer(
        [("length", length, ["sentence", "token"]), ("place", place, ["sentence", "token"])]
    )
    matrix = union.fit_transform(table)
    names = list(union.get_feature_names_out())
    assert {"length__length__characters", "place__context__position"} <= set(names)
    np.testing.assert_array_equal(columns.fit_transform(table), matrix)


REGRESSORS = [
    Ridge(),
    RandomForestRegressor(n_estimators=3),
    HistGradientBoostingRegressor(max_iter=3),
    LGBMRegressor(n_estimators=3, min_child_samples=2, verbosity=-1),
]


@pytest.mark.parametrize("regressor", REGRESSORS, ids=lambda regressor: type(regressor).__name__)
def test_a_set_with_empty_features_works_with_any_regressor_in_a_pipeline(regressor):
    # Single words have no word pairs, so the family association has no values.
    words = lcp.load_corpus("sample", task=1)
    steps = [lcp.FeatureSet.load("core")]
    if isinstance(regressor, Ridge):
        steps += [SimpleImputer(), StandardScaler()]
    pipeline = make_pipeline(*steps, regressor)
    settings = {"featureset__drop": [[], ["readability__*"]]}
    search = GridSearchCV(pipeline, settings, cv=2).fit(words, words["complexity"])
    assert np.isfinite(search.predict(words)).all()
    names = search.best_estimator_[0].get_feature_names_out()
    assert "length__characters" in names
    assert not [name for name in names if name.startswith("association__")]


@pytest.mark.parametrize("features", ["core", FeatureSet(LENGTH | {"training_ratings": {}})])
def test_predictions_do_not_depend_on_the_order_of_the_training_rows(features):
    table = lcp.load_corpus("sample")
    shuffled = table.sample(frac=1, random_state=1)
    for recipe in ("lightgbm-fast", "ridge"):
        first, other = (
            ComplexityModel(features, recipe, random_state=3, n_jobs=n_jobs)
            .fit(rows)
            .predict(table)
            for rows, n_jobs in ((table, 1), (shuffled, 2))
        )
        np.testing.assert_allclose(first, other, rtol=0, atol=1e-12)


def test_a_recipe_can_name_the_regressor_of_lightgbm(tmp_path):
    recipe = tmp_path / "own.toml"
    recipe.write_text("estimator = 'lightgbm:LGBMRegressor'\nparameters = {n_estimators = 3}\n")
    table = lcp.load_corpus("sample")
    predicted = ComplexityModel(FeatureSet(LENGTH), recipe).fit(table).predict(table)
    assert len(set(predicted)) > 1


def test_the_output_is_set_as_in_scikit_learn(table):
    features = FeatureSet({"length": {"keep": ["characters"]}})
    pipeline = make_pipeline(features, StandardScaler())
    plain = pipeline.fit_transform(table)
    assert isinstance(plain, np.ndarray)
    # Without set_output, a pipeline refuses to set the output of its other steps.
    assert pipeline.set_output(transform="pandas") is pipeline
    for output in (pipeline.transform(table), clone(pipeline).fit_transform(table)):
        assert list(output) == list(pipeline.get_feature_names_out())
        assert output.index.equals(table.index)
        np.testing.assert_array_equal(output, plain)
    assert isinstance(pipeline.set_output(transform="default").transform(table), np.ndarray)
    columns = ColumnTransformer([("features", features, ["token", "sentence"])])
    output = columns.set_output(transform="pandas").fit_transform(table)
    assert list(output) == ["features__length__characters"]


def test_a_feature_set_returns_tables_of_pandas_only(table):
    features = FeatureSet(LENGTH).fit(table)
    output = features.transform(table)
    for transform in ("pandas", "default", None):
        assert features.set_output(transform=transform) is features
        pd.testing.assert_frame_equal(features.transform(table), output)
    with refused("polars", where="transform", hint="pandas"):
        features.set_output(transform="polars")
