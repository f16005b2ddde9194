"""A text of any length is annotated with memory for a part of it."""

from __future__ import annotations

import functools
import gc
import random

import wordfreq

from lcp import text
from lcp.annotation import Annotator, segments
from lcp.annotation import annotator as annotation
from lcp.annotation.word_cache import WordCache

WORDS = 11
LIMIT = 300


def sentences(number, seed):
    """Sentences of words that no list holds and no other sentence."""
    generator = random.Random(seed)  # noqa: S311
    letters = "abcdefghijklmnop"
    for _ in range(number):
        words = ["".join(generator.choices(letters, k=8)) for _ in range(WORDS)]
        # wordfreq divides it, and spaCy reads it as one.
        words[1] = f"{words[0]}-{words[1]}"
        yield " ".join(words).capitalize() + ".\n\n"


def sizes():
    """Sizes of what is kept; caches with a limit that was chosen are none of it."""
    gc.collect()
    found = {}
    for thing in gc.get_objects():
        if isinstance(thing, (dict, list, set)):
            size = len(thing)
        elif isinstance(thing, functools._lru_cache_wrapper):
            limit = thing.cache_info().maxsize
            size = thing.cache_info().currsize if (limit or 1e9) > text.REMEMBERED else 0
        else:
            continue
        found[id(thing)] = (size, thing)
    return found


def test_nothing_that_is_kept_grows_with_the_number_of_words(monkeypatch):
    monkeypatch.setattr(annotation, "BATCH", 200)
    monkeypatch.setattr(annotation, "REMEMBERED_SENTENCES", 10)
    monkeypatch.setattr(segments, "REMEMBERED", 100)
    annotator = Annotator()
    families = annotator.model.feature_set_.extractors_.values()
    caches = [family for family in families if isinstance(family, WordCache)]
    for cache in caches:
        cache.limit = LIMIT

    def annotate(number, seed):
        rated = [len(found.words) for found in annotator.stream(sentences(number, seed))]
        assert sum(rated) > number * (WORDS - 1)

    annotate(20, seed=1)
    before, strings = sizes(), len(segments.splitter().vocab.strings)
    annotate(300, seed=2)
    grown = {
        str(thing)[:100]: (before[key][0], size)
        for key, (size, thing) in sizes().items()
        if key in before and size > before[key][0] + 250
    }
    # The caches of words fill up to their limit.
    assert all(len(cache._rows) == LIMIT for cache in caches)
    assert {size for _, size in grown.values()} <= {LIMIT}
    assert len(segments.splitter().vocab.strings) == strings
    assert len(annotator._known) == 10
    assert text.words.cache_info().currsize == 0
    assert not wordfreq._wf_cache
