"""Features of the options of a question: abstractness, similarity, collocations, word class."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

import lcp
from lcp.disambiguation.lesk import is_function_word
from lcp.english.text import lemma, words
from lcp.english.word_frequency import zipf
from lcp.extractors.wordnet import wordnet_reader
from lcp.lexicon.file import load_lexicon
from lcp.reports.tables import markdown_table, number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Thresholds of Zheng et al. (2021), section 3.
IMPERCEPTIBLE, NONSPECIFIC, SIMILAR = 0.35, 6, 0.85

#: Number of values of a column that is not ranked.
INDICATOR = 2

#: Families of :mod:`lcp.extractors`.
FAMILIES = ("abstractness", "length", "wordnet", "pos")
_SUFFIXES = ("ing", "ed", "ly", "s")
_EDGE = "<s>"


def option_features(table: pd.DataFrame, texts: Iterable[str]) -> pd.DataFrame:
    """Return the features of every option, and the rank of each among those of its question.

    Parameters
    ----------
    table : DataFrame of shape (n_options, n_columns)
        Options, as from the corpus ``recam``.
    texts : iterable of str
        Texts in which collocations and classes of words are counted.
    """
    store = lcp.Store()
    blocks = [lcp.FeatureSet({name: {} for name in FAMILIES}).fit_transform(table)]
    with wordnet_reader(store.nltk("wordnet")) as reader:
        counts = _counts(reader, texts)
        rows = [_context_row(reader, counts, row) for row in table.itertuples()]
    blocks += [_similarities(table), pd.DataFrame(rows, table.index)]
    features = pd.concat(blocks, axis=1)
    ranks = (
        features.loc[:, features.nunique() > INDICATOR]
        .groupby(table["item"])
        .rank()
        .add_suffix("@rank")
    )
    return pd.concat([features, ranks], axis=1)


@cache
def _direction(word: str) -> Any:
    lexicon = load_lexicon()
    vector = lexicon.vector_values(lexicon.rows([word]))[0]
    return vector / np.linalg.norm(vector)


def _directions(forms: Iterable[str]) -> Floats:
    listed = [_direction(form) for form in forms]
    matrix = np.array(listed).reshape(len(listed), -1)
    return matrix[~np.isnan(matrix).any(axis=1)] if listed else matrix


def _similarities(table: pd.DataFrame) -> pd.DataFrame:
    """Return cosines of the option with the words of the passage and of the question."""
    rows = []
    passages = {
        text: _directions(word.lower() for word in words(text) if not is_function_word(word))
        for text in table["passage"].unique()
    }
    for row in table.itertuples():
        own = _direction(row.token.lower())
        others = words(row.sentence[: row.start]), words(row.sentence[row.end :])
        near = [w.lower() for w in (*others[0], *others[1]) if not is_function_word(w)]
        values: dict[str, float] = {}
        for name, matrix in (("passage", passages[row.passage]), ("question", _directions(near))):
            cosines = np.sort(matrix @ own)[::-1] if len(matrix) else np.array([np.nan])
            values[f"similarity__{name}_mean"] = cosines.mean()
            values[f"similarity__{name}_max"] = cosines[0]
            values[f"similarity__{name}_top"] = cosines[:5].mean()
        rows.append(values)
    return pd.DataFrame(rows, table.index)


class _Counts:
    """Counts of words, neighbours and classes in texts."""

    def __init__(self) -> None:
        self.words: Counter[Any] = Counter()
        self.pairs: Counter[Any] = Counter()
        self.classes: Counter[Any] = Counter()


@cache
def _word_class(reader: Any, word: str) -> str:
    """Return the part of speech of the word's most frequent sense, and its suffix."""
    if is_function_word(word):
        return word
    senses = reader.synsets(word)
    part = senses[0].pos() if senses else "-"
    suffix = next((s for s in _SUFFIXES if word.endswith(s) and len(word) > len(s) + 2), "")
    return f"{part}:{suffix}"


