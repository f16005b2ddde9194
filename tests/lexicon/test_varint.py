"""Whole numbers in few bytes, and back."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.lexicon.varint import decode_varints, encode_varints


def test_numbers_come_back_whatever_their_size():
    values = np.array([0, 1, 127, 128, 16_383, 16_384, 110_875**2, 2**62, 2**63 - 1, 3])
    stream = encode_varints(values)
    assert stream.dtype == np.uint8
    assert len(stream) == 1 + 1 + 1 + 2 + 2 + 3 + 5 + 9 + 9 + 1
    assert decode_varints(stream).tolist() == values.tolist()


def test_no_numbers_are_no_bytes():
    assert encode_varints(np.zeros(0, dtype=np.int64)).size == 0
    assert decode_varints(np.zeros(0, dtype=np.uint8)).size == 0


@pytest.mark.parametrize("stream", [[200], [5, 200], [128, 128]])
def test_a_number_without_its_end_is_refused(stream):
    with pytest.raises(ValueError, match="cut short"):
        decode_varints(np.array(stream, dtype=np.uint8))


def test_a_number_beyond_any_is_refused():
    with pytest.raises(ValueError, match="too large"):
        decode_varints(np.array([128] * 9 + [1], dtype=np.uint8))
