"""The sample corpus that is installed with the package."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from lcp.corpora.reader import read_instances

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    import pandas as pd


def read_sample() -> pd.DataFrame:
    """Read the sample corpus: single words and expressions of three genres.

    It needs no download. Its ratings were predicted by a model, not
    given by people: it shows how things work, and no score on it may be compared with others.

    Returns
    -------
    DataFrame of shape (n_instances, 7)
        The instance table; the genres are CompLex's (``bible``, ``biomed``, ``europarl``).

    Examples
    --------
    >>> sorted(read_sample()["corpus"].unique())
    ['bible', 'biomed', 'europarl']
    """
    with as_file(sample_file()) as path:
        return read_instances(path)


def sample_file() -> Traversable:
    """The sample corpus as a file in CompLex's format; ``CARD.md`` beside it describes it."""
    return files(__name__) / "sample.tsv"
