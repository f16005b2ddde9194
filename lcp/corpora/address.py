"""Name a corpus and its parts in one word, as on a command line: ``complex:train+trial``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lcp.corpora import NAMES, load_corpus
from lcp.errors import InputError

if TYPE_CHECKING:
    import pandas as pd


def split_address(address: str) -> tuple[str, tuple[str, ...]]:
    """Corpus and parts of an address.

    Parameters
    ----------
    address : str
        The name of a corpus or a folder, with a colon and its parts, joined by ``+``; or
        whatever :func:`lcp.load_corpus` takes.

    Returns
    -------
    name : str
        What stands before the colon.
    parts : tuple of str
        Empty where no part is named.

    Raises
    ------
    InputError
        When a part of the sample corpus is asked for, which has none.

    Examples
    --------
    >>> split_address("complex:train+trial"), split_address("mine.tsv")
    (('complex', ('train', 'trial')), ('mine.tsv', ()))
    """
    name, colon, parts = address.rpartition(":")
    if not colon or not (name in NAMES or Path(name).is_dir()):
        return address, ()  # a path may hold a colon
    if name == "sample":
        raise InputError(
            "The sample corpus has no parts.",
            where=address,
            hint="Name it whole, or divide it with `lcp split`.",
        )
    return name, tuple(parts.split("+"))


def load_address(address: str, *, task: int | None = None) -> pd.DataFrame:
    """Load what an address names; see :func:`split_address` and :func:`lcp.load_corpus`.

    Raises
    ------
    InputError, ResourceError
        As :func:`lcp.load_corpus`.
    """
    name, parts = split_address(address)
    return load_corpus(name, task=task, parts=parts) if parts else load_corpus(name, task=task)
