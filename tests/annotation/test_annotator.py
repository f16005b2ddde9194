"""``lcp.annotate`` and the streaming annotator."""

from __future__ import annotations

import random
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
import spacy

import lcp
from lcp.annotation import Annotator, annotator
from lcp.annotation.segments import KINDS, segments
from lcp.annotation.word_cache import WordCache
from lcp.errors import InputError, ResourceError

TEXT = "The deep river rose.\n\nIn 1999 its haploinsufficiency didn't stop the deep river."


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


@pytest.fixture
def tagged(tmp_path):
    """A spaCy pipeline on disk that gives a few words their tags, by rule."""
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("attribute_ruler")
    tags = {"deep": "JJ", "river": "NN", "bank": "NN", "banks": "NNS", "steep": "JJ"}
    for word, tag in tags.items():
        ruler.add(patterns=[[{"LOWER": word}]], attrs={"TAG": tag})
    ruler.add(patterns=[[{"LOWER": {"NOT_IN": list(tags)}}]], attrs={"TAG": "DT"})
    pipeline.to_disk(tmp_path / "tagged")
    return str(tmp_path / "tagged")


def test_content_words_have_their_place_and_what_the_model_predicts(model):
    found = lcp.annotate(TEXT, model=model)
    words = ["deep", "river", "rose", "haploinsufficiency", "stop", "deep", "river"]
    assert [word.text for word in found] == words
    assert len(found) == 7
    for word in found:
        assert TEXT[word.start : word.end] == word.text
    sentences = TEXT.split("\n\n")
    table = pd.DataFrame(
        [(sentences[0], word) for word in words[:3]] + [(sentences[1], w) for w in words[3:]],
        columns=["sentence", "token"],
    )
    expected = model.predict_interval(table)
    frame = found.to_frame()
    for column in ("complexity", "low", "high"):
        np.testing.assert_allclose(frame[column], expected[column], atol=1e-9)
    assert frame["sentence"].tolist() == [0, 0, 0, 1, 1, 1, 1]
    assert frame["complex"].tolist() == (frame["complexity"] >= 0.5).tolist()


def test_what_is_not_rated_is_counted_by_kind(model):
    found = lcp.annotate(TEXT, model=model)
    kinds = {"word": 7, "function word": 6, "number": 1, "punctuation": 2}
    assert +found.tally.kinds == kinds
    assert found.counts == {
        "sentences": 2,
        "expressions": 0,
        "complex": found.to_frame()["complex"].sum(),
        "unknown": found.tally.unknown,
        **dict.fromkeys(KINDS, 0),
        **kinds,
    }


def test_a_word_is_complex_from_the_threshold_on(model):
    value = next(iter(lcp.annotate("Rivers.", model=model))).complexity
    for threshold, reached in ((value, True), (min(1, value + 1e-9), False), (0, True), (1, False)):
        [word] = lcp.annotate("Rivers.", model=model, threshold=threshold)
        assert word.complex is reached
    assert lcp.annotate("Rivers.", model=model, audience="learner").threshold == 0.25
    with pytest.raises(InputError, match="not from 0 to 1"):
        lcp.annotate("Rivers.", model=model, threshold=2)


def test_batches_and_repeats_change_nothing(model, monkeypatch):
    text = "The deep river rose. A ewe slept. The deep river rose.\n" * 3
    whole = lcp.annotate(text, model=model).to_frame()
    monkeypatch.setattr(annotator, "BATCH", 5)
    monkeypatch.setattr(annotator, "REMEMBERED_SENTENCES", 1)
    parts = [word for each in Annotator(model).stream(text) for word in each.words]
    assert [word.start for word in parts] == whole["start"].tolist()
    np.testing.assert_allclose([word.complexity for word in parts], whole["complexity"], atol=1e-9)
    assert len(whole) == 3 * 8


