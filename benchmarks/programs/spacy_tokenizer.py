"""Tokens of a text with spaCy's blank English pipeline, one paragraph at a time."""

from __future__ import annotations

import spacy
from timing import SENTENCE, run, text

nlp = spacy.blank("en")


def measure(passage: str) -> int:
    """Return the number of tokens."""
    return sum(len(document) for document in nlp.tokenizer.pipe(passage.split("\n\n")))


run(measure, SENTENCE, text())
