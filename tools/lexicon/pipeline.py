"""Build the bundled lexicon from texts and norms: counts, vectors and predicted norms.

Takes about half an hour on one core, and writes ``lcp/english/lexicon/data/lexicon.npz`` from the
texts and norms in $LCP_DATA. Needs the package rdata::

    python -m tools.lexicon.pipeline
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from lcp.english.lexicon.pairs import frequency_ranks
from lcp.english.lexicon.word_table import SCHEMA, SHIPPED, Lexicon
from lcp.resources import Store
from tools.lexicon import counting
from tools.lexicon.norm_prediction import NORMS, SEED, Norm, design, predict_norm
from tools.lexicon.texts import PLAIN, Text
from tools.lexicon.vectors import compress, train_vectors
from tools.lexicon.writing import quantised, write_lexicon

Entry = dict[str, Any]

TEXTS = (
    ("encyclopaedic", "text/wikipedia_6889_articles.txt.gz"),
    ("biomedical", "text/craft_97_articles.txt.gz"),
    ("biblical", "text/eng-us-oeb.osis.xml"),
    ("biblical", "text/eng-ylt.zefania.xml"),
    ("parliamentary", "frequency/europarl_unfiltered_dict.json"),
)
#: Minimum count of words with a vector.
VECTOR_MINIMUM = 3
#: Minimum count of words of the running text that are in the lexicon.
WORD_MINIMUM = 5


def build_lexicon(
    texts: Sequence[Text],
    store: Store,
    *,
    norms: Sequence[Norm] = NORMS,
    common_words: int = 80_000,
    function_words: int = 150,
) -> Lexicon:
    """Build a lexicon.

    Parameters
    ----------
    texts : sequence of Text
        Text files with their registers.
    store : Store
        Store of the published norms.
    norms : sequence of Norm
        Norms to predict.
    common_words : int
        Number of wordfreq's most frequent words that are also in the lexicon.
    function_words : int
        Number of the most frequent words of the text, whose pairs are not counted.

    Returns
    -------
    Lexicon
        Equal texts, norms and package versions give equal lexicons.

    Raises
    ------
    ResourceError
        If a resource of the norms is missing.
    """
    running = [text for text in texts if text.running]
    forms = {text: counting.count_forms(text) for text in texts}
    occurrences: Counter[str] = Counter()
    for text in running:
        for form, count in forms[text].items():
            if PLAIN.fullmatch(form.lower()):
                occurrences[form.lower()] += count
    words = _choose_words(occurrences, common_words)
    with_vector = {word: count for word, count in occurrences.items() if count >= VECTOR_MINIMUM}
    vectors = train_vectors(running, with_vector, words)
    counts: dict[str, counting.Integers] = defaultdict(lambda: np.zeros(len(words), np.int64))
    sizes: Counter[str] = Counter()
    for text in texts:
        counts[text.register] += counting.count_of_words(text, forms[text], words)
        sizes[text.register] += forms[text].total()
    total = np.sum([counting.count_of_words(text, forms[text], words) for text in running], axis=0)
    ranks = frequency_ranks(total)
    left_out = min(function_words, len(words) // 2)
    capitals, pairs = counting.count_neighbours(running, words, ranks, left_out)
    packed, pair_registers = counting.pack_pairs(pairs)
    logs = np.column_stack([counting.zipf_scale(counts[name], sizes[name]) for name in counts])
    limits = np.array([logs.min(axis=0), logs.max(axis=0)])
    counted = np.column_stack([logs, capitals, np.log10(total + 1)])
    # Sums depend on the number of threads.
    with threadpool_limits(1):
        compact, scales = compress(vectors)
        matrix = design(words, vectors, counted)
        predictions = [predict_norm(words, matrix, norm.ratings(store)) for norm in norms]
    entries = [_entry(*each) for each in zip(norms, predictions, strict=True)]
    values = [
        quantised(predicted, entry["low"], entry["high"])
        for entry, (predicted, _, _) in zip(entries, predictions, strict=True)
    ]
    weights = [weights for _, weights, _ in predictions]
    about = {
        "schema": SCHEMA,
        "seed": SEED,
        "norms": entries,
        "registers": [
            {"name": name, "low": low, "high": high, "words": sizes[name]}
            for name, (low, high) in zip(counts, limits.T.tolist(), strict=True)
        ],
        "tokens": sum(forms[text].total() for text in running),
        "pair_minimum": 1,
        "pair_registers": pair_registers,
    }
    return Lexicon(
        about=about,
        words=words,
        norms=np.column_stack(values),
        registers=quantised(logs, *limits),
        capitals=quantised(capitals, 0.0, 1.0),
        counts=total.astype(np.int32),
        vectors=compact,
        scales=scales,
        function_words=np.flatnonzero(ranks < left_out).astype(np.int32),
        letters=np.column_stack(weights).astype(np.float32),
        **packed,
    )


def _choose_words(occurrences: Counter[str], common_words: int) -> list[str]:
    from wordfreq import iter_wordlist

    plain = (word for word in iter_wordlist("en", wordlist="best") if PLAIN.fullmatch(word))
    frequent = {word for word, count in occurrences.items() if count >= WORD_MINIMUM}
    return sorted(frequent.union(islice(plain, common_words)))


def _entry(norm: Norm, prediction: tuple[NDArray[np.float64], Any, dict[str, float]]) -> Entry:
    """Return the description of a norm and its held-out scores."""
    predicted, _, scores = prediction
    return {
        "name": norm.name,
        "resource": norm.resource,
        "column": norm.column,
        **norm.documentation(),
        "low": float(predicted.min()),
        "high": float(predicted.max()),
        "held_out": {name: round(value, 4) for name, value in scores.items()},
    }


if __name__ == "__main__":
    root = Path(os.environ["LCP_DATA"])
    built = build_lexicon([Text(register, root / path) for register, path in TEXTS], Store())
    write_lexicon(built, SHIPPED)
    for entry in built.about["norms"]:
        print(entry["name"], entry["held_out"])
