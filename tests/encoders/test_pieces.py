"""Word pieces of sentences, and batches."""

import pytest

from lcp.encoders.pieces import Tokenizer, batches, padded
from tests.encoders.toy import VOCABULARY, write_toy_encoder


def pieces_of(pieces):
    return [VOCABULARY[number] for number in pieces.ids[pieces.start : pieces.stop]]


def test_a_target_has_all_pieces_that_overlap_it(toy):
    sentence = "The cell divides."
    [cell, divides, both] = Tokenizer(toy).split(
        [(sentence, 4, 8), (sentence, 9, 16), (sentence, 4, 16)]
    )
    assert pieces_of(cell) == ["cell"]
    assert pieces_of(divides) == ["div", "##ides"]
    assert pieces_of(both) == ["cell", "div", "##ides"]
    assert (cell.first, cell.last) == (1, len(cell.ids) - 1)


def test_a_target_of_control_characters_has_no_pieces(toy):
    [pieces] = Tokenizer(toy).split([("a \x07 word", 2, 3)])
    assert pieces.start == pieces.stop


@pytest.mark.parametrize("before", [0, 5, 30, 60])
def test_long_sentences_are_cut_around_the_target(tmp_path, before):
    folder = write_toy_encoder(tmp_path / "short", longest=16)
    sentence = "a " * before + "cell" + " a" * (60 - before)
    [pieces] = Tokenizer(folder).split([(sentence, 2 * before, 2 * before + 4)])
    assert len(pieces.ids) == 16
    assert pieces_of(pieces) == ["cell"]
    assert [VOCABULARY[pieces.ids[place]] for place in (0, -1)] == ["[CLS]", "[SEP]"]


def test_batches_contain_each_row_once_and_are_not_too_large():
    lengths = [3, 50, 7, 7, 1, 20, 3]
    parts = list(batches(lengths, 24))
    assert sorted(row for part in parts for row in part) == list(range(7))
    assert all(
        len(part) * max(lengths[row] for row in part) <= 24 or len(part) == 1 for part in parts
    )


def test_padding_is_not_attended_to():
    ids, attention = padded([[5, 6, 7], [8]], 9)
    assert ids.tolist() == [[5, 6, 7], [8, 9, 9]]
    assert attention.tolist() == [[1, 1, 1], [1, 0, 0]]
