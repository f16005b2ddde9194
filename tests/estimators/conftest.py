"""A small data set with missing values."""

import numpy as np
import pandas as pd


def small_data(n_rows=300, n_features=6, random_state=0):
    generator = np.random.default_rng(random_state)
    X = generator.normal(size=(n_rows, n_features))
    y = 0.3 + 0.1 * X[:, 0] - 0.05 * X[:, 1] + 0.02 * generator.normal(size=n_rows)
    X[generator.random(X.shape) < 0.1] = np.nan
    columns = [f"family__feature{number}@min" for number in range(n_features)]
    return pd.DataFrame(X, columns=columns, index=range(10, 10 + n_rows)), y


def as_answers(ratings, options=5):
    """Return 1 for the highest of each few consecutive ratings, and 0 for the others."""
    best = np.asarray(ratings).reshape(-1, options).argmax(axis=1)
    return (best[:, None] == np.arange(options)).astype(float).ravel()
