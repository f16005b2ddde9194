"""Predict what raters say of a word from its vector, frequency, letters and texts.

Words are divided into folds by their lemma. What is kept of a rated word is the prediction
of the models that saw neither it nor its other forms; of an unrated word, the mean of all.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lcp.errors import InputError
from lcp.lexicon.letters import DENSE, letter_rows
from lcp.resources import registry
from lcp.text import lemma

if TYPE_CHECKING:
    from lcp.resources import Store

Floats = NDArray[np.float64]
Progress = Callable[[str], object]

FOLDS = 5
#: Fewest rated words from which a norm is learned.
FEWEST = 50
#: Dimensions to which character n-grams are brought down.
SPELLING = 64


@dataclass(frozen=True, slots=True)
class Norm:
    """A norm to predict: the lexicon's name for it, and the registry's resource and column.

    `logarithm` takes log10 of one more than a count before it is learned.
    """

    name: str
    resource: str
    column: str
    logarithm: bool = False

    def describe(self) -> dict[str, str]:
        """Description, unit and source, as the registry gives them."""
        resource = registry()[self.resource]
        base = self.column.removesuffix("_mean")
        column = resource.columns.get(self.column, resource.columns.get(base))
        if column is None:
            raise InputError(f"The resource '{self.resource}' has no column '{self.column}'.")
        unit = f"log10({column.unit} + 1)" if self.logarithm else column.unit
        return {"description": column.description, "unit": unit, "source": resource.citation}

    def ratings(self, store: Store) -> dict[str, float]:
        """Published value of each word.

        Raises
        ------
        ResourceError
            When the norm is not on this machine.
        """
        column = store.table(self.resource)[self.column].dropna()
        values = np.log10(column.to_numpy() + 1) if self.logarithm else column.to_numpy()
        return dict(zip(column.index.astype(str), values.tolist(), strict=True))


#: The norms that ship, predicted.
NORMS = (
    Norm("aoa", "aoa_kuperman", "aoa_rated"),
    Norm("aoa_test", "aoa_test", "aoa_test_mean"),
    Norm("concreteness", "concreteness", "concreteness"),
    Norm("prevalence", "conversationalign", "prevalence"),
    Norm("semantic_diversity", "conversationalign", "semantic_diversity"),
    Norm("familiarity", "mrc", "familiarity"),
    Norm("imageability", "mrc", "imageability"),
    Norm("glasgow_familiarity", "glasgow", "glasgow_familiarity"),
    Norm("contextual_diversity", "subtlex_us", "subtlex_diversity"),
    Norm("channels", "tubelex", "channels", logarithm=True),
    Norm("maddela_xu", "maddela_xu", "maddela_xu"),
)


def choose_norms(names: Iterable[str]) -> tuple[Norm, ...]:
    """Norms by name, in the order of `NORMS`.

    Raises
    ------
    InputError
        For a name that is none of them.
    """
    wanted = list(names)
    known = {norm.name: norm for norm in NORMS}
    for name in wanted:
        if name not in known:
            raise InputError(
                f"There is no norm '{name}' to predict.", hint=f"Known are: {', '.join(known)}."
            )
    return tuple(norm for norm in NORMS if norm.name in wanted)


def fold_of(word: str) -> int:
    """Fold of a word: the same for all forms of a lemma, and for every norm."""
    return zlib.crc32(lemma(word).encode("utf-8")) % FOLDS


def design(
    words: Sequence[str], vectors: NDArray[np.float32], counted: Floats, *, seed: int = 0
) -> NDArray[np.float32]:
    """What norms are predicted from: shape (n_words, n_features), without NaN.

    Vectors (zero where there is none) and whether there is one, counts in the texts,
    frequency, length, and what character n-grams have in common (latent semantic analysis
    of letters: singular vectors of the matrix of words by n-grams).
    """
    from sklearn.decomposition import TruncatedSVD

    rows = letter_rows(words)
    most = min(SPELLING, rows.shape[0] - 1, rows.shape[1] - DENSE - 1)
    spelling = TruncatedSVD(most, n_iter=2, random_state=seed).fit_transform(rows[:, DENSE:])
    has = vectors.any(axis=1, keepdims=True)
    dense = rows[:, :DENSE].toarray()
    block = np.column_stack(
        [vectors, has, np.nan_to_num(counted), dense, dense[:, :1] ** 2, spelling]
    )
    return block.astype(np.float32)


@dataclass(frozen=True, slots=True)
class Prediction:
    """Predicted values of one norm, and how near they are to the published ones.

    Attributes
    ----------
    predicted : float array of shape (n_words,)
        Out-of-fold for rated words, the mean of the folds' models for the others.
    weights : float array of shape (n_letter_features + 1,)
        Of the model of letters alone.
    rated : int array
        Numbers of the lexicon's words that have a rating.
    ratings : float array
        Theirs.
    scores : dict of str to float
        Held out: ``n``, ``r``, ``mae``; ``letters_n``, ``letters_r``, ``letters_mae`` for the
        model of letters, on all rated words, and ``outside_n`` and ``outside_r`` for the same
        on those that are not in the lexicon.
    """

    predicted: Floats
    weights: Floats
    rated: NDArray[np.intp]
    ratings: Floats
    scores: dict[str, float]


def predict_norm(
    words: Sequence[str], matrix: NDArray[np.float32], ratings: dict[str, float], *, seed: int = 0
) -> Prediction | None:
    """Predict a norm for all words, cross-fitted; None for fewer than `FEWEST` rated words."""
    folds = np.array([fold_of(word) for word in words])
    rated = np.array([n for n, word in enumerate(words) if word in ratings], dtype=np.intp)
    if len(rated) < FEWEST:
        return None
    target = np.array([ratings[words[number]] for number in rated])
    rows, own_fold = matrix[rated], folds[rated]
    held_out = np.full(len(words), np.nan)
    mean = np.zeros(len(words))
    for fold in range(FOLDS):
        train = own_fold != fold
        predicted = _fit_predict(rows[train], target[train], matrix, seed)
        mean += predicted / FOLDS
        test = rated[~train]
        held_out[test] = predicted[test]
    values = np.where(np.isnan(held_out), mean, held_out)
    weights, scores = _letters_model(words, ratings)
    scores |= _scores(target, values[rated])
    return Prediction(values, weights, rated, target, scores)


def _fit_predict(
    rows: NDArray[np.float32], target: Floats, everything: NDArray[np.float32], seed: int
) -> Floats:
    """Ridge regression for the plane, boosted trees for what it leaves over."""
    import lightgbm
    from sklearn.linear_model import Ridge
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(rows)
    ridge = Ridge(alpha=50.0).fit(scaler.transform(rows), target)
    left = target - ridge.predict(scaler.transform(rows))
    options: dict[str, Any] = {
        "objective": "regression",
        "learning_rate": 0.08,
        "num_leaves": 16,
        "min_data_in_leaf": max(1, min(30, len(target) // 10)),
        "feature_fraction": 0.2,
        "bagging_fraction": 0.7,
        "bagging_freq": 1,
        "lambda_l2": 5.0,
        "max_bin": 63,
        "seed": seed,
        "num_threads": 1,
        "deterministic": True,
        "force_col_wise": True,
        "verbosity": -1,
    }
    trees = lightgbm.train(options, lightgbm.Dataset(rows, left, params=options), 200)
    plane = ridge.predict(scaler.transform(everything))
    predicted = plane + trees.predict(everything, num_threads=1)
    # Nothing is predicted beyond what was ever rated.
    return np.asarray(np.clip(predicted, target.min(), target.max()), dtype=np.float64)


def _letters_model(
    words: Sequence[str], ratings: dict[str, float]
) -> tuple[Floats, dict[str, float]]:
    """Ridge regression on letters and wordfreq alone, for words outside the lexicon."""
    single = sorted(word for word in ratings if word and " " not in word)
    target = np.array([ratings[word] for word in single])
    folds = np.array([fold_of(word) for word in single])
    rows = letter_rows(single)
    held_out = np.zeros(len(single))
    for fold in range(FOLDS):
        if (folds == fold).any() and (folds != fold).any():
            weights = _ridge(rows[folds != fold], target[folds != fold])
            held_out[folds == fold] = rows[folds == fold] @ weights[:-1] + weights[-1]
    inside = set(words)
    outside = np.array([word not in inside for word in single])
    scores = {f"letters_{key}": value for key, value in _scores(target, held_out).items()}
    part = _scores(target[outside], held_out[outside])
    scores |= {"outside_n": part["n"], "outside_r": part["r"]}
    return _ridge(rows, target), scores


def _ridge(rows: Any, target: Floats) -> Floats:
    from sklearn.linear_model import Ridge

    model = Ridge(alpha=1.0, solver="sparse_cg", tol=1e-5).fit(rows, target)
    return np.append(model.coef_, model.intercept_)


def _scores(target: Floats, predicted: Floats) -> dict[str, float]:
    varied = len(target) > 1 and np.ptp(target) > 0 and np.ptp(predicted) > 0
    r = float(np.corrcoef(target, predicted)[0, 1]) if varied else float("nan")
    mae = float(np.abs(target - predicted).mean()) if len(target) else float("nan")
    return {"n": float(len(target)), "r": r, "mae": mae}
