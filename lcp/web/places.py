"""Targets in their sentences, as requests name them: by what is written, or by a span."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from lcp.annotation.decoding import checked
from lcp.corpora.targets import Span, find_targets, place_target
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

_SPACE = re.compile(r"\s")


class Place(NamedTuple):
    """Where a target stands: `target` and perhaps its `occurrence`, or `span` in their stead."""

    sentence: str
    target: str = ""
    occurrence: int | None = None
    span: Span | None = None
    corpus: str = ""

    def spans(self) -> list[Span]:
        """Every place that is meant.

        Raises
        ------
        InputError
            When the sentence or target is no text, or the target is not there, or not as often.
        """
        sentence = flat(self.sentence)
        if self.span is not None:
            start, end = self.span
            if not sentence[start:end].strip() or end > len(sentence):
                raise InputError(
                    f"From {start} to {end} there is no word in the sentence.",
                    where="start, end",
                    hint=f"Count characters from 0 to {len(sentence)}; the end is not included.",
                )
            return [self.span]
        list(checked([self.target]))
        likeliest, _ = place_target(sentence, self.target, self.occurrence)
        return [likeliest] if self.occurrence else find_targets(sentence, self.target)

    def likeliest(self) -> Span:
        """The place that is meant, or the first that is written like the target."""
        if self.span is not None:
            return self.spans()[0]
        return place_target(flat(self.sentence), self.target, self.occurrence)[0]

    def named(self) -> tuple[str, int | None]:
        """The target as it is written, and its occurrence where one is meant."""
        if self.span is None:
            self.spans()
            return self.target, self.occurrence
        (span,) = self.spans()
        written = _written(flat(self.sentence), span)
        found = find_targets(flat(self.sentence), written)
        if span not in found:
            raise InputError(
                "What stands there is no whole word.",
                where="start, end",
                hint="Give the place of a word or expression.",
            )
        return written, found.index(span) + 1


def flat(sentence: str) -> str:
    """A sentence with spaces as its only white space, of the same length.

    Raises
    ------
    InputError
        When it holds what no text does.
    """
    return _SPACE.sub(" ", next(checked([sentence])))


def instances(places: Iterable[tuple[Place, Span]]) -> pd.DataFrame:
    """One row for each place of a target.

    Returns
    -------
    DataFrame of shape (n_places, 5)
        Columns ``sentence``, ``token``, ``start``, ``end`` and ``corpus``.
    """
    rows = []
    for place, span in places:
        sentence = flat(place.sentence)
        rows.append((sentence, _written(sentence, span), *span, place.corpus))
    return pd.DataFrame(rows, columns=["sentence", "token", "start", "end", "corpus"])


def _written(sentence: str, span: Span) -> str:
    return " ".join(sentence[slice(*span)].split())
