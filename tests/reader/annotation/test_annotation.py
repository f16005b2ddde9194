"""Annotations are sequences that show themselves, and small when they are sent to processes."""

import pickle
from copy import deepcopy

import lcp
from lcp.reader.annotation.annotator import Annotator

TEXT = "The acquiescence <b>of</b> the farmers was mild.\n\nThey took the hat off."


def test_an_annotation_is_a_sequence_of_its_words():
    annotation = lcp.annotate(TEXT)
    words = list(annotation)
    assert (annotation[0], annotation[-1], annotation[1:3]) == (words[0], words[-1], words[1:3])
    assert words[1] in annotation


def test_an_annotation_shows_words_and_numbers():
    annotation = lcp.annotate(TEXT, threshold=0.4)
    first = annotation[0].prediction.complexity
    assert repr(annotation).startswith(f"<Annotation of {len(annotation)} words, 1 hard: ")
    assert f"'acquiescence' {first:.2f}" in repr(annotation)
    html = annotation._repr_html_()
    assert f'title="{first:.2f}' in html
    assert ">acquiescence</span> &lt;b&gt;of&lt;/b&gt; the farmers was mild.\n\nThey" in html


def test_a_pickled_annotation_has_its_words_and_not_the_models():
    annotation = lcp.annotate(TEXT)
    before = len(pickle.dumps(annotation))
    words = list(annotation)
    stored = pickle.dumps(annotation)
    assert len(stored) == before < 5_000
    restored = pickle.loads(stored)  # noqa: S301 - own
    assert list(restored) == words
    assert [each.sentence.tokens for each in restored.sentences] == [
        each.sentence.tokens for each in annotation.sentences
    ]


def test_annotators_can_be_pickled_and_copied():
    annotator = Annotator(names=True)
    for copied in (deepcopy(annotator), pickle.loads(pickle.dumps(annotator))):  # noqa: S301 - own
        [first, *_], [same, *_] = annotator.stream([TEXT]), copied.stream([TEXT])
        assert first.words == same.words
