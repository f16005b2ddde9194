"""Lines and columns in a text that is read in pieces."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcp.reader.annotation.lines import AlignedLines, Lines


def places(pieces):
    """The places of all characters of a text."""
    lines = Lines()
    text = "".join(lines.read(pieces))
    return [tuple(lines.place(position)) for position in range(len(text))]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_begins_a_line(end):
    text = f"ab{end}{end}c"
    assert places([text])[0] == (1, 1)
    assert places([text])[-1] == (3, 1)


@given(st.text(alphabet="a\r\n😀", max_size=12), st.lists(st.integers(0, 12), max_size=4))
def test_places_do_not_depend_on_the_pieces(text, cuts):
    ends = [0, *sorted(cuts), len(text)]
    pieces = [text[start:end] for start, end in itertools.pairwise(ends)]
    assert places(pieces) == places([text])


@given(st.text(alphabet="ab\n", max_size=20))
def test_places_are_those_of_splitting_the_text(text):
    expected = [
        (text.count("\n", 0, position) + 1, position - (text.rfind("\n", 0, position) + 1) + 1)
        for position in range(len(text))
    ]
    assert places([text]) == expected


def test_positions_read_ahead_are_forgotten_when_they_are_passed():
    lines = Lines()
    for number, _ in enumerate(lines.read("a\n" for _ in range(1000))):
        assert lines.place(2 * number).line == number + 1
    assert len(lines._starts) <= 1


def test_lines_of_a_page_are_those_of_its_source():
    source = "<title>A</title>\n<p>The\n<i>ewe</i> &amp; <b>lamb</b></p>"
    text = "The ewe & lamb"
    lines = AlignedLines(text, source)
    assert "".join(lines.read([text])) == text
    assert tuple(lines.place(text.index("ewe"))) == (3, 4)
    assert tuple(lines.place(text.index("lamb"))) == (3, 21)
