"""Ridge regression with held-out predictions."""

import numpy as np
from sklearn.linear_model import Ridge

from lcp.encoders.ridge import ridge_with_held_out


def test_the_regression_is_that_of_scikit_learn():
    generator = np.random.default_rng(0)
    X = generator.normal(size=(60, 4)) * [1, 10, 0.1, 1]
    y = X @ [1, 0.1, 5, 0] + generator.normal(size=60)
    folds = np.arange(60) % 3
    coefficients, held_out = ridge_with_held_out(X, y, folds, (0.1,))
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    assert np.allclose(
        X @ coefficients[:-1] + coefficients[-1], Ridge(alpha=6).fit(Z, y).predict(Z)
    )
    inside, outside = folds != 1, folds == 1
    mean, scale = X[inside].mean(axis=0), X[inside].std(axis=0)
    model = Ridge(alpha=4).fit((X[inside] - mean) / scale, y[inside])
    assert np.allclose(held_out[outside], model.predict((X[outside] - mean) / scale))


def test_a_larger_penalty_is_used_for_noise():
    generator = np.random.default_rng(0)
    X, y = generator.normal(size=(100, 30)), generator.normal(size=100)
    weak, _ = ridge_with_held_out(X, y, np.arange(100) % 5, (0.001, 10.0))
    forced, _ = ridge_with_held_out(X, y, np.arange(100) % 5, (0.001,))
    assert np.abs(weak[:-1]).max() < np.abs(forced[:-1]).max() / 2