def _counts(reader: Any, texts: Iterable[str]) -> _Counts:
    counts = _Counts()
    for text in texts:
        listed = [_EDGE, *(word.lower() for word in words(text)), _EDGE]
        classes = [_word_class(reader, word) for word in listed]
        counts.words.update(listed)
        counts.pairs.update(pairwise(listed))
        counts.pairs.update(("skip", *pair) for pair in zip(listed, listed[2:], strict=False))
        counts.classes.update(("own", each) for each in classes)
        counts.classes.update(("after", *each) for each in zip(listed, classes[1:], strict=False))
        counts.classes.update(("before", *each) for each in zip(classes, listed[1:], strict=False))
        triples = zip(classes, classes[1:], classes[2:], strict=False)
        counts.classes.update(("between", *each) for each in triples)
    return counts


def _context_row(reader: Any, counts: _Counts, row: Any) -> dict[str, float]:
    """Return how the option fits between its neighbours, and into the passage."""
    lexicon = load_lexicon()
    before = [_EDGE, *(word.lower() for word in words(row.sentence[: row.start]))]
    after = [*(word.lower() for word in words(row.sentence[row.end :])), _EDGE]
    word = row.token.lower()
    own = _word_class(reader, word)
    ends = (_word_class(reader, before[-1]), _word_class(reader, after[0]))
    total = sum(counts.words.values())
    values = {"frequency__zipf": zipf(word), "frequency__passages": np.log1p(counts.words[word])}

    def association(pair: tuple[Any, ...], first: str, second: str) -> float:
        expected = counts.words[first] * counts.words[second] / total
        return float(np.log((counts.pairs[pair] + 0.5) / (expected + 0.5)))

    values["collocation__before"] = association((before[-1], word), before[-1], word)
    values["collocation__after"] = association((word, after[0]), word, after[0])
    if len(before) > 1:
        values["collocation__before_2"] = association(("skip", before[-2], word), before[-2], word)
    if len(after) > 1:
        values["collocation__after_2"] = association(("skip", word, after[1]), word, after[1])
    rows = lexicon.rows([before[-1], word, after[0]])
    for name, first, second in (("lexicon_before", 0, 1), ("lexicon_after", 1, 2)):
        count = lexicon.pairs.count(rows[[first]], rows[[second]])[0]
        values[f"collocation__{name}"] = np.log1p(count) - np.log1p(counts.words[word]) / 2
    prior = np.log(counts.classes["own", own] + 1)
    for name, key in (
        ("after", ("after", before[-1], own)),
        ("before", ("before", own, after[0])),
        ("between", ("between", ends[0], own, ends[1])),
    ):
        values[f"class__{name}"] = np.log(counts.classes[key] + 0.5) - prior
        values[f"class__{name}_count"] = np.log(counts.classes[key] + 0.5)
    passage = {lemma(each) for each in words(row.passage)}
    lemmas = [entry for sense in reader.synsets(word) for entry in sense.lemmas()]
    lemmas += [other for entry in lemmas for other in entry.antonyms()]
    synonyms = {entry.name().lower() for entry in lemmas}
    values["passage__lemma"] = float(lemma(word) in passage)
    values["passage__synonyms"] = float(len((synonyms - {word, lemma(word)}) & passage))
    return values


def rule_table(table: pd.DataFrame, features: pd.DataFrame) -> str:
    """Return the share of right options that pass each rule of Zheng et al. (2021), by part."""
    right = table["complexity"] == 1
    parts = [features[f"pos__{name}"] for name in ("noun", "verb", "adjective", "adverb")]
    passes = {
        "content word": sum(parts) == 1,
        "noun or verb": parts[0] + parts[1] == 1,
        "imperceptibility below 0.35": features["abstractness__imperceptibility"] < IMPERCEPTIBLE,
        "nonspecificity below 6": features["abstractness__nonspecificity"] < NONSPECIFIC,
        "lemma not in the passage": features["passage__lemma"] == 0,
        "no synonym or antonym in the passage": features["passage__synonyms"] == 0,
        "similarity to the passage's words up to 0.85": ~(
            features["similarity__passage_max"] > SIMILAR
        ),
    }
    columns = list(dict.fromkeys(table["part"]))
    rows = [
        [name, *(number(rule[right & (table["part"] == part)].mean(), 3) for part in columns)]
        for name, rule in passes.items()
    ]
    return markdown_table(["rule", *columns], rows)
