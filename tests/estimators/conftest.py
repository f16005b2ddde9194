"""A small data set with missing values, and estimators that are trained in little time."""

import numpy as np
import pandas as pd
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline

from lcp.estimators.adapter import ScikitLearn
from lcp.estimators.boosted import BoostedTrees
from lcp.features.matrix import Matrix, Rows

QUICK = {"n_estimators": 40, "learning_rate": 0.1, "n_jobs": 1}


def small_data(n_rows=300, n_features=6, random_state=0):
    generator = np.random.default_rng(random_state)
    X = generator.normal(size=(n_rows, n_features))
    y = 0.3 + 0.1 * X[:, 0] - 0.05 * X[:, 1] + 0.02 * generator.normal(size=n_rows)
    X[generator.random(X.shape) < 0.1] = np.nan
    columns = [f"family__feature{number}@min" for number in range(n_features)]
    return pd.DataFrame(X, columns=columns, index=range(10, 10 + n_rows)), y


def with_rows(table):
    """Return a matrix of a table, whose columns without a family say what the rows are.

    Expressions are rows with different values of a feature.
    """
    facts = {"source": "", "readers": "general", "genre": ""}
    table = table.assign(**{name: table.get(name, value) for name, value in facts.items()})
    X = table.drop(columns=[*facts])
    values = X[[name for name in X if "__" in name and name.endswith(("@first", "@last"))]]
    if values.empty:
        values = X[[name for name in X if name.endswith(("letters@rarest", "letters@commonest"))]]
    is_expression = (values.max(axis=1) > values.min(axis=1)).to_numpy()
    rows = Rows(*(table[name].to_numpy(dtype=object) for name in facts), is_expression)
    return Matrix.of(X, rows=rows)


def trees(**parameters):
    return BoostedTrees(**{**QUICK, "n_seeds": 1, **parameters})


def line():
    return ScikitLearn(make_pipeline(SimpleImputer(), LinearRegression()))
