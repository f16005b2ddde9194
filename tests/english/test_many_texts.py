"""Texts that are read together are read as one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcp.english.analysis import analyse, batches_of_texts, whole_sentences
from lcp.english.sentences import BLOCK, layout
from lcp.english.tokens import tokenize
from tests.cases import rows

SENTENCES = [row["text"] for row in rows("english/cases/sentences")]
#: Texts whose ends could affect their neighbours: markup, numbers, units, quotation marks, parts of
#: words, names and contractions.
ENDS = [
    *("", " ", "\n", "a", "<b>", "</b>", "<i>x</i> y", "z <b>", "</p> Hello there. <br/>"),
    *("AT&amp;T is big. <p>Yes.</p>", "“Data” (PDF). a.org.", "No.", "5 apples", "No.\n"),
    *("tsp. salt", "5 tsp.", "The detec-", "tion works", "<script>x", "<!-- a", "b -->"),
    *("\n\nHe said:\n- one\n- two\n\n", "'s", "n't go", "of", "Bank", "of England", "Dr."),
    *("ALL CAPS", "Lee left. "),
]


def facts(sentences):
    """Return what sentences contain."""
    return [
        (
            (each.start, each.end, each.text, each.is_first, each.before, each.plain),
            (each.tokens, each.expressions, each.words, each.target_forms),
        )
        for each in sentences
    ]


def read_together(texts):
    read = [[] for _ in texts]
    for batch in batches_of_texts(texts):
        for number, sentences in batch:
            read[number] += sentences
    return read


@settings(max_examples=40)
@given(st.lists(st.sampled_from([*ENDS, *SENTENCES]) | st.text(max_size=30), max_size=30))
def test_texts_read_together_have_the_same_sentences(texts):
    texts = [text.replace("\0", "") for text in texts]
    together = read_together(texts)
    for text, sentences, whole in zip(texts, together, whole_sentences(texts), strict=True):
        assert facts(sentences) == facts(analyse(text))
        assert facts([whole]) == facts(whole_sentences([text]))


@pytest.mark.parametrize("size", [1, 40, 400])
def test_long_texts_are_between_short_ones(size):
    texts = ["\n".join((SENTENCES[first:] * size)[:size]) for first in range(5)]
    texts[1:1] = ["", " " * (BLOCK + 1), "\n".join(SENTENCES * (BLOCK // 1_000))]
    for text, sentences in zip(texts, read_together(texts), strict=True):
        assert facts(sentences) == facts(analyse(text))


def test_white_space_after_a_text_does_not_count():
    alone, joined = "It rose.", "It rose.\n\nIt fell."
    places, _ = layout(alone, *tokenize(alone)[:2], np.array([0, 3]))
    together, _ = layout(joined, *tokenize(joined)[:2], np.array([0, 3, 6]))
    np.testing.assert_array_equal(together, np.vstack([places, places]))