@pytest.fixture
def predicted(model, monkeypatch):
    """An annotator that predicts a sentence at a time, and rows of its predictions."""
    rows = []
    rater = Annotator(model)
    predict = rater.model.predict_interval
    monkeypatch.setattr(
        rater.model, "predict_interval", lambda table: rows.append(len(table)) or predict(table)
    )
    monkeypatch.setattr(annotator, "BATCH", 1)
    return rater, rows


def test_a_repeated_sentence_is_predicted_once(predicted):
    rater, rows = predicted
    list(rater.stream(["The deep river rose. The deep river rose. The deep river rose."]))
    assert rows == [3]


def test_the_sentence_that_was_not_met_for_longest_is_forgotten(predicted, monkeypatch):
    rater, rows = predicted
    monkeypatch.setattr(annotator, "REMEMBERED_SENTENCES", 2)
    deep, ewe, green = "The deep river rose.", "A ewe slept.", "The green old wet sheep slept."
    for sentence in (deep, ewe, deep, green, deep, ewe):
        list(rater.stream([sentence]))
    assert rows == [3, 2, 5, 2]


def test_streams_of_one_annotator_do_not_meet(predicted, monkeypatch):
    rater, _ = predicted
    monkeypatch.setattr(annotator, "REMEMBERED_SENTENCES", 1)
    monkeypatch.setattr(annotator, "BATCH", 10)
    first = rater.stream(["A ewe slept. A river rose. A sheep sat."])
    found = [next(first)]
    list(rater.stream(["The deep river rose. The green sheep slept."]))
    found += first
    assert [word.text for sentence in found for word in sentence.words] == [
        *("ewe", "slept", "river", "rose", "sheep", "sat")
    ]
    for _ in range(5):
        next(rater.stream(["A ewe slept. A river rose. A sheep sat."]))
    assert len(rater._known) == 1


@pytest.mark.parametrize(
    ("tokens", "characters", "sizes"),
    [(1000, 10**6, [4]), (8, 10**6, [2, 2]), (9, 10**6, [3, 1]), (1000, 95, [2, 2])],
)
def test_a_batch_ends_by_its_tokens_and_characters(monkeypatch, tokens, characters, sizes):
    monkeypatch.setattr(annotator, "BATCH", tokens)
    monkeypatch.setattr(annotator, "BATCH_CHARACTERS", characters)
    found = segments(["A ewe slept. " * 4])
    assert [len(batch) for batch in annotator._batches(found)] == sizes


def test_threads_share_what_divides_text():
    def words(seed):
        generator = random.Random(seed)  # noqa: S311
        made = ("".join(generator.choices("abcdefgh", k=7)) for _ in range(4000))
        text = ". \n\n".join(" ".join(five) for five in zip(*[made] * 5, strict=True))
        return sum(len(segment.tokens) for segment in segments([text]))

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(words, range(18)))) == 1


def test_a_word_is_computed_again_only_after_it_was_forgotten():
    seen = []

    class Family:
        def extract(self, frame):
            seen.extend(frame["word"])
            return pd.DataFrame({"x": frame["word"].str.len()}, index=frame.index)

    def extract(*words):
        seen.clear()
        frame = pd.DataFrame({"word": words, "lemma": words}, index=range(5, 5 + len(words)))
        found = cache.extract(frame)
        assert found["x"].tolist() == [len(word) for word in words]
        assert found.index.equals(frame.index)
        return seen

    cache = WordCache(Family(), limit=3)
    assert extract("null", "a") == ["null", "a"]
    assert extract("null", "sheep") == ["sheep"]
    # "a" was not met for longest.
    assert extract("river", "null") == ["river"]
    assert extract("null", "sheep", "river") == []
    assert extract("a") == ["a"]
    # More words than are remembered.
    assert extract("to", "sheep", "of", "on") == ["to", "sheep", "of", "on"]
    assert extract("a") == []


