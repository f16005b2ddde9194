"""Attributes of documents, spans and tokens in spaCy, which :mod:`lcp.spacy_component` sets.

spaCy stores each attribute of each token as an entry of the document's ``user_data``. Some 50
entries for a sentence would take a third of the time of sending it to another process. A rated
document therefore has one entry for all its tokens, until one of the attributes is read.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from spacy.tokens import Doc, Span, Token

from lcp.annotation.kinds import KINDS
from lcp.annotation.rating import COLUMNS, summary
from lcp.corpora.readers.cefr import LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from lcp.annotation.kinds import Kind

ATTRIBUTE = "complexity"
#: Attributes of a token: its kind and its CEFR level.
KIND, LEVEL = "lcp_kind", "cefr"
#: Names of kinds and levels by their numbers in `_TOKEN`.
_KINDS, _LEVELS = (None, *KINDS), (None, *LEVELS)
_LEVEL_COLUMN = COLUMNS.index("level")
_KIND_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}
#: A token in the entry of its document: start in characters, kind, CEFR level and complexity (NaN
#: if it is not rated).
_TOKEN = np.dtype([("start", "<u4"), ("kind", "u1"), ("level", "u1"), ("complexity", "<f8")])
#: Name of that entry. Its key has the form of an attribute of the first token, so that
#: ``Span.as_doc`` and ``Doc.from_docs`` move it with the text.
_ENTRY = "lcp_tokens"
#: Names in the keys of what is stored about tokens.
_OF_TOKENS = frozenset({KIND, LEVEL, ATTRIBUTE, _ENTRY})


def store(
    doc: Doc,
    kinds: Sequence[Kind | None],
    rated: Sequence[tuple[int, NDArray[np.float64]]],
    threshold: float,
) -> None:
    """Store the attributes of a document and its tokens.

    Parameters
    ----------
    doc : Doc
        The document.
    kinds : sequence of Kind or None, shape (n_tokens,)
        Kinds of its tokens; None for white space.
    rated : sequence of (int, ndarray), shape (n_rated,)
        Index of each rated token, and its numbers from :meth:`TargetRater.rate`.
    threshold : float
        Complexity, 0-1, from which a word counts as complex.
    """
    table = np.zeros(len(doc), _TOKEN)
    table["start"] = doc.to_array("IDX")
    table["kind"] = [_KIND_NUMBERS[kind] for kind in kinds]
    table["complexity"] = np.nan
    for place, numbers in rated:
        level = numbers[_LEVEL_COLUMN]
        table[place]["complexity"] = numbers[0]
        table[place]["level"] = 0 if np.isnan(level) else level + 1
    # Attributes of a token take precedence over the entry.
    for key in _token_keys(doc, _OF_TOKENS):
        del doc.user_data[key]
    doc.user_data["._.", _ENTRY, 0, None] = table.tobytes()
    values = [float(numbers[0]) for _, numbers in rated]
    doc.user_data[_key(ATTRIBUTE, doc)] = summary(values, threshold)
    if not all(map(_is_own, (KIND, LEVEL, ATTRIBUTE))):
        _distribute(doc)


def register(of_span: Callable[[Span], object]) -> None:
    """Declare the attributes, once per process.

    Parameters
    ----------
    of_span : callable
        Returns the complexity of a span.
    """
    attributes = [(Doc, ATTRIBUTE), (Token, ATTRIBUTE), (Token, KIND), (Token, LEVEL)]
    for owner, attribute in attributes:
        if not owner.has_extension(attribute):
            owner.set_extension(
                attribute, getter=partial(_value, attribute), setter=partial(_set, attribute)
            )
    if not Span.has_extension(ATTRIBUTE):
        Span.set_extension(ATTRIBUTE, getter=of_span)


def _is_own(attribute: str) -> bool:
    """Whether the attribute of tokens was declared here, and not by another program."""
    getter = Token.get_extension(attribute)[2]
    return isinstance(getter, partial) and getter.func is _value


def _value(attribute: str, item: Doc | Token) -> object:
    key, data = _key(attribute, item), item.doc.user_data
    # ``Doc.to_json`` reads the attribute of the document, and then all entries of tokens.
    if key not in data or isinstance(item, Doc):
        _distribute(item.doc)
    return data.get(key)


def _set(attribute: str, item: Doc | Token, value: object) -> None:
    item.doc.user_data[_key(attribute, item)] = value


def _key(attribute: str, item: Doc | Token) -> tuple[str, str, int | None, None]:
    """Return the key of an attribute in ``user_data``, as spaCy forms it."""
    return ("._.", attribute, item.idx if isinstance(item, Token) else None, None)


def _distribute(doc: Doc) -> None:
    """Replace the entry of all tokens by one for each attribute of each token."""
    data = doc.user_data
    # After ``Doc.from_docs``, there is an entry for each document.
    entries = _token_keys(doc, {_ENTRY})
    starts = {token.idx for token in doc} if entries else set()
    for entry in entries:
        # Another thread may have removed the entry.
        table = np.frombuffer(data.get(entry, b""), _TOKEN)
        for start, kind, level, complexity in table.tolist():
            # Parts of a document keep the entry of the whole.
            if (moved := start + entry[2]) in starts:
                rated = complexity == complexity  # noqa: PLR0124 - not NaN
                data.setdefault(("._.", KIND, moved, None), _KINDS[kind])
                data.setdefault(("._.", LEVEL, moved, None), _LEVELS[level])
                data.setdefault(("._.", ATTRIBUTE, moved, None), complexity if rated else None)
        # Last, so that other threads find the entry or the attributes.
        data.pop(entry, None)


def _token_keys(doc: Doc, names: AbstractSet[str]) -> list[tuple[str, str, int, None]]:
    """Return the keys of what is stored about tokens under these names."""
    keys = list(doc.user_data)  # Another thread may add keys.
    return [
        key
        for key in keys
        if isinstance(key, tuple) and key[:1] == ("._.",) and key[1] in names and key[2] is not None
    ]
