"""The memory for annotation does not grow with the text."""

import functools
import gc
import random

import wordfreq

from lcp.base.caches import CACHED_TOKENS, RowCache
from lcp.english import sentences, stages
from lcp.features import measuring
from lcp.model import predictor
from lcp.model.input_folder import model_folder
from lcp.reader.annotation import annotator as annotation
from lcp.reader.annotation.annotator import Annotator

WORDS = 11
LIMIT = 300


def made_up_sentences(number, seed):
    """Yield sentences of words that occur in no word list and in no other sentence."""
    draw = random.Random(seed)  # noqa: S311 - not for security
    for _ in range(number):
        made_up = ["".join(draw.choices("abcdefghijklmnop", k=8)) for _ in range(WORDS)]
        # One word for spaCy, two for wordfreq.
        made_up[1] = f"{made_up[0]}-{made_up[1]}"
        yield " ".join(made_up).capitalize() + ".\n\n"


def container_sizes():
    """Return every container and its size; 0 for caches with a sufficiently low limit."""
    gc.collect()
    sizes = {}
    for thing in gc.get_objects():
        if type(thing) in (dict, list, set):
            size = len(thing)
        elif type(thing) is functools._lru_cache_wrapper:
            limit = thing.cache_info().maxsize
            size = thing.cache_info().currsize if (limit or 1e9) > CACHED_TOKENS else 0
        else:
            continue
        sizes[id(thing)] = (size, thing)
    return sizes


def test_no_container_grows_with_the_number_of_words(monkeypatch):
    monkeypatch.setattr(annotation, "BATCH_TOKENS", 200)
    monkeypatch.setattr(predictor, "CACHED_COMPLEXITIES", 100)
    monkeypatch.setattr(measuring, "CACHED_FEATURE_ROWS", LIMIT)
    monkeypatch.setattr(wordfreq, "CACHE_SIZE", LIMIT)
    monkeypatch.setattr(sentences, "BLOCK", 2_000)
    monkeypatch.setattr(stages, "_FORMS", RowCache(0, 100))
    annotator = Annotator(model_folder(), names=True, expressions="no")

    def annotate(number, seed):
        pieces = made_up_sentences(number, seed)
        annotated = [len(sentence.words) for sentence in annotator.stream(pieces)]
        # The first word of each sentence has a capital and is in no list: a name.
        assert sum(annotated) > number * (WORDS - 2)

    annotate(20, seed=1)
    before = container_sizes()
    annotate(300, seed=2)
    grown = {
        str(thing)[:100]: (before[key][0], size)
        for key, (size, thing) in container_sizes().items()
        if key in before and size > before[key][0] + 250
    }
    # Only the cache of words grows, up to its limit.
    caches = [thing for thing in gc.get_objects() if type(thing) is RowCache]
    assert any(0 < sum(map(len, cache._parts)) <= LIMIT for cache in caches)
    assert all(size <= LIMIT for _, size in grown.values())
