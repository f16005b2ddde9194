"""Listed sequences of numbers in a long sequence."""

from itertools import product

import numpy as np
import pytest

from lcp.english.lexicon.sequences import Sequences
from tests.cases import cases


def found(listed, gaps, options, stops=None):
    """Return row, start, end and gap of each occurrence."""
    options = np.array(options, dtype=np.intp)
    options = options[:, None] if options.ndim == 1 else options
    stops = np.full(len(options), len(options)) if stops is None else np.array(stops)
    columns = Sequences(listed, np.array(gaps)).find(options, stops)
    return sorted(zip(*(column.tolist() for column in columns), strict=True))


def test_each_option_of_a_place_may_occur():
    assert found([[1, 2], [3, 2]], [0, 0], [[1, 3], [0, 2]]) == [(0, 0, 2, 0, 0), (1, 0, 2, 0, 0)]


@cases("english/lexicon/cases/gaps", "text", "expected")
def test_one_gap_may_be_anywhere(text, expected):
    assert found([[1, 2, 3], [5, 4]], [2, 0], text) == [tuple(place) for place in expected]


def test_sequences_end_before_their_stops():
    assert found([[1, 2]], [1], [1, 2, 1, 2], [1, 2, 4, 4]) == [(0, 2, 4, 0, 0)]


def test_the_first_of_equal_sequences_counts():
    assert found([[1, 2], [1, 2]], [0, 3], [1, 2]) == [(0, 0, 2, 0, 0)]


def test_nothing_is_found_in_nothing():
    assert found([[1, 2]], [0], np.empty((0, 2))) == []


@pytest.mark.parametrize("seed", range(3))
def test_all_occurrences_are_found(seed):
    generator = np.random.default_rng(seed)
    listed = [generator.integers(1, 5, size=size).tolist() for size in (1, 2, 2, 3, 4)]
    listed = [sequence for at, sequence in enumerate(listed) if sequence not in listed[:at]]
    gaps = generator.integers(0, 3, size=len(listed)).tolist()
    text = generator.integers(1, 5, size=60).tolist()
    expected = []
    for row, sequence in enumerate(listed):
        size = len(sequence)
        divisions = [(0, 0), *product(range(1, size), range(1, gaps[row] + 1))]
        for start, (before, gap) in product(range(len(text)), divisions):
            part = text[start : start + size + gap]
            if part[:before] + part[before + gap :] == sequence:
                edges = (start + before, start + before + gap) if gap else (0, 0)
                expected.append((row, start, start + size + gap, *edges))
    assert found(listed, gaps, text) == sorted(expected)
