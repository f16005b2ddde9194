"""Errors that a user can fix.

Every error that ``lcp`` raises on purpose is an :class:`LCPError`. Its message says what is wrong,
where, and what to do. The command line prints the message without a traceback and exits with the
error's exit code.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class LCPError(Exception):
    """Base class of errors that a user can fix.

    Parameters
    ----------
    what : str
        One sentence that says what is wrong.
    where : str, optional
        File, line and column, or name of the argument.
    hint : str, optional
        One sentence that says what to do.

    Examples
    --------
    >>> print(InputError("The rating 'x' is not a number.", where="a.tsv, line 3",
    ...                  hint="Give a number from 0 to 1."))
    a.tsv, line 3: The rating 'x' is not a number.
    Give a number from 0 to 1.
    """

    exit_code = 2

    def __init__(self, what: str, *, where: str | None = None, hint: str | None = None) -> None:
        self.what = what
        self.where = where
        self.hint = hint
        first = f"{where}: {what}" if where else what
        super().__init__(f"{first}\n{hint}" if hint else first)


class InputError(LCPError):
    """An invalid file, table, recipe or argument (exit code 2)."""

    exit_code = 2


class ResourceError(LCPError):
    """A resource that is missing or altered, or cannot be stored (exit code 3)."""

    exit_code = 3


@contextmanager
def requiring(extra: str, what: str) -> Iterator[None]:
    """Import packages of an extra of ``pyproject.toml``, on which `what` depends.

    Raises
    ------
    ResourceError
        If a package is not installed, or cannot be loaded. It names the extra.

    >>> with requiring("excel", "Workbooks"):
    ...     import no_such_package
    Traceback (most recent call last):
    lcp.errors.ResourceError: Workbooks need the package no_such_package, which is not installed.
    In the checkout of lcp, run `pip install ".[excel]"`.
    >>> with requiring("excel", "Workbooks"):
    ...     import _no_such_part
    Traceback (most recent call last):
    lcp.errors.ResourceError: Workbooks need a package that cannot be loaded (No module named ...
    """
    try:
        yield
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        if package == "lcp":  # see `installed`
            raise
        reason = f"a package that cannot be loaded ({error})"
        # A private module, such as _C, is a part of an installed package.
        if isinstance(error, ModuleNotFoundError) and not package.startswith("_"):
            reason = f"the package {package}, which is not installed"
        hint = f'In the checkout of lcp, run `pip install ".[{extra}]"`.'
        raise ResourceError(f"{what} need {reason}.", hint=hint) from error


@contextmanager
def installed(what: str) -> Iterator[None]:
    """Import modules of `what`, which an installation of only some parts or packages may lack.

    Raises
    ------
    ResourceError
        If the reader, or a package that lcp requires, is not installed.

    >>> with installed("lcp.train"):
    ...     import no_such_package
    Traceback (most recent call last):
    lcp.errors.ResourceError: lcp.train needs no_such_package, which this installation lacks.
    Install all of lcp: run `pip install .` in its checkout.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        part = "lcp.reader" if f"{error.name}.".startswith("lcp.reader.") else package
        if part in {"lcp", ""}:
            raise
        hint = "Install all of lcp: run `pip install .` in its checkout."
        raise ResourceError(
            f"{what} needs {part}, which this installation lacks.", hint=hint
        ) from error


def nearest(name: str, valid: Iterable[str]) -> str:
    """Return a hint that suggests the nearest valid name and lists all of them.

    >>> nearest("rigde", ["linear", "ridge"])
    "Did you mean 'ridge'? Valid names: linear, ridge."
    """
    allowed = list(valid)
    if not allowed:
        return "There are no valid names."
    by_lower = {other.lower(): other for other in allowed}
    close = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.5)
    question = f"Did you mean '{by_lower[close[0]]}'? " if close else ""
    return f"{question}Valid names: {', '.join(allowed)}."


def unknown(
    kind: str, name: object, valid: Iterable[str], *, where: str | None = None
) -> InputError:
    """Return the error for a name that does not exist.

    >>> print(unknown("aggregation", "men", ["min", "mean"]))
    There is no aggregation 'men'.
    Did you mean 'mean'? Valid names: min, mean.
    """
    return InputError(f"There is no {kind} '{name}'.", where=where, hint=nearest(str(name), valid))


def check_type(value: object, kind: type, where: str, expected: str) -> None:
    """Raise :class:`InputError` if an argument has another type than is expected.

    >>> check_type(1, str, "group_by", "the name of a column")
    Traceback (most recent call last):
    lcp.errors.InputError: group_by: '1' has the type int.
    Give the name of a column.
    """
    if not isinstance(value, kind):
        what = f"{quoted(value)} has the type {type(value).__name__}."
        raise InputError(what, where=where, hint=f"Give {expected}.")


def check_whole(where: str, value: object, low: int, high: float = math.inf) -> None:
    """Raise :class:`InputError` unless an argument is a whole number from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        to = " or more" if high == math.inf else f" to {high:,}"
        hint = f"Give a whole number, {low}{to}."
        raise InputError(f"{value!r} is not possible.", where=where, hint=hint)


def quoted(value: object) -> str:
    """Quote a value for a message, shortened to 40 characters."""
    text = str(value)
    return f"'{text[:39]}…'" if len(text) > 40 else f"'{text}'"  # noqa: PLR2004