@pytest.mark.parametrize("text", ["", " \n\t ", "12 % … 😀", "the of and"])
def test_a_text_without_content_words_is_empty(model, text):
    found = lcp.annotate(text, model=model)
    assert list(found) == []
    assert found.to_frame().shape == (0, 9)


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b", b"ab", None])
def test_what_is_no_text_is_refused(model, text):
    with pytest.raises(InputError):
        lcp.annotate(text, model=model)


def test_another_language_and_another_script_are_warned_of(model):
    finnish = "Hallitus hyväksyi eilen uuden lain, joka koskee monia kansalaisia. " * 4
    with pytest.warns(UserWarning, match=r"\d\d % of the words are not in the lexicon"):
        lcp.annotate(finnish, model=model)
    with pytest.warns(UserWarning, match="100 %"):
        found = lcp.annotate("שלום עולם. " * 20, model=model)
    assert found.counts["other script"] == 40
    assert len(found) == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lcp.annotate("The government passed a new law yesterday evening. " * 8, model=model)


def test_right_to_left_text_and_emoji_keep_the_offsets(model):
    text = "שלום 😀 the deep 👩‍👩‍👧 river"
    for word in lcp.annotate(text, model=model):
        assert text[word.start : word.end] == word.text


def test_a_long_paragraph_needs_no_more_than_a_stream(model):
    text = "Electroencephalography characteristically overcomplicates haploinsufficiency. " * 65_000
    assert len(text) > 5_000_000
    rater = Annotator(model)
    rated = sum(len(each.words) for each in rater.stream([text]))
    assert rater.counts.sentences == 65_000
    assert rated == 65_000 * 4


def test_expressions_follow_the_definition_of_complex(model, tagged):
    text = "The deep\nriver bank rose. The steep, deep river. The river banks. Deep it is. A bank"
    found = lcp.annotate(text, model=model, mwe=True, pipeline=tagged)
    pairs = [word for word in found if word.kind == "expression"]
    # "deep river" stands before a noun, and "steep, deep" is no pair.
    assert [pair.text for pair in pairs] == ["river bank", "deep river", "river banks"]
    sentence = "The steep, deep river."
    assert pairs[1].complexity == pytest.approx(model.predict_one(sentence, "deep river"))
    assert found.counts["expressions"] == 3
    starts = [word.start for word in found]
    assert starts == sorted(starts)


def test_white_space_in_an_expression_is_one_space(model, tagged):
    [pair, *_] = lcp.annotate("A deep\n  river", model=model, mwe=True, pipeline=tagged)
    assert (pair.text, pair.start, pair.end) == ("deep river", 2, 14)


def test_nltks_tagger_finds_expressions(model, data):
    found = lcp.annotate("He crossed the deep river.", model=model, mwe=True)
    assert [word.text for word in found if word.kind == "expression"] == ["deep river"]


def test_without_a_tagger_it_is_said_how_to_get_one(model, no_data, monkeypatch, tmp_path):
    def refuse(resource, _cache):
        raise ResourceError("Offline.", hint=f"Run `lcp fetch {resource.name}`.")

    monkeypatch.setattr("lcp.resources.download.download", refuse)
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    with pytest.raises(ResourceError, match="lcp fetch tagger"):
        lcp.annotate("The deep river.", model=model, mwe=True)
    with pytest.raises(ResourceError, match="spacy download no_such"):
        lcp.annotate("The deep river.", model=model, mwe=True, pipeline="no_such")


def test_a_pipeline_without_tags_is_refused(model, tmp_path):
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(InputError, match="gives no part-of-speech tags"):
        lcp.annotate("The deep river.", model=model, mwe=True, pipeline=str(tmp_path / "blank"))


def test_a_model_without_intervals_gives_none():
    table = lcp.load_corpus("sample", task=1)
    small = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    [word] = lcp.annotate("Rivers.", model=small)
    assert (word.low, word.high) == (None, None)
    assert lcp.annotate("Rivers.", model=small).to_frame()["low"].isna().all()
