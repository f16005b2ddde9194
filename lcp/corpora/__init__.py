"""Corpora: each reader gives the same instance table.

The table's columns are ``id``, ``corpus``, ``sentence``, ``token``, ``complexity`` where
known, and the target's character span ``start``, ``end`` in the sentence.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lcp.corpora.complex import PARTS, read_complex, read_folder
from lcp.corpora.reader import read_instances
from lcp.corpora.sample import read_sample
from lcp.corpora.schema import validate
from lcp.corpora.targets import find_target
from lcp.errors import InputError, ResourceError
from lcp.text import expression_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from lcp.resources import Store

__all__ = ["find_target", "load_corpus", "read_instances", "validate"]

#: Names that :func:`load_corpus` knows; anything else is a path.
NAMES = ("auto", "complex", "sample")


def load_corpus(
    name_or_path: str | Path = "auto",
    *,
    task: int | None = None,
    parts: Sequence[str] = ("train", "trial"),
    store: Store | None = None,
    download: bool = True,
) -> pd.DataFrame:
    """Load a corpus by name or from a file or folder.

    Parameters
    ----------
    name_or_path : str or Path, default "auto"
        ``"complex"`` is CompLex 2.0, ``"sample"`` the small corpus that is installed with
        the package, ``"auto"`` CompLex where it can be had and else the sample. A path is
        a file (:func:`read_instances`) or a folder laid out like CompLex.
    task : int, optional
        1 keeps the single words, 2 the expressions of two or more words.
    parts : sequence of {"train", "trial", "test"}, default ("train", "trial")
        Parts of CompLex, or of a folder, in that order. CompLex's test instances are
        unrated. A single file is taken whole.
    store : Store, optional
        Where CompLex is looked for.
    download : bool, default True
        Whether to download CompLex where it is missing.

    Returns
    -------
    DataFrame of shape (n_instances, n_columns)
        The instance table, rows in the order of the files, with a column ``part`` where
        the corpus has parts. ``table.attrs["corpus"]`` is ``"complex"``, ``"sample"`` or
        the name of the file or folder. Where ``"auto"`` fell back on the sample,
        ``table.attrs["why"]`` says why.

    Raises
    ------
    InputError
        When the name, task or part is unknown, a file is faulty, or no instance is left.
    ResourceError
        When CompLex is asked for and missing.

    Examples
    --------
    >>> table = load_corpus("sample", task=2)
    >>> table.attrs["corpus"], bool(table["token"].str.contains(" ").all())
    ('sample', True)
    """
    parts = _known_parts(parts)
    if task not in (None, 1, 2):
        raise InputError(
            f"There is no task {task!r}.",
            where="task",
            hint="Task 1 is single words, task 2 multi-word expressions.",
        )
    table, attributes = _read(name_or_path, parts, store, download=download)
    if task is not None:
        multi = [len(expression_words(token)) > 1 for token in table["token"]]
        table = table[[is_multi == (task == 2) for is_multi in multi]]  # noqa: PLR2004
        if table.empty:
            kind = "multi-word expression" if task == 2 else "single word"  # noqa: PLR2004
            raise InputError(
                f"The corpus holds no {kind}.",
                where=str(name_or_path),
                hint=f"Ask for task {3 - task}, or for both.",
            )
    table = table.reset_index(drop=True)
    table.attrs.update(attributes)
    return table


def _read(
    name_or_path: str | Path, parts: tuple[str, ...], store: Store | None, *, download: bool
) -> tuple[pd.DataFrame, dict[str, str]]:
    """Read the whole table, and say where it is from."""
    from lcp.resources import Store

    if name_or_path == "sample":
        _refuse_test_part_of_sample(parts)
        return read_sample(), {"corpus": "sample"}
    if name_or_path in ("complex", "auto"):
        try:
            table = read_complex(parts, store or Store(), download=download)
        except ResourceError as error:
            # Nothing stands in for CompLex's test instances.
            if name_or_path == "complex" or "test" in parts:
                raise
            return read_sample(), {"corpus": "sample", "why": f"{error.what}\n{error.hint}"}
        return table, {"corpus": "complex"}
    path = Path(name_or_path)
    if path.is_dir():
        return read_folder(path, parts), {"corpus": path.resolve().name}
    if path.is_file() or isinstance(name_or_path, Path) or path.suffix or len(path.parts) > 1:
        return read_instances(path), {"corpus": path.name}
    raise _unknown(name_or_path)


def _known_parts(parts: Sequence[str]) -> tuple[str, ...]:
    chosen = (parts,) if isinstance(parts, str) else tuple(parts)
    for part in chosen:
        if part not in PARTS:
            raise InputError(
                f"There is no part called '{part}'.",
                where="parts",
                hint=f"The parts of a corpus are {', '.join(PARTS)}.",
            )
    if not chosen:
        raise InputError("No part was asked for.", where="parts", hint=f"Name {', '.join(PARTS)}.")
    return tuple(dict.fromkeys(chosen))


def _refuse_test_part_of_sample(parts: tuple[str, ...]) -> None:
    if "test" in parts:
        raise InputError(
            "The sample corpus has no test part.",
            where="parts",
            hint="Ask for the corpus 'complex', or leave `parts` out.",
        )


def _unknown(name: str) -> InputError:
    import difflib

    near = difflib.get_close_matches(name.lower(), NAMES, n=1)
    return InputError(
        f"There is no corpus, file or folder called '{name}'.",
        hint=(f"Did you mean '{near[0]}'? " if near else "")
        + f"Corpora are {', '.join(NAMES)}; anything else is the path of a file or folder.",
    )
