"""Errors that a user can fix."""

from contextlib import contextmanager

import pytest

from lcp.errors import InputError


@contextmanager
def refused(match=None, *, where=None, hint=None, kind=InputError):
    """Expect an error with a message, in a place, and with a part of a hint; "" is any hint."""
    with pytest.raises(kind, match=match) as caught:
        yield caught
    if where is not None:
        assert caught.value.where == str(where)
    if hint is not None:
        assert hint in caught.value.hint
