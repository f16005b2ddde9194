"""Predict how ratings of a word in its sentences differ from their mean, from the context alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

import lcp
from lcp.columns import columns_of
from lcp.corpora.instances import as_instances
from lcp.encoders.encoder import open_encoder
from lcp.encoders.ridge import ridge_with_held_out
from lcp.evaluation.bootstrap import paired_difference
from lcp.evaluation.within_word import centred, within_word_difference, within_word_scores
from lcp.reports.tables import markdown_table, with_interval
from lcp.resources import Store
from lcp.splits.kfold import GroupedStratifiedKFold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Penalties of the ridge regressions, among which held-out errors on training words decide.
PENALTIES = (1.0, 3.0, 10.0, 30.0)
TEXT = """\
## The context alone

Ridge regressions of the rating minus the mean of its token on features of the context minus their
token's mean, fitted to the training words in two or more contexts; penalties are chosen on held-out
training words. Repeats: {repeats}. *cosines* are those of the sentence's vector with that of the
word alone and with the target's vectors in three groups of layers. In the columns on the right, the
predicted deviation from the average context is added to the prediction of `full`.

"""


def deviations(words: pd.DataFrame, full: pd.DataFrame, encoder: str, seed: int) -> Sequence[str]:
    """Return the section: correlations within words, and gains over `full`.

    Parameters
    ----------
    words : DataFrame of shape (n_instances, ...)
        Rated single words.
    full : DataFrame of shape (n_instances, n_repeats)
        Out-of-fold predictions of the feature set `full`.
    encoder : str
        Folder of the encoder.
    seed : int
        Seed of the folds of the first repeat, and of the resamples.
    """
    rows = []
    measured = blocks(words, encoder)
    for name, parts in summed(measured).items():
        cells = []
        for repeat, base in enumerate(full.to_numpy().T):
            own = np.sum([deviation(words, measured[p], seed + repeat) for p in parts], axis=0)
            tokens = words["token"]
            r = within_word_scores(words, own, random_state=seed).iloc[0]
            gain = within_word_difference(words, base + own, base, random_state=seed)
            overall = paired_difference(
                words["complexity"], base + own, base, groups=tokens, random_state=seed
            ).loc["pearson"]
            cells.append([each[["value", "low", "high"]] for each in (r, gain, overall)])
        means = np.mean(np.array(cells, dtype=np.float64), axis=0)
        written = [with_interval(*means[0], 3), with_interval(*means[1], 3, sign=True)]
        columns = sum(measured[part].shape[1] for part in parts)
        rows.append([name, columns, *written, with_interval(*means[2], sign=True)])
        print(*rows[-1], flush=True)
    text = TEXT.format(repeats=full.shape[1])
    header = ["features", "columns", "r within words", "gain within words", "gain in r"]
    return [text + markdown_table(header, rows)]


def summed(measured: Iterable[str]) -> dict[str, list[str]]:
    """Return the blocks whose predictions are added in each row: one, and at last the best two."""
    last = list(measured)[-1]
    return {name: [name] for name in measured} | {
        "sum of these and vectors of the target": [last, "vectors of the target"]
    }


def blocks(words: pd.DataFrame, encoder: str) -> dict[str, Floats]:
    """Return the features of the context by name, arrays of shape (n_instances, n_features)."""
    instances = as_instances(words)
    opened = open_encoder(encoder, Store(), n_jobs=1)
    columns = columns_of(instances)
    spans = zip(columns["sentence"], columns["start"], columns["end"], strict=True)
    targets, _ = opened.vectors([(text, int(start), int(end)) for text, start, end in spans], 3)
    sentences, alone = (opened.text_vectors(list(instances[n])) for n in ("sentence", "token"))
    cosines = [
        _cosine(sentences, alone),
        *(_cosine(sentences, v) for v in np.moveaxis(targets, 1, 0)),
    ]
    measured = {
        name: np.asarray(lcp.FeatureSet({name: options}).fit_transform(words), dtype=np.float64)
        for name, options in (("context", {}), ("readability", {}))
    }
    senses = {
        label: np.asarray(
            lcp.FeatureSet({"senses": options}).fit_transform(words), dtype=np.float64
        )
        for label, options in (
            ("senses", {}),
            ("senses by encoder", {"model": encoder, "n_jobs": 1}),
        )
    }
    simple = np.hstack(list(measured.values()))
    near = np.column_stack(cosines).astype(np.float64)
    characters = words["sentence"].str.len().to_numpy(dtype=np.float64)[:, None]
    return {
        "characters of the sentence": characters,
        "context and readability": simple,
        **senses,
        "cosines": near,
        "vector of the sentence": sentences.astype(np.float64),
        "vectors of the target": targets.reshape(len(targets), -1).astype(np.float64),
        "context, readability and cosines": np.hstack([simple, near]),
        "these and senses by encoder": np.hstack([simple, near, senses["senses by encoder"]]),
    }


def deviation(words: pd.DataFrame, block: Floats, seed: int) -> Floats:
    """Return out-of-fold predictions of the rating minus its token's mean.

    Missing values are replaced by the median of the training instances. A prediction is relative to
    the mean context of the training instances, so that it needs no other context of its word.
    """
    codes = pd.factorize(words["token"])[0]
    several = np.bincount(codes)[codes] > 1
    rated = centred(words["complexity"], codes)
    predicted = np.zeros(len(words))
    splitter = GroupedStratifiedKFold(5, group_by="token", random_state=seed)
    for train, test in splitter.split(words):
        X = np.where(np.isnan(block), np.nanmedian(block[train], axis=0), block)
        inside = train[several[train]]
        Z = np.column_stack([centred(column, codes) for column in X.T])[inside]
        kept = Z.std(axis=0) > 1e-9 * (
            1 + np.abs(X).max(axis=0)
        )  # others: the same in all contexts
        fitted = ridge_with_held_out(Z[:, kept], rated[inside], codes[inside] % 5, PENALTIES)
        predicted[test] = (X[test] - X[train].mean(axis=0))[:, kept] @ fitted[0][:-1]
    return predicted


def _cosine(left: NDArray[np.float32], right: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    return np.asarray((left * right).sum(axis=1) / lengths)
