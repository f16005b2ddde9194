"""Build a lexicon from texts and norms: counts, vectors and predicted norms."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from lcp.lexicon.file import SCHEMA, STEPS, Lexicon
from lcp.lexicon.letters import BUCKETS, DENSE
from lcp.lexicon.pairs import frequency_ranks
from lcp.resources import Store
from lcp.resources.store import missing_resources_error
from tools.lexicon.counting import (
    FUNCTION_WORDS,
    PAIR_BYTES,
    count_pairs,
    count_words,
    pack_pairs,
    word_counts,
    zipf_scale,
)
from tools.lexicon.norms import NORMS, Norm, Prediction, design, predict_norm
from tools.lexicon.texts import PLAIN, EncodedText, Text, read_texts
from tools.lexicon.vectors import compress, cosine_agreement, train_vectors
from tools.lexicon.writing import quantised

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

Floats = NDArray[np.float64]

#: Minimum count of words with a vector.
VECTOR_MINIMUM = 3
#: Minimum count of words that are added to the lexicon.
WORD_MINIMUM = 5
#: Number of wordfreq's most frequent words that are also added.
COMMON_WORDS = 80_000


@dataclass(frozen=True)
class Built:
    """A new lexicon and measures of its quality.

    Attributes
    ----------
    lexicon : Lexicon
        The lexicon.
    held_out : DataFrame of shape (n_norms, n_scores)
        Scores of each norm: ``r`` and ``mae`` of the cross-fitted predictions on ``n`` rated
        words, ``r_quantised`` after quantisation, ``r_between`` (correlation of original and
        quantised predictions), ``step`` (size of a quantisation step), and the scores of the
        model of letters; see :class:`tools.lexicon.norms.Prediction`.
    vectors : dict of str to float
        ``variance``: explained share of the vectors' variance; ``cosine_components`` and
        ``cosine_quantised``: see :func:`tools.lexicon.vectors.cosine_agreement`.
    """

    lexicon: Lexicon
    held_out: pd.DataFrame
    vectors: dict[str, float]


def build_lexicon(
    texts: Sequence[Text],
    *,
    norms: Sequence[Norm] = NORMS,
    store: Store | None = None,
    common_words: int = COMMON_WORDS,
    word_minimum: int = WORD_MINIMUM,
    function_words: int = FUNCTION_WORDS,
    dimensions: int = 100,
    components: int = 32,
    epochs: int = 5,
    random_state: int = 0,
) -> Built:
    """Build a lexicon.

    Parameters
    ----------
    texts : sequence of Text
        Text files with their registers.
    norms : sequence of Norm
        Norms to predict; may be empty.
    store : Store, optional
        Store of the published norms. Default: a store of this machine.
    common_words : int
        Number of wordfreq's most frequent words in the lexicon.
    word_minimum : int
        Minimum count of other words of the running text.
    function_words : int
        Number of the most frequent words of the text, whose pairs are not counted.
    dimensions, components, epochs : int
        Dimensions of the trained vectors and of the compact ones; passes over the texts.
    random_state : int
        Seed. Equal texts, norms, package versions and seeds give equal lexicons.

    Returns
    -------
    Built
        The lexicon; see :func:`tools.lexicon.writing.write_lexicon`.

    Raises
    ------
    ResourceError
        If a resource of the norms is missing.
    """
    store = store if store is not None else Store()
    if absent := store.missing(dict.fromkeys(norm.resource for norm in norms)):
        raise missing_resources_error(absent)
    encoded = read_texts(texts)
    occurrences = {word: n for word, n in word_counts(encoded).items() if PLAIN.fullmatch(word)}
    trained_on = {word: n for word, n in occurrences.items() if n >= VECTOR_MINIMUM}
    words = _choose_words(occurrences, common_words, word_minimum)
    vectors = _vectors(
        encoded,
        trained_on,
        words,
        dimensions=dimensions,
        epochs=epochs,
        random_state=random_state,
    )
    counts = count_words(encoded, words)
    ranks = frequency_ranks(counts.total)
    left_out = np.flatnonzero(ranks < min(function_words, len(words) // 2))
    pairs, pair_counts, pair_registers = count_pairs(encoded, words, left_out)
    packed, minimum = pack_pairs(pairs, pair_counts, ranks, PAIR_BYTES)
    logs = np.column_stack([zipf_scale(*pair) for pair in counts.registers.values()])
    counted = np.column_stack([logs, counts.capitals, np.log10(counts.total + 1)])
    # Sums depend on the number of threads.
    with threadpool_limits(1):
        compact, scales, variance = compress(vectors, components)
        agreement = cosine_agreement(vectors, compact, scales, random_state=random_state)
        matrix = design(words, vectors, counted, random_state=random_state)
        predictions = {}
        for norm in norms:
            published = norm.ratings(store)
            prediction = predict_norm(words, matrix, published, random_state=random_state)
            if prediction is not None:
                predictions[norm] = prediction
    entries, values, weights, table = _norm_arrays(predictions, words)
    limits = np.array([[logs[:, j].min(), logs[:, j].max()] for j in range(logs.shape[1])])
    about = {
        "schema": SCHEMA,
        "seed": random_state,
        "norms": entries,
        "registers": [
            {"name": name, "low": low, "high": high, "words": tokens}
            for (name, (_, tokens)), (low, high) in zip(
                counts.registers.items(), limits.tolist(), strict=True
            )
        ],
        "tokens": counts.tokens,
        "pair_minimum": minimum,
        "pair_registers": pair_registers,
    }
    lexicon = Lexicon(
        about=about,
        words=words,
        norms=values,
        registers=quantised(logs, limits[:, 0], limits[:, 1]),
        capitals=quantised(counts.capitals, 0.0, 1.0),
        counts=counts.total.astype(np.int32),
        vectors=compact,
        scales=scales,
        function_words=left_out.astype(np.int32),
        letters=weights,
        **packed,
    )
    return Built(lexicon, table, {"variance": variance, **agreement})


def _choose_words(occurrences: dict[str, int], common_words: int, word_minimum: int) -> list[str]:
    from wordfreq import iter_wordlist

    plain = (word for word in iter_wordlist("en", wordlist="best") if PLAIN.fullmatch(word))
    frequent = {word for word, count in occurrences.items() if count >= word_minimum}
    return sorted(frequent.union(islice(plain, common_words)))


def _vectors(
    encoded: EncodedText,
    trained_on: dict[str, int],
    words: list[str],
    *,
    dimensions: int,
    epochs: int,
    random_state: int,
) -> NDArray[np.float32]:
    """Return the vectors of words, shape (n_words, dimensions); zero for words without one."""
    lowered = [form.lower() for form in encoded.forms]
    trained, vectors = train_vectors(
        [ids for register in encoded.ids.values() for ids in register],
        [word if word in trained_on else None for word in lowered],
        trained_on,
        dimensions=dimensions,
        epochs=epochs,
        random_state=random_state,
    )
    numbers = {word: number for number, word in enumerate(trained)}
    rows = np.array([numbers.get(word, -1) for word in words])
    result = np.zeros((len(words), dimensions), dtype=np.float32)
    result[rows >= 0] = vectors[rows[rows >= 0]]
    return result


def _norm_arrays(
    predictions: dict[Norm, Prediction], words: list[str]
) -> tuple[list[dict[str, Any]], NDArray[np.uint8], NDArray[np.float32], pd.DataFrame]:
    """Return descriptions, quantised predictions, letter weights, and a table of scores."""
    import pandas as pd

    entries: list[dict[str, Any]] = []
    columns, weights, rows = [], [], []
    for norm, prediction in predictions.items():
        low, high = float(prediction.predicted.min()), float(prediction.predicted.max())
        column = quantised(prediction.predicted, low, high)
        restored = low + column / STEPS * (high - low)
        r = np.corrcoef(prediction.ratings, restored[prediction.rated])[0, 1]
        between = np.corrcoef(prediction.predicted, restored)[0, 1]
        scores = prediction.scores
        cost = {"r_quantised": float(r), "r_between": float(between), "step": (high - low) / STEPS}
        rows.append({"norm": norm.name, "resource": norm.resource, **scores, **cost})
        held_out = {key: round(value, 4) for key, value in scores.items() if not isnan(value)}
        entries.append(
            {"name": norm.name, "resource": norm.resource, "column": norm.column}
            | norm.documentation()
            | {"low": low, "high": high, "held_out": held_out}
        )
        columns.append(column)
        weights.append(prediction.weights)
    values = np.zeros((len(words), len(columns)), dtype=np.uint8)
    for number, column in enumerate(columns):
        values[:, number] = column
    packed = np.zeros((DENSE + BUCKETS + 1, len(weights)), dtype=np.float32)
    for number, weight in enumerate(weights):
        packed[:, number] = weight
    return entries, values, packed, pd.DataFrame(rows)
