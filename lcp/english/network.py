"""The trained model of English: what a word looks like to it, and windows of words.

``tools/english`` trains it and writes ``model.npz``. A word is a row of numbers: the sum of learned
rows for its form, its first and last letters and its shape, and of what the lexicon knows about it
(vector, share of capitals, shares of parts of speech). Two stages read these rows with the rows
around them: :mod:`lcp.english.sentences` and :mod:`lcp.english.tags`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from lcp.base.caches import cached_property
from lcp.english.lexicon.expression_table import load_expressions
from lcp.english.lexicon.word_table import load_lexicon
from lcp.files.npz import stored_arrays, text_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Ints, Singles


FILE = Path(__file__).parent / "data/model.npz"
#: Texts of the file. The first row is of others, except of tags.
_TEXTS = ("words", "affixes", "shapes", "tags", "leaders")
_ROWS = ("word_rows", "affix_rows", "shape_rows")
#: Lengths of the last and of the first letters of a word that have rows.
_ENDINGS, _BEGINNINGS = range(1, 5), range(1, 4)
_N_AFFIXES = len(_ENDINGS) + len(_BEGINNINGS)
_SHAPES = (
    (r"[^\W\d_A-ZÀ-ÖØ-Þ]+", "x"),
    (r"\d+", "0"),
    (r"[A-ZÀ-ÖØ-Þ]{2,}", "XX"),
    (r"[A-ZÀ-ÖØ-Þ](?!X)", "X"),
)
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Model:
    """Parameters of the model.

    Attributes
    ----------
    words, affixes, shapes, tags : dict of str to int
        Row of each word in lower case, of each ending ("-ing") and beginning ("un-"), and of each
        shape ("Xx"), from 1; number of each Penn Treebank tag.
    leaders : dict of str to int
        Row of frequent words in the layer `tags_after`, from 1.
    word_rows, affix_rows, shape_rows : float32 arrays of shape (n + 1, n_dimensions)
        Their rows; row 0 is of others.
    known : float32 array of shape (n_facts + 1, n_dimensions)
        Weights of :func:`facts`, the intercept last.
    layers : dict of str to float32 array
        Weights of the stages.
    lemma_weights : dict of str to float
        Weights of :func:`lcp.english.lemmas.lemma_features`.
    exceptions : dict of (str, str) to str
        Lemmas of forms with a tag that these weights do not give.
    settings : dict of str to number
        What is set by hand; ``tools/settings.toml`` explains it.
    """

    words: dict[str, int]
    affixes: dict[str, int]
    shapes: dict[str, int]
    tags: dict[str, int]
    leaders: dict[str, int]
    word_rows: Singles
    affix_rows: Singles
    shape_rows: Singles
    known: Singles
    layers: dict[str, Singles]
    lemma_weights: dict[str, float]
    exceptions: dict[tuple[str, str], str]
    settings: dict[str, Any]

    @cached_property
    def tag_names(self) -> list[str]:
        """Names of the tags; the last is of markup."""
        return [*self.tags, ""]

    def rows(self, forms: Sequence[str]) -> Singles:
        """Return the row of each form, shape (n_forms, n_dimensions)."""
        keys = [*map(word_key, forms)]
        values = product(facts([form.lower() for form in forms]), self.known[:-1]) + self.known[-1]
        values += self.word_rows[[self.words.get(key, 0) for key in keys]]
        values += self.shape_rows[[self.shapes.get(shape(form), 0) for form in forms]]
        numbers = [[self.affixes.get(affix, 0) for affix in affixes(key)] for key in keys]
        for column in np.array(numbers, dtype=np.intp).reshape(len(keys), _N_AFFIXES).T:
            values += self.affix_rows[column]
        return np.asarray(values, dtype=np.float32)


def word_key(form: str) -> str:
    """Return the form under which a word has a row: in lower case, with 0 for each digit.

    >>> word_key("Well-known"), word_key("1990s")
    ('well-known', '0000s')
    """
    lowered = form.lower()
    return lowered if lowered.isalpha() else _DIGIT.sub("0", lowered)


def affixes(key: str) -> list[str]:
    """Return the endings and beginnings of a word, the shortest first; "" if it is shorter.

    >>> affixes("under")
    ['-r', '-er', '-der', '-nder', 'u-', 'un-', 'und-']
    """
    size = len(key)
    endings = [f"-{key[-length:]}" if length <= size else "" for length in _ENDINGS]
    return endings + [f"{key[:length]}-" if length <= size else "" for length in _BEGINNINGS]


def shape(form: str) -> str:
    """Return the sequence of capitals, small letters, digits and marks of a form.

    >>> shape("McDonald"), shape("DNA-1"), shape("well-known")
    ('XxXx', 'XX-0', 'x-x')
    """
    if form.islower() and form.isalpha():
        return "x"
    for pattern, mark in _SHAPES:
        form = re.sub(pattern, mark, form)
    return form[: load_model_of_english().settings["longest_shape"]]


def facts(lowered: Sequence[str]) -> Singles:
    """Return what the lexicon knows about words in lower case, shape (n_words, n_facts).

    Vector, share of capitals in one of seven columns (the first if unknown), square roots of the
    shares of parts of speech, whether these are unknown, and whether the lexicon has the word.
    """
    lexicon, counted = load_lexicon(), load_expressions()
    numbers = lexicon.rows(lowered)
    vectors = np.nan_to_num(lexicon.unit_vectors(numbers)) * 2
    shares = lexicon.capital_share(numbers)
    number = load_model_of_english().settings["capital_intervals"]
    interval = np.where(np.isnan(shares), 0, 1 + np.minimum(number - 1, shares * number))
    capitals = np.eye(number + 1)[interval.astype(np.intp)]
    places = np.array([counted.row_of_word.get(form, -1) for form in lowered], dtype=np.intp)
    classes = np.sqrt(counted.emissions[places] / 255)
    classes[places < 0] = 0
    flags = np.column_stack([places < 0, numbers >= 0])
    return np.hstack([vectors, capitals, classes, flags]).astype(np.float32)


def around(lengths: Ints, width: int, which: Any = slice(None)) -> Ints:
    """Return the places around each place of its group, shape (n_places, width); -1 outside it.

    Parameters
    ----------
    lengths : int array of shape (n_groups,)
        Number of places of each group.
    width : int
        Odd number of places, the place in the middle.
    which : index, optional
        Places to return. Default: all.

    Examples
    --------
    >>> around(np.array([1, 2]), 3).tolist()
    [[-1, 0, -1], [-1, 1, 2], [1, 2, -1]]
    """
    margin, places = width // 2, np.arange(lengths.sum())
    firsts = places + margin * np.repeat(np.arange(len(lengths)), lengths)
    stream = np.full(len(places) + margin * (len(lengths) + 1), -1)
    stream[firsts + margin] = places
    near: Ints = sliding_window_view(stream, width)[firsts[which]]
    return near


def product(rows: Singles, matrix: Singles, size: int = 32) -> Singles:
    """Return the product of rows and a matrix, some rows at a time.

    BLAS divides large products among threads, which takes longer for these.
    """
    padded = np.zeros((-(-len(rows) // size) * size, rows.shape[1]), dtype=np.float32)
    padded[: len(rows)] = rows
    parts = padded.reshape(-1, size, rows.shape[1]) @ matrix
    values: Singles = parts.reshape(len(padded), matrix.shape[1])[: len(rows)]
    return values


def window(rows: Singles, near: Ints, weights: Singles, bias: Singles) -> Singles:
    """Return the weighted sums of the rows around places, or 0 where they are negative.

    Parameters
    ----------
    rows : float array of shape (n_rows, n_dimensions)
        Distinct rows; each is multiplied once.
    near : int array of shape (n_places, width)
        Rows around each place; -1 for none.
    weights : float array of shape (width, n_dimensions, n_columns)
        Weights of the rows from the first place of a window to its last.
    bias : float array of shape (n_columns,) or (n_places, n_columns)
        What is added.

    Returns
    -------
    float array of shape (n_places, n_columns)
    """
    rows = np.vstack([rows, np.zeros((1, rows.shape[1]), dtype=np.float32)])
    sums: Singles = np.empty((len(near), weights.shape[2]), dtype=np.float32)
    sums[:] = bias
    for matrix, numbers in zip(weights, near.T, strict=True):
        # Words alone have nothing around them.
        if (numbers >= 0).any():
            sums += product(rows, matrix).take(numbers, axis=0)
    np.maximum(sums, 0, out=sums)
    return sums


@cache
def load_model_of_english() -> Model:
    """Read the model that ships, once per process, without running code from the file.

    Raises
    ------
    ResourceError
        If the file is missing or damaged.
    """
    with stored_arrays(FILE, "model of English") as stored:
        numbers: dict[str, Any] = {
            name: {text: row for row, text in enumerate(text_lines(stored[name]), name != "tags")}
            for name in _TEXTS
        }
        # Without features, as while the model is trained, there is one empty line.
        lemma_features = text_lines(stored["lemma_features"])
        weights = dict(zip(lemma_features, stored["lemma_weights"].tolist(), strict=False))
        triples = [line.split("\t") for line in text_lines(stored["exceptions"]) if line]
        settings = json.loads(stored["about"].tobytes())["settings"]
        arrays = {name: stored[name] for name in stored if stored[name].dtype == np.float16}
        rows = {
            name: stored[name] * arrays.pop(f"{name}_steps").astype(np.float32) for name in _ROWS
        }
    layers = {name: values.astype(np.float32) for name, values in arrays.items()}
    return Model(
        **numbers,
        **rows,
        known=layers.pop("known"),
        layers=layers,
        lemma_weights=weights,
        exceptions={(form, tag): base for form, tag, base in triples},
        settings=settings,
    )
