"""Threads can share an annotator, a model and the reader."""

import multiprocessing
import os
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from wordfreq import top_n_list

from lcp.english import analyse, sentences
from lcp.features import measuring
from lcp.reader.annotation import annotator
from lcp.reader.annotation.annotator import Annotator

THREADS = 8
SENTENCES = 20
COMMON = [word for word in top_n_list("en", 3_000) if len(word) > 4]


def made_up_text(seed):
    """Sentences of random words, some of them common to all texts."""
    draw = random.Random(seed)  # noqa: S311 - not for security
    sentences = []
    for _ in range(SENTENCES):
        words = [*draw.sample(COMMON, 6), "".join(draw.choices("abcdefgh", k=7))]
        sentences.append(" ".join(words).capitalize() + ".")
    return " ".join(sentences)


TEXTS = [made_up_text(seed) for seed in range(THREADS)]


def words_of(annotator, text):
    return [word for sentence in annotator.stream([text]) for word in sentence.words]


@pytest.fixture(scope="module")
def single(model):
    """Words of each text, from a single thread."""
    annotator = Annotator(model)
    return [words_of(annotator, text) for text in TEXTS]


@pytest.fixture
def _small_batches(monkeypatch, frequent_switches):
    """Small batches and caches, and threads that are interrupted often."""
    monkeypatch.setattr(sentences, "BLOCK", 100)
    monkeypatch.setattr(annotator, "BATCH_TOKENS", 20)
    monkeypatch.setattr(measuring, "CACHED_FEATURE_ROWS", 100)


@pytest.mark.usefixtures("_small_batches")
def test_threads_that_share_an_annotator_get_the_results_of_a_single_thread(model, single):
    annotator = Annotator(model)
    with ThreadPoolExecutor(THREADS) as pool:
        words = list(pool.map(lambda text: words_of(annotator, text), TEXTS))
    assert words == single


@pytest.mark.usefixtures("_small_batches")
def test_threads_can_share_a_model(model, single):
    with ThreadPoolExecutor(THREADS) as pool:
        words = list(pool.map(lambda text: words_of(Annotator(model), text), TEXTS))
    assert words == single


def test_threads_can_share_the_reader():
    def number_of_tokens(seed):
        draw = random.Random(seed)  # noqa: S311 - not for security
        words = ("".join(draw.choices("abcdefgh", k=7)) for _ in range(4000))
        text = ". \n\n".join(" ".join(five) for five in zip(*[words] * 5, strict=True))
        return sum(len(sentence.tokens) for sentence in analyse(text))

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(number_of_tokens, range(18)))) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_that_is_forked_while_a_thread_annotates_can_annotate(model, single):
    annotator, stopped = Annotator(model), threading.Event()

    def annotate_until_stopped():
        for seed in count():
            words_of(annotator, made_up_text(seed))
            if stopped.is_set():
                break

    def compare():
        os._exit(words_of(annotator, TEXTS[0]) != single[0])

    thread = threading.Thread(target=annotate_until_stopped)
    thread.start()
    children = [multiprocessing.get_context("fork").Process(target=compare) for _ in range(8)]
    for child in children:
        child.start()
    for child in children:
        child.join(timeout=60)
    stopped.set()
    thread.join()
    ended = [child.exitcode for child in children]
    for child in children:
        child.kill()
    assert ended == [0] * 8
