"""``lcp.annotate`` and ``Annotator``."""

import gc
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
import spacy

import lcp
from lcp.english.kinds import KINDS
from lcp.errors import ResourceError
from lcp.reader.annotation import annotator
from lcp.reader.annotation.annotator import Annotator
from tests.errors import refused

TEXT = "The deep river rose.\n\nIn 1999 its haploinsufficiency didn't stop the deep river."


def test_content_words_get_their_span_and_the_prediction_of_the_model(model):
    annotation = lcp.annotate(TEXT, model=model)
    words = ["deep", "river", "rose", "haploinsufficiency", "stop", "deep", "river"]
    assert [word.text for word in annotation] == words
    assert len(annotation) == 7
    for word in annotation:
        assert TEXT[word.start : word.end] == word.text
    sentences = TEXT.split("\n\n")
    table = pd.DataFrame(
        [(sentences[0], word) for word in words[:3]] + [(sentences[1], w) for w in words[3:]],
        columns=["sentence", "token"],
    )
    expected = model.predict_interval(table)
    frame = annotation.to_frame()
    for column in ("complexity", "low", "high"):
        np.testing.assert_allclose(frame[column], expected[column], atol=1e-9)
    assert frame["sentence"].tolist() == [0, 0, 0, 1, 1, 1, 1]
    assert frame["hard"].tolist() == (frame["complexity"] >= annotation.threshold).tolist()


def test_tokens_are_counted_by_kind(model):
    annotation = lcp.annotate(TEXT, model=model)
    kinds = {"word": 7, "function word": 5, "contraction part": 1, "number": 1, "punctuation": 2}
    assert annotation.tally.kinds == kinds
    assert annotation.tally.to_dict() == {
        "sentences": 2,
        "expressions": 0,
        "hard": annotation.to_frame()["hard"].sum(),
        "unknown": 0,
        **dict.fromkeys(KINDS, 0),
        **kinds,
    }


def test_a_word_that_reaches_the_threshold_is_hard(model):
    value = next(iter(lcp.annotate("Rivers.", model=model))).prediction.complexity
    for threshold, reached in ((value, True), (min(1, value + 1e-9), False), (0, True), (1, False)):
        [word] = lcp.annotate("Rivers.", model=model, threshold=threshold)
        assert word.hard is reached
    assert lcp.annotate("Rivers.", model=model, threshold="many").threshold == 0.229
    with refused("not from 0 to 1"):
        lcp.annotate("Rivers.", model=model, threshold=2)


def test_batches_do_not_change_the_results(model, monkeypatch):
    text = "The deep river rose. A ewe slept. The deep river rose.\n" * 3
    whole = lcp.annotate(text, model=model).to_frame()
    monkeypatch.setattr("lcp.english.sentences.BLOCK", 20)
    monkeypatch.setattr(annotator, "BATCH_TOKENS", 5)
    parts = [word for sentence in Annotator(model).stream(text) for word in sentence.words]
    assert [word.start for word in parts] == whole["start"].tolist()
    np.testing.assert_allclose(
        [word.prediction.complexity for word in parts], whole["complexity"], atol=1e-9
    )
    assert len(whole) == 3 * 8


def test_streams_of_one_annotator_are_independent(model, monkeypatch):
    monkeypatch.setattr("lcp.english.sentences.BLOCK", 20)
    monkeypatch.setattr(annotator, "BATCH_TOKENS", 5)
    shared = Annotator(model)
    first = shared.stream(["A ewe slept. A river rose. A sheep sat."])
    sentences = [next(first)]
    list(shared.stream(["The deep river rose. The green sheep slept."]))
    sentences += first
    assert [word.text for sentence in sentences for word in sentence.words] == [
        *("ewe", "slept", "river", "rose", "sheep", "sat")
    ]
    for _ in range(5):
        next(shared.stream(["A ewe slept. A river rose. A sheep sat."]))


def test_cycles_are_collected_again_after_an_error(model):
    def broken():
        yield "They crossed the deep river. "
        raise OSError("no more text")

    with pytest.raises(OSError, match="no more"):
        list(Annotator(model).stream(broken()))
    assert gc.isenabled()


def calls(function, text):
    """Return the number of calls, of Python and of C, that a function of a text makes."""
    number = 0

    def count(_, event, __):
        nonlocal number
        number += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        function(text)
    finally:
        sys.setprofile(None)
    return number


