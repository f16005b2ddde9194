"""From raw text and norms to the lexicon: counts, vectors, predicted norms, one file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from lcp.errors import InputError
from lcp.lexicon.counting import (
    FUNCTION_WORDS,
    PAIR_BYTES,
    count_pairs,
    count_words,
    word_counts,
    zipf_scale,
)
from lcp.lexicon.file import SCHEMA, STEPS, Lexicon, quantised
from lcp.lexicon.letters import BUCKETS, DENSE
from lcp.lexicon.norms import NORMS, Norm, Prediction, design, predict_norm
from lcp.lexicon.pairs import frequency_ranks, pack_pairs
from lcp.lexicon.texts import PLAIN, EncodedText, Text, read_texts
from lcp.lexicon.vectors import compress, cosine_agreement, train_vectors
from lcp.resources import Store
from lcp.resources.store import missing

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Progress = Callable[[str], object]

#: Words that occur more rarely in the texts get no vector and are not trained on.
VECTOR_MINIMUM = 3
#: Words of the texts from this count on are in the lexicon.
WORD_MINIMUM = 5
#: So are this many of the most frequent words of wordfreq.
COMMON_WORDS = 80_000


@dataclass(frozen=True)
class Built:
    """A lexicon and how good it is.

    Attributes
    ----------
    lexicon : Lexicon
    held_out : DataFrame
        A row per norm: ``r`` and ``mae`` of the cross-fitted predictions on ``n`` rated words
        before they were quantised, ``r_quantised`` after, the correlation of the two
        (``r_between``), and the same for the model of letters.
    vectors : dict of str to float
        ``variance``: share of the vectors' variance that the components keep;
        ``cosine_components`` and ``cosine_quantised``: correlation of the cosines of 20,000
        pairs of words with those of the whole vectors.
    """

    lexicon: Lexicon
    held_out: pd.DataFrame
    vectors: dict[str, float]


def steps(texts: Sequence[Text], norms: Sequence[Norm] = NORMS, epochs: int = 5) -> int:
    """How often :func:`build_lexicon` reports progress."""
    return len(texts) + epochs + len(norms) + 3


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
    seed: int = 0,
    progress: Progress | None = None,
) -> Built:
    """Train a lexicon.

    Parameters
    ----------
    texts : sequence of Text
        Files, each with its register.
    norms : sequence of Norm
        What to predict; none leaves the norms out.
    store : Store, optional
        Where the norms come from; the default store unless given.
    common_words : int
        How many of wordfreq's most frequent words are in the lexicon whatever the texts.
    word_minimum : int
        How often another word has to occur in the running texts.
    function_words : int
        How many of the texts' most frequent words have no pairs counted.
    dimensions, components, epochs : int
        Size of the trained vectors, and of the compact ones; passes over the texts.
    seed : int
        The same texts, norms, versions and seed give the same lexicon.
    progress : callable, optional
        Called with a label before each of :func:`steps`.

    Returns
    -------
    Built
        See :func:`lcp.lexicon.file.write_lexicon`.

    Raises
    ------
    InputError
        When a text cannot be read, or no word occurs often enough.
    ResourceError
        When a norm is not on this machine.
    """
    tell = progress or (lambda _: None)
    chosen = store if store is not None else Store()
    absent = chosen.missing(dict.fromkeys(norm.resource for norm in norms))
    if absent:
        raise missing(absent)
    encoded = read_texts(texts, tell)
    found = {word: n for word, n in word_counts(encoded).items() if PLAIN.fullmatch(word)}
    words = _choose_words(found, common_words, word_minimum)
    if not words or not any(count >= VECTOR_MINIMUM for count in found.values()):
        raise InputError(
            "The texts hold no word that occurs often enough.",
            where=", ".join(str(text.path) for text in texts),
            hint=f"A word needs {max(word_minimum, VECTOR_MINIMUM)} occurrences: give more text.",
        )
    whole = _vectors(
        encoded, found, words, dimensions=dimensions, epochs=epochs, seed=seed, tell=tell
    )
    tell("counting words and pairs")
    counts = count_words(encoded, words)
    ranks = frequency_ranks(counts.total)
    left_out = np.flatnonzero(ranks < min(function_words, len(words) // 2))
    pairs, occurrences, pair_registers = count_pairs(encoded, words, left_out)
    packed, minimum = pack_pairs(pairs, occurrences, ranks, PAIR_BYTES)
    logs = np.column_stack([zipf_scale(*pair) for pair in counts.registers.values()])
    tell("compressing the vectors")
    counted = np.column_stack([logs, counts.capitals, np.log10(counts.total + 1)])
    # Sums of several threads depend on how many there are.
    with threadpool_limits(1):
        compact, scales, kept = compress(whole, components)
        agreement = cosine_agreement(whole, compact, scales, seed=seed)
        matrix = design(words, whole, counted, seed=seed)
        predictions = _predict(words, matrix, norms, chosen, seed=seed, tell=tell)
    tell("packing")
    entries, values, weights, table = _norm_arrays(predictions, words)
    limits = np.array([[logs[:, j].min(), logs[:, j].max()] for j in range(logs.shape[1])])
    about = {
        "schema": SCHEMA,
        "seed": seed,
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
    return Built(lexicon, table, {"variance": kept, **agreement})


def _choose_words(found: dict[str, int], common_words: int, word_minimum: int) -> list[str]:
    from wordfreq import iter_wordlist

    chosen = {word for word, count in found.items() if count >= word_minimum}
    common = 0
    for word in iter_wordlist("en", wordlist="best"):
        if common >= common_words:
            break
        if PLAIN.fullmatch(word):
            chosen.add(word)
            common += 1
    return sorted(chosen)


def _vectors(
    encoded: EncodedText,
    found: dict[str, int],
    words: list[str],
    *,
    dimensions: int,
    epochs: int,
    seed: int,
    tell: Progress,
) -> NDArray[np.float32]:
    """Vectors of the lexicon's words, shape (n_words, dimensions); zero where there is none."""
    trained_on = {word: count for word, count in found.items() if count >= VECTOR_MINIMUM}
    lowered = [form.lower() for form in encoded.forms]
    spelled = [word if word in trained_on else None for word in lowered]
    texts = [ids for register in encoded.ids.values() for ids in register]
    trained, vectors = train_vectors(
        texts,
        spelled,
        trained_on,
        dimensions=dimensions,
        epochs=epochs,
        seed=seed,
        progress=tell,
    )
    numbers = {word: number for number, word in enumerate(trained)}
    rows = np.array([numbers.get(word, -1) for word in words])
    whole = np.zeros((len(words), dimensions), dtype=np.float32)
    whole[rows >= 0] = vectors[rows[rows >= 0]]
    return whole


