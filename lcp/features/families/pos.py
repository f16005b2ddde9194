"""Part of speech of the target in its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.lemmas import COARSE
from lcp.features.family import Family, Feature

if TYPE_CHECKING:
    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted
    from lcp.targets import Targets

CLASSES = ("noun", "proper_noun", "verb", "adjective", "adverb", "other")
_PLURALS = ("NNS", "NNPS")
_ROWS = (
    *(
        (name, f"whether the last word's part of speech is {name.replace('_', ' ')}")
        for name in CLASSES
    ),
    ("plural", "whether the last word is a plural noun"),
    ("first_adjective", "whether the first word of an expression is an adjective"),
    ("first_noun", "whether the first word of an expression is a noun"),
)


@dataclass(frozen=True)
class PartOfSpeech(Family):
    """Part of speech of the target's last word, and of an expression's first word.

    Notes
    -----
    Of a word of several tokens, such as "don't", the first one counts.

    Examples
    --------
    >>> from lcp.features.family import Fitted
    >>> from lcp.targets import Targets
    >>> targets, _ = Targets.one("The wide river froze.", "river")
    >>> PartOfSpeech().measure(targets, Fitted())[0, :4].tolist()
    [1.0, 0.0, 0.0, 0.0]
    """

    name = "pos"
    scope = "context"
    needs_sentence = True
    columns = tuple(Feature(*row, "0/1", "lcp, tags of Marcus et al. (1993)") for row in _ROWS)

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Return the classes of the tags of each target.

        NaN without a span. The features of the first word are NaN for single words.
        """
        values = np.full((len(inputs), len(CLASSES) + 3), np.nan)
        marked = np.flatnonzero((inputs.start >= 0) & (inputs.start < inputs.end))
        for row, (first, last) in zip(marked.tolist(), end_tags(inputs.take(marked)), strict=True):
            values[row, : len(CLASSES)] = [word_class(last) == name for name in CLASSES]
            values[row, len(CLASSES)] = last in _PLURALS
            if " " in inputs.target[row]:
                of_first = word_class(first)
                values[row, -2:] = of_first == "adjective", of_first.endswith("noun")
        return values


def end_tags(targets: Targets) -> list[tuple[str, str]]:
    """Return the Penn Treebank tags of the first and of the last word of targets in sentences."""
    numbers, sentences = targets.sentence_numbers, targets.sentences
    texts = zip(targets.sentence, targets.start.tolist(), targets.end.tolist(), strict=True)
    last_words = [start + text[start:end].rfind(" ") + 1 for text, start, end in texts]
    firsts, _ = sentences.overlapping(numbers, targets.start, targets.end)
    lasts, _ = sentences.overlapping(numbers, last_words, targets.end)
    tags = [*sentences.tags, ""]
    return [(tags[first], tags[last]) for first, last in zip(firsts, lasts, strict=True)]


def word_class(tag: str) -> str:
    """Return the class of a Penn Treebank tag."""
    return "proper_noun" if tag.startswith("NNP") else COARSE.get(tag[:2], "other")
