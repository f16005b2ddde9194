"""Predict the norms of words from their vectors, counts and letters.

Words are divided into folds by lemma. The stored value of a rated word is predicted by the model
that was not trained on it or its other forms; an unrated word has the mean over all models.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lcp.english.lemmas import lemma
from lcp.estimators.boosted import BoostedTrees
from lcp.features.letter_norms import BUCKETS, dense_values, gram_matrix, grams
from lcp.resources import Store, registry

Floats = NDArray[np.float64]

FOLDS = 5
SEED = 0
#: Number of singular vectors of the character n-grams.
SPELLING = 64


@dataclass(frozen=True, slots=True)
class Norm:
    """A norm to predict.

    Parameters
    ----------
    name : str
        Name in the lexicon.
    resource, column : str
        Resource in the registry, and column of its table.
    """

    name: str
    resource: str
    column: str

    def documentation(self) -> dict[str, str]:
        """Return description, unit and source from the registry."""
        resource = registry()[self.resource]
        base = self.column.removesuffix("_mean")
        column = resource.columns.get(self.column) or resource.columns[base]
        source = resource.citation
        return {"description": column.description, "unit": column.unit, "source": source}

    def ratings(self, store: Store) -> dict[str, float]:
        """Return the published value of each word.

        Raises
        ------
        ResourceError
            If the resource is missing.
        """
        return store.table(self.resource)[self.column].dropna().to_dict()


#: Norms of the bundled lexicon.
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
    Norm("channels", "tubelex", "tubelex_channels"),
    Norm("maddela_xu", "maddela_xu", "maddela_xu"),
)


def fold_of(word: str) -> int:
    """Return the fold of a word, which is the same for all forms of a lemma and all norms."""
    return zlib.crc32(lemma(word).encode("utf-8")) % FOLDS


def design(
    words: Sequence[str], vectors: NDArray[np.float32], counted: Floats
) -> NDArray[np.float32]:
    """Return the features that norms are predicted from, shape (n_words, n_features), without NaN.

    Vectors (zero for words without one), whether a word has a vector, counts in the texts,
    frequency, length, and singular vectors of the matrix of words by character n-grams.
    """
    from sklearn.decomposition import TruncatedSVD

    rows = letter_rows(words)
    most = min(SPELLING, rows.shape[0] - 1, BUCKETS - 1)
    svd = TruncatedSVD(most, n_iter=2, random_state=SEED)
    spelling = svd.fit_transform(rows[:, -BUCKETS:])
    has_vector = vectors.any(axis=1, keepdims=True)
    dense = rows[:, :-BUCKETS].toarray()
    block = np.column_stack(
        [vectors, has_vector, np.nan_to_num(counted), dense, dense[:, :1] ** 2, spelling]
    )
    return block.astype(np.float32)


def predict_norm(
    words: Sequence[str], matrix: NDArray[np.float32], ratings: dict[str, float]
) -> tuple[Floats, Floats, dict[str, float]]:
    """Predict a norm of all words by cross-fitting.

    Returns
    -------
    predicted : float array of shape (n_words,)
        Out-of-fold predictions of rated words; means over the folds' models of other words.
    weights : float array of shape (n_letter_features + 1,)
        Weights of the model of letters, the intercept last.
    scores : dict of str to float
        Held-out scores: ``n``, ``r``, ``mae``; ``letters_n``, ``letters_r``, ``letters_mae`` of
        the model of letters on all rated words.
    """
    target = np.array([ratings.get(word, np.nan) for word in words])
    rated = ~np.isnan(target)
    values = cross_fitted(
        words, rated, lambda train: _fit_predict(matrix[train], target[train], matrix)
    )
    weights, scores = _letters_model(ratings)
    return values, weights, scores | scores_of(target[rated], values[rated])


def cross_fitted(
    words: Sequence[str], rated: NDArray[np.bool_], predict: Callable[[NDArray[np.bool_]], Floats]
) -> Floats:
    """Return predictions for words: of rated ones held out, else the mean over the folds.

    `predict` returns the predictions for all words by a model of the given rows.
    """
    folds = np.array([fold_of(word) for word in words])
    predicted = np.stack([predict(rated & (folds != fold)) for fold in range(FOLDS)])
    held_out = predicted[folds, np.arange(len(words))]
    return np.where(rated, held_out, predicted.mean(axis=0))


def _fit_predict(
    rows: NDArray[np.float32], target: Floats, everything: NDArray[np.float32]
) -> Floats:
    """Fit a ridge regression, and boosted trees to its residuals."""
    from sklearn.linear_model import Ridge
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(rows)
    ridge = Ridge(alpha=50.0).fit(scaler.transform(rows), target)
    residuals = target - ridge.predict(scaler.transform(rows))
    trees = BoostedTrees(
        n_estimators=200,
        learning_rate=0.08,
        num_leaves=16,
        min_child_samples=30,
        max_bin=63,
        n_seeds=1,
        random_state=SEED,
        n_jobs=1,
    ).fit(rows, residuals)
    linear = ridge.predict(scaler.transform(everything))
    predicted = linear + trees.predict(everything)
    return np.asarray(np.clip(predicted, target.min(), target.max()), dtype=np.float64)


def letter_rows(words: Sequence[str]) -> Any:
    """Return the features of words that :mod:`lcp.features.letter_norms` weights.

    Returns
    -------
    scipy.sparse.csr_matrix of shape (n_words, 5 + BUCKETS)
        The n-grams of each word have norm 1.
    """
    from scipy.sparse import csr_matrix, hstack

    lowered = [word.lower() for word in words]
    dense = np.array([dense_values(word) for word in lowered], dtype=np.float64)
    return hstack([csr_matrix(dense), gram_matrix(list(map(grams, lowered)))]).tocsr()


def _letters_model(ratings: dict[str, float]) -> tuple[Floats, dict[str, float]]:
    """Fit and score a ridge regression on letters and wordfreq, for words outside the lexicon."""
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import PredefinedSplit, cross_val_predict

    single = sorted(word for word in ratings if word and " " not in word)
    target = np.array([ratings[word] for word in single])
    rows, model = letter_rows(single), Ridge(alpha=1.0, solver="sparse_cg", tol=1e-5)
    folds = PredefinedSplit([fold_of(word) for word in single])
    held_out = cross_val_predict(model, rows, target, cv=folds)
    model.fit(rows, target)
    scores = {f"letters_{key}": value for key, value in scores_of(target, held_out).items()}
    return np.append(model.coef_, model.intercept_), scores


def scores_of(target: Floats, predicted: Floats) -> dict[str, float]:
    """Return the number of words, Pearson's r and the mean absolute error."""
    r = float(np.corrcoef(target, predicted)[0, 1])
    return {"n": float(len(target)), "r": r, "mae": float(np.abs(target - predicted).mean())}
