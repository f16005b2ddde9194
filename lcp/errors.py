"""What can go wrong, said so that a reader knows what to do next.

Every error that ``lcp`` raises on purpose is an :class:`LCPError`. It says what is
wrong, where, and what to do; the command line prints exactly that, without a
traceback, and ends with the error's exit code.
"""

from __future__ import annotations


class LCPError(Exception):
    """Something a user can mend.

    Parameters
    ----------
    what : str
        What is wrong, in one sentence.
    where : str, optional
        File, line and column, or the argument's name.
    hint : str, optional
        What to do about it.

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
    """A file, table, recipe or argument that cannot be used as it is (exit code 2)."""

    exit_code = 2


class ResourceError(LCPError):
    """A resource that is missing, altered or cannot be stored (exit code 3)."""

    exit_code = 3
