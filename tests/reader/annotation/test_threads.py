"""Threads can share an annotator, a model and the reader."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from wordfreq import top_n_list

from lcp.english import analyse, analysis
from lcp.features import measuring
from lcp.reader.annotation import annotator
from lcp.reader.annotation.annotator import Annotator

THREADS = 8
SENTENCES = 20
COMMON = [word for word in top_n_list("en", 3_000) if len(word) > 4]
COMMON_SENTENCES = "The deep river rose. The ewe slept. The sheep sat. "


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
    """Words of each text and counts of all texts, from a single thread."""
    annotator = Annotator(model)
    return [words_of(annotator, text) for text in TEXTS], annotator.tally


@pytest.fixture
def _small_batches(monkeypatch, frequent_switches):
    """Small batches and caches, and threads that are interrupted often."""
    monkeypatch.setattr(analysis, "_BLOCK", 100)
    monkeypatch.setattr(annotator, "BATCH_TOKENS", 20)
    monkeypatch.setattr(measuring, "CACHED_FEATURE_ROWS", 100)


@pytest.mark.usefixtures("_small_batches")
def test_threads_that_share_an_annotator_get_the_results_of_a_single_thread(model, single):
    annotator = Annotator(model)
    with ThreadPoolExecutor(THREADS) as pool:
        words = list(pool.map(lambda text: words_of(annotator, text), TEXTS))
    assert (words, annotator.tally) == single


@pytest.mark.usefixtures("_small_batches")
def test_threads_can_share_a_model(model, single):
    with ThreadPoolExecutor(THREADS) as pool:
        words = list(pool.map(lambda text: words_of(Annotator(model), text), TEXTS))
    assert words == single[0]


@pytest.mark.usefixtures("_small_batches")
def test_threads_count_every_word(model):
    text = COMMON_SENTENCES * 100
    shared, alone = (Annotator(model, threshold=0) for _ in range(2))
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda text: words_of(shared, text), [text] * THREADS))
    words_of(alone, text)
    counts = alone.tally.to_dict()
    assert counts["hard"] == 700
    assert shared.tally.to_dict() == {key: THREADS * count for key, count in counts.items()}


def test_threads_can_share_the_reader():
    def number_of_tokens(seed):
        draw = random.Random(seed)  # noqa: S311 - not for security
        words = ("".join(draw.choices("abcdefgh", k=7)) for _ in range(4000))
        text = ". \n\n".join(" ".join(five) for five in zip(*[words] * 5, strict=True))
        return sum(len(sentence.tokens) for sentence in analyse(text))

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(number_of_tokens, range(18)))) == 1
