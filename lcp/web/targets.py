"""Targets of requests: by text and occurrence, or by character span."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from lcp.annotation.decoding import checked
from lcp.corpora.targets import Span, find_targets, place_target
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lcp.corpora.registry import Readers

_SPACE = re.compile(r"\s")


class Target(NamedTuple):
    """A target in its sentence, by `text` and optional `occurrence`, or by `span`."""

    sentence: str
    text: str = ""
    occurrence: int | None = None
    span: Span | None = None
    genre: str = ""
    readers: Readers = "general"

    def spans(self) -> list[Span]:
        """Return the spans of all occurrences, or of the requested one.

        Raises
        ------
        InputError
            If the sentence or target is not valid text, or the sentence has no such occurrence.
        """
        sentence = plain(self.sentence)
        if self.span is not None:
            start, end = self.span
            if not sentence[start:end].strip() or end > len(sentence):
                raise InputError(
                    f"The sentence has no word from {start} to {end}.",
                    where="start, end",
                    hint=f"Count characters from 0 to {len(sentence)}; the end is exclusive.",
                )
            return [self.span]
        list(checked([self.text]))
        first, _ = place_target(sentence, self.text, self.occurrence)
        return [first] if self.occurrence else find_targets(sentence, self.text)

    def first_span(self) -> Span:
        """Return the span of the requested occurrence. Default: the first."""
        if self.span is not None:
            return self.spans()[0]
        return place_target(plain(self.sentence), self.text, self.occurrence)[0]

    def by_text(self) -> tuple[str, int | None]:
        """Return the text and occurrence of the target, also if the request gives its span."""
        if self.span is None:
            self.spans()
            return self.text, self.occurrence
        (span,) = self.spans()
        text = _text(plain(self.sentence), span)
        spans = find_targets(plain(self.sentence), text)
        if span not in spans:
            raise InputError(
                "The span is not a whole word.",
                where="start, end",
                hint="Give the span of a word or expression.",
            )
        return text, spans.index(span) + 1


def plain(sentence: str) -> str:
    """Replace each white-space character by a space, which keeps all positions.

    Raises
    ------
    InputError
        If the sentence contains characters that are not text.
    """
    return _SPACE.sub(" ", next(checked([sentence])))


def instances(targets: Iterable[tuple[Target, Span]]) -> pd.DataFrame:
    """Return one row for each target and span.

    Returns
    -------
    DataFrame of shape (n_targets, 6)
        Columns ``sentence``, ``token``, ``start``, ``end``, ``genre`` and ``readers``.
    """
    rows = []
    for target, span in targets:
        sentence = plain(target.sentence)
        rows.append((sentence, _text(sentence, span), *span, target.genre, target.readers))
    columns = ["sentence", "token", "start", "end", "genre", "readers"]
    return pd.DataFrame(rows, columns=columns)


def _text(sentence: str, span: Span) -> str:
    return " ".join(sentence[slice(*span)].split())
