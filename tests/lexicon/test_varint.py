"""Variable-byte code."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.lexicon.varint import decode_varints, encode_varints


def test_numbers_of_all_sizes_are_decoded_unchanged():
    values = np.array([0, 1, 127, 128, 16_383, 16_384, 110_875**2, 2**62, 2**63 - 1, 3])
    stream = encode_varints(values)
    assert stream.dtype == np.uint8
    assert len(stream) == 1 + 1 + 1 + 2 + 2 + 3 + 5 + 9 + 9 + 1
    assert decode_varints(stream).tolist() == values.tolist()


def test_an_empty_array_gives_an_empty_stream():
    assert encode_varints(np.zeros(0, dtype=np.int64)).size == 0
    assert decode_varints(np.zeros(0, dtype=np.uint8)).size == 0


@pytest.mark.parametrize("stream", [[200], [5, 200], [128, 128]])
def test_an_incomplete_number_raises_an_error(stream):
    with pytest.raises(ValueError, match="incomplete"):
        decode_varints(np.array(stream, dtype=np.uint8))


def test_a_number_above_64_bits_raises_an_error():
    with pytest.raises(ValueError, match="too large"):
        decode_varints(np.array([128] * 9 + [1], dtype=np.uint8))
