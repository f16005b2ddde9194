"""One regressor for several first languages, and one for each."""

import numpy as np
import pandas as pd

from lcp.estimators.boosted import BoostedTrees
from lcp.tasks.vocabulary.estimator import FirstLanguagesRegressor, log_odds
from tests.errors import refused


def table(n: int = 600) -> tuple[pd.DataFrame, np.ndarray]:
    generator = np.random.default_rng(0)
    language = generator.integers(3, size=n)
    frequency, translation = generator.normal(size=(2, n))
    rated = 1 / (1 + np.exp(frequency + (language == 2) * translation))
    columns = {
        f"first_language__{code}": language == i for i, code in enumerate(("es", "de", "zh"))
    }
    columns |= {"first_language__translation_zipf": translation, "frequency__zipf": frequency}
    return pd.DataFrame(columns).astype(float), rated


def regressor() -> FirstLanguagesRegressor:
    trees = BoostedTrees(
        n_estimators=80, learning_rate=0.1, n_seeds=1, colsample_bytree=1.0, n_jobs=1
    )
    return FirstLanguagesRegressor(trees, trees)


def test_predictions_are_probabilities_that_follow_the_ratings():
    X, rated = table()
    predicted = regressor().fit(X, rated).predict(X)
    assert ((predicted > 0) & (predicted < 1)).all()
    assert np.corrcoef(log_odds(predicted), log_odds(rated))[0, 1] > 0.95


def test_rows_without_a_translation_are_predicted_from_the_word():
    X, rated = table()
    model = regressor().fit(X, rated)
    alone = X.assign(first_language__translation_zipf=np.nan)
    np.testing.assert_allclose(log_odds(model.predict(alone)), model.alone_.predict(X))


def test_a_prediction_is_the_mean_of_the_regressors_for_all_and_for_its_language():
    X, rated = table()
    model = regressor().fit(X, rated)
    part = X[X["first_language__de"] == 1]
    both = (model.shared_.predict(part) + model.per_language_["de"].predict(part)) / 2
    np.testing.assert_allclose(log_odds(model.predict(part)), both, atol=1e-9)


def test_features_without_the_first_language_are_an_error():
    X, rated = table()
    with refused("do not tell the first language"):
        regressor().fit(X[["frequency__zipf"]], rated)