def _predict(
    words: list[str],
    matrix: NDArray[np.float32],
    norms: Sequence[Norm],
    store: Store,
    *,
    seed: int,
    tell: Progress,
) -> dict[Norm, Prediction]:
    predictions = {}
    for norm in norms:
        tell(f"predicting {norm.name}")
        prediction = predict_norm(words, matrix, norm.ratings(store), seed=seed)
        if prediction is not None:
            predictions[norm] = prediction
    return predictions


def _norm_arrays(
    predictions: dict[Norm, Prediction], words: list[str]
) -> tuple[list[dict[str, Any]], NDArray[np.uint8], NDArray[np.float32], pd.DataFrame]:
    import pandas as pd

    entries: list[dict[str, Any]] = []
    columns, weights, rows = [], [], []
    for norm, prediction in predictions.items():
        low, high = float(prediction.predicted.min()), float(prediction.predicted.max())
        taken = quantised(prediction.predicted, low, high)
        restored = low + taken / STEPS * (high - low)
        r = np.corrcoef(prediction.ratings, restored[prediction.rated])[0, 1]
        between = np.corrcoef(prediction.predicted, restored)[0, 1]
        scores = prediction.scores
        cost = {"r_quantised": float(r), "r_between": float(between), "step": (high - low) / STEPS}
        rows.append({"norm": norm.name, "resource": norm.resource, **scores, **cost})
        held = {key: round(value, 4) for key, value in scores.items() if value == value}  # noqa: PLR0124
        entries.append(
            {"name": norm.name, "resource": norm.resource, "column": norm.column}
            | norm.describe()
            | {"low": low, "high": high, "held_out": held}
        )
        columns.append(taken)
        weights.append(prediction.weights)
    values = np.zeros((len(words), len(columns)), dtype=np.uint8)
    for number, column in enumerate(columns):
        values[:, number] = column
    packed = np.zeros((DENSE + BUCKETS + 1, len(weights)), dtype=np.float32)
    for number, weight in enumerate(weights):
        packed[:, number] = weight
    return entries, values, packed, pd.DataFrame(rows)