@pytest.mark.filterwarnings("ignore:.*does not seem to be English")
@pytest.mark.parametrize("function", [lcp.annotate, lcp.profile])
@pytest.mark.parametrize("piece", ["per-\nson ", "<!--", "deep-", "a deep river rose\n"])
def test_the_work_is_proportional_to_the_length_of_the_text(function, piece):
    function(piece * 1_000)
    fewer, more = (calls(function, piece * number) for number in (500, 2_000))
    assert more < 4.5 * fewer


@pytest.mark.parametrize("text", ["", " \n\t ", "12% … 😀", "the of and"])
def test_a_text_without_content_words_is_empty(model, text):
    annotation = lcp.annotate(text, model=model)
    assert list(annotation) == []
    assert annotation.to_frame().shape == (0, 14)


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b", b"ab", None])
def test_invalid_text_raises_an_error(model, text):
    with refused():
        lcp.annotate(text, model=model)


def test_other_languages_and_scripts_give_a_warning(model):
    finnish = "Hallitus hyväksyi eilen uuden lain, joka koskee monia kansalaisia. " * 4
    with pytest.warns(UserWarning, match="does not seem to be English"):
        lcp.annotate(finnish, model=model)
    with pytest.warns(UserWarning, match="does not seem to be English"):
        annotation = lcp.annotate("שלום עולם. " * 20, model=model)
    assert annotation.tally.warning.startswith("100%")
    assert annotation.tally["other script"] == 40
    assert len(annotation) == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lcp.annotate("The government passed a new law yesterday evening. " * 8, model=model)


def test_white_space_in_an_expression_becomes_one_space(model):
    [word, *_] = lcp.annotate("He gave\n  up hope.", model=model)
    assert (word.text, word.start, word.end, word.lemma) == ("gave up", 3, 12, "give up")


def test_words_of_an_expression_are_not_listed_by_themselves(model):
    text = "He kicked the bucket in May."
    texts = {
        choice: [word.text for word in lcp.annotate(text, model=model, expressions=choice)]
        for choice in ("yes", "no", "both")
    }
    assert texts == {
        "yes": ["kicked the bucket"],
        "no": ["kicked", "bucket"],
        "both": ["kicked the bucket", "kicked", "bucket"],
    }
    [sentence] = lcp.annotate(text, model=model).sentences
    assert [word.text for word in sentence.inside] == ["kicked", "bucket"]
    with refused("not a choice"):
        lcp.annotate(text, model=model, expressions="maybe")


def test_an_expression_that_is_apart_has_parts_and_the_prediction_of_its_words(model):
    sentence = "He took his tall hat off."
    expression, *words = lcp.annotate(sentence, model=model)
    assert (expression.text, expression.runs) == ("took off", ((3, 7), (21, 24)))
    assert expression.prediction.complexity == model.predict_one(sentence, "take off")
    assert [word.text for word in words] == ["tall", "hat"]


def test_a_model_of_single_words_without_calibration_has_neither_expressions_nor_limits():
    small_words_model = lcp.ComplexityModel("frequency-baseline", "linear")
    small_words_model.fit(lcp.load_corpus("sample", task=1))
    annotation = lcp.annotate("Kick the bucket.", model=small_words_model)
    assert "bucket" in [word.text for word in annotation]
    assert annotation.to_frame()[["low", "high"]].isna().all(axis=None)
    with refused("not predict for expressions"):
        lcp.annotate("Kick the bucket.", model=small_words_model, expressions="yes")


def test_a_pipeline_that_is_missing_or_assigns_nothing_raises_an_error(model, tmp_path):
    with pytest.raises(ResourceError, match="spacy download no_such"):
        lcp.annotate("The deep river.", model=model, pipeline="no_such")
    spacy.blank("en").to_disk(tmp_path / "blank")
    with refused("assigns no part-of-speech tags"):
        lcp.annotate("The deep river.", model=model, pipeline=str(tmp_path / "blank"))


def test_a_list_of_texts_gives_the_annotation_of_each():
    texts = ["The acquiescence was mild.", "", "He took the hat off. She left.", "<b>", "River."]
    together = lcp.annotate(texts, expressions="both")
    for text, annotation in zip(texts, together, strict=True):
        alone = lcp.annotate(text, expressions="both")
        assert ([*annotation], annotation.tally) == ([*alone], alone.tally)
    assert [[s.index for s in each.sentences] for each in together] == [[0], [], [0, 1], [0], [0]]
    assert [len(each) for each in lcp.annotate(iter(texts))] == [2, 0, 3, 0, 1]
    assert lcp.annotate([]) == []
