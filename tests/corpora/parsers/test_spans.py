"""Character spans in files of instances are read and checked."""

import pytest

from lcp.corpora.parsers.instances_file import read_instances
from lcp.errors import InputError

SENTENCE = "Unfit to fit, fitting: Fit."


@pytest.fixture
def write(tmp_path):
    def to_file(start, end, names="start\tend"):
        path = tmp_path / "mine.tsv"
        path.write_text(f"sentence\ttoken\t{names}\n{SENTENCE}\tfit\t{start}\t{end}\n")
        return path

    return to_file


def test_the_span_in_the_file_decides_which_occurrence_is_the_target(write):
    assert read_instances(write(23, 26))[["start", "end"]].to_numpy().tolist() == [[23, 26]]
    swapped = write(26, 23, "END\tStart")
    assert read_instances(swapped)[["start", "end"]].to_numpy().tolist() == [[23, 26]]


@pytest.mark.parametrize(
    ("start", "end"),
    [(0, 3), (23, 27), (26, 23), (23, 999), (-1, 3), ("", ""), ("x", 26), (23.0, 26.0), ("٢", 26)],
)
def test_a_span_that_does_not_mark_the_target_is_an_error_with_its_line(write, start, end):
    path = write(start, end)
    with pytest.raises(InputError) as caught:
        read_instances(path)
    assert caught.value.where == f"{path}, line 2"
    assert "start and end" in caught.value.hint


def test_a_column_start_without_end_is_ignored(write):
    assert read_instances(write(0, 3, "start\tlast"))["start"].tolist() == [9]
