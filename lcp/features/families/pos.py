"""Part of speech of the target in its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.lemmas import COARSE
from lcp.english.tagger import tag_at, tagged
from lcp.english.token_arrays import factorized
from lcp.features.family import Family, Feature

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.english.tagger import Span
    from lcp.features.family import Fitted, Floats
    from lcp.targets import Targets

CLASSES = ("noun", "proper_noun", "verb", "adjective", "adverb", "other")
_PLURALS = ("NNS", "NNPS")


@dataclass(frozen=True)
class PartOfSpeech(Family):
    """Part of speech of the target's last word, and of an expression's first word.

    Notes
    -----
    If the tagger splits the word into several tokens, the one with the most letters counts.

    Examples
    --------
    >>> from lcp.features.family import names_of
    >>> names_of(PartOfSpeech())[:4]
    ['noun', 'proper_noun', 'verb', 'adjective']
    """

    name = "pos"
    scope = "context"
    needs_sentence = True

    def resources(self) -> tuple[str, ...]:
        """Return NLTK's tagger."""
        return ("tagger",)

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the classes of the last word, then of the first."""
        source = "Honnibal (2013), averaged perceptron of NLTK"
        rows = [
            (name, f"whether the last word's part of speech is {name.replace('_', ' ')}")
            for name in CLASSES
        ]
        rows += [
            ("plural", "whether the last word is a plural noun"),
            ("first_adjective", "whether the first word of an expression is an adjective"),
            ("first_noun", "whether the first word of an expression is a noun"),
        ]
        return [Feature(name, text, "0/1", source) for name, text in rows]

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Tag each distinct sentence once and find the targets in it.

        NaN without a span, or if no token overlaps it. The features of the first word are NaN for
        single words.

        Raises
        ------
        ResourceError
            If the tagger is missing.
        """
        owners, sentences = factorized(inputs.sentence)
        tags = list(tagged(fitted.store.nltk("tagger"), sentences))
        values = np.full((len(owners), len(self.features({}))), np.nan)
        starts, ends = inputs.start, inputs.end
        for row in np.flatnonzero((starts >= 0) & (starts < ends)).tolist():
            target = (int(starts[row]), int(ends[row]))
            values[row] = _describe(sentences[owners[row]], target, *tags[owners[row]])
        return values


def _describe(sentence: str, target: Span, spans: list[Span], tags: list[str]) -> list[float]:
    start, end = target
    parts = sentence[start:end].split()
    if not parts:
        return [np.nan] * (len(CLASSES) + 3)
    last_start = start + sentence[start:end].rindex(parts[-1])
    first_start = start + sentence[start:end].index(parts[0])
    last = tag_at((last_start, last_start + len(parts[-1])), sentence, spans, tags)
    first = (
        tag_at((first_start, first_start + len(parts[0])), sentence, spans, tags)
        if len(parts) > 1
        else None
    )
    last_class, first_class = _coarse(last), _coarse(first)
    row = [_is(last_class, name) for name in CLASSES]
    row.append(np.nan if last is None else float(last in _PLURALS))
    row.append(_is(first_class, "adjective"))
    row.append(_is(first_class, "noun", "proper_noun"))
    return row


def _coarse(tag: str | None) -> str | None:
    if tag is None:
        return None
    return "proper_noun" if tag.startswith("NNP") else COARSE.get(tag[:2], "other")


def _is(word_class: str | None, *names: str) -> float:
    return np.nan if word_class is None else float(word_class in names)
