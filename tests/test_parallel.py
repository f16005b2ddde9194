"""Several processes write what one process writes."""

from __future__ import annotations

import os

import pytest

from lcp import parallel
from lcp.annotation import Annotator
from lcp.batch import BatchAnnotator
from lcp.errors import InputError, LCPError
from lcp.reports.annotation import write_annotation

TEXT = "".join(
    f"The deep river rose in {year}. A naïve ewe slept, and\n\n1,0{year} “acquiescent” ewes left.\n"
    for year in range(20)
)


@pytest.fixture
def annotator(small_model, monkeypatch):
    monkeypatch.setattr(parallel, "PART_CHARACTERS", 300)
    return BatchAnnotator(small_model)


# One with a heading, and one with numbers of sentences.
@pytest.mark.parametrize("to", ["csv", "conll"])
def test_lines_positions_and_counts_are_those_of_one_process(small_model, annotator, to):
    alone = Annotator(small_model)
    expected = "".join(write_annotation(alone, alone.stream([TEXT]), to))
    counts = annotator.load().counts
    before = counts.to_dict()
    pieces = [TEXT[i : i + 7] for i in range(0, len(TEXT), 7)]
    assert "".join(parallel.write_parallel(pieces, annotator, to, 2)) == expected
    after = counts.to_dict()
    assert {name: after[name] - before[name] for name in after} == alone.counts.to_dict()


def test_an_empty_text_has_a_heading_only(annotator):
    assert len(list(parallel.write_parallel([], annotator, "csv", 2))) == 1


def test_the_text_is_read_as_it_is_needed(annotator):
    read = []

    def pieces():
        for _ in range(100):
            read.append(1)
            yield TEXT

    lines = parallel.write_parallel(pieces(), annotator, "csv", 2)
    next(lines)
    next(lines)
    assert len(read) < 50
    lines.close()


def test_formats_with_a_document_around_the_sentences_raise_an_error(annotator):
    with pytest.raises(InputError, match="html"):
        parallel.write_parallel([TEXT], annotator, "html", 2)


def test_invalid_characters_are_reported_with_their_position(annotator):
    with pytest.raises(InputError, match=f"{len(TEXT) + 1:,}|{len(TEXT) + 1}"):
        list(parallel.write_parallel([TEXT, "a\0"], annotator, "csv", 2))


class Fragile(BatchAnnotator):
    """An annotator that ends the worker which loads it."""

    def load(self):
        if os.getpid() != self.parent:
            os._exit(9)
        return super().load()


def test_a_killed_process_raises_an_error(small_model):
    fragile = Fragile(small_model)
    fragile.parent = os.getpid()
    with pytest.raises(LCPError, match="A process ended"):
        list(parallel.write_parallel([TEXT], fragile, "csv", 2))


def test_processes_have_the_present_environment(monkeypatch):
    for value in ("first", "second"):
        monkeypatch.setenv("LCP_DATA", value)
        with parallel.process_pool(1) as pool:
            assert pool.submit(os.getenv, "LCP_DATA").result() == value
