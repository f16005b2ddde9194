"""A text of any length is annotated with memory for a part of it."""

from __future__ import annotations

import gc
import random

from lcp.annotation import Annotator
from lcp.annotation.word_cache import WordCache


def sentences(number, seed):
    """Sentences of ten words that no list holds and no other sentence."""
    generator = random.Random(seed)  # noqa: S311
    letters = "abcdefghijklmnop"
    for _ in range(number):
        words = ("".join(generator.choices(letters, k=8)) for _ in range(10))
        yield " ".join(words).capitalize() + ".\n\n"


def sizes():
    gc.collect()
    held = (thing for thing in gc.get_objects() if isinstance(thing, (dict, list, set)))
    return {id(thing): (len(thing), thing) for thing in held if len(thing) > 100}


def test_nothing_that_is_kept_grows_with_the_number_of_words(monkeypatch):
    monkeypatch.setattr("lcp.annotation.annotator.REMEMBERED", 10)
    annotator = Annotator()
    for family in annotator.model.feature_set_.extractors_.values():
        if isinstance(family, WordCache):
            family.limit = 300

    def annotate(number, seed):
        assert sum(len(found.words) for found in annotator.stream(sentences(number, seed))) > number

    annotate(100, seed=1)
    before = sizes()
    annotate(200, seed=2)
    grown = {
        next(iter(thing)): (before[key][0], length)
        for key, (length, thing) in sizes().items()
        if key in before and length > before[key][0] + 500
    }
    assert grown == {}
