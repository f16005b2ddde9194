"""Where a target stands, and among which words."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from lcp.errors import InputError
from lcp.extractors import context as module
from lcp.extractors import families
from lcp.extractors.context import LONGEST_EXPRESSION, Context
from lcp.word_frequency import zipf


def instances(*rows: tuple[str, str], corpus: str = "bible") -> pd.DataFrame:
    """Targets at their first place in the sentence."""
    return pd.DataFrame(
        [(corpus, s, t, s.index(t), s.index(t) + len(t)) for s, t in rows],
        columns=["corpus", "sentence", "token", "start", "end"],
    )


def around(sentence: str, token: str) -> pd.Series:
    return Context().extract(instances((sentence, token))).iloc[0]


def test_the_family_registers_itself_and_needs_nothing():
    assert families()["context"] is Context
    assert Context().resources() == ()


def test_columns_are_the_described_features_in_order():
    family = Context()
    table = instances(("The river.", "river"), ("A sea.", "sea"), ("The river.", "The"))
    table = table.set_axis([4, 2, 9], axis=0)
    for rows in (table, table.head(1), table.head(0)):
        values = family.extract(rows)
        assert list(values.columns) == [feature.name for feature in family.features()]
        assert values.index.equals(rows.index)
        assert (values.dtypes == "float64").all()
    assert family.extract(table)["words_before"].tolist() == [1, 1, 0]


def test_a_corpus_is_one_column_and_an_unknown_one_none():
    table = instances(("A sea.", "sea"), ("A sea.", "sea")).assign(corpus=["europarl", "novels"])
    values = Context().extract(table)[["corpus_bible", "corpus_biomed", "corpus_europarl"]]
    assert values.to_numpy().tolist() == [[0, 0, 1], [0, 0, 0]]
    assert Context(corpora=["novels"]).extract(table)["corpus_novels"].tolist() == [0, 1]
    assert "corpus_bible" not in Context(corpora=[]).extract(table)


def test_one_corpus_must_be_written_as_a_list():
    with pytest.raises(InputError, match=r'corpora = \["bible"\]'):
        Context(corpora="bible").features()


def test_words_are_counted_before_and_after_the_target():
    values = around('He said: "Go, you swift messengers!"', "swift messengers")
    assert values["words_before"] == 4
    assert values["words_after"] == 0
    assert values["sentence_words"] == 6
    assert values["sentence_characters"] == 36
    assert values["expression_words"] == 2
    assert values["position"] == pytest.approx(4 / 6)


def test_neighbours_are_the_words_next_to_the_target():
    values = around("They crossed the wide river, slowly.", "wide river")
    assert values["previous_zipf"] == zipf("the")
    assert values["next_zipf"] == zipf("slowly")


def test_there_is_no_neighbour_beyond_the_edges():
    assert math.isnan(around("River of life.", "River")["previous_zipf"])
    assert math.isnan(around("River of life.", "life")["next_zipf"])


def test_an_unknown_neighbour_has_no_frequency():
    assert math.isnan(around("The xqzzt river.", "river")["previous_zipf"])


@pytest.mark.parametrize("token", ["The", "hippopotamus", "crossed", "river"])
def test_the_sentence_is_measured_without_the_target(token):
    sentence = "The hippopotamus crossed xqzzt the river"
    others = [word for word in sentence.split() if word not in (token, "xqzzt")]
    values = around(sentence, token)
    assert values["sentence_zipf_mean"] == pytest.approx(np.mean([zipf(w) for w in others]))
    assert values["sentence_zipf_min"] == pytest.approx(min(zipf(w) for w in others))


def test_a_target_alone_has_no_sentence_around_it():
    values = around("River", "River")
    assert values[["sentence_zipf_mean", "sentence_zipf_min"]].isna().all()
    assert (values["position"], values["words_after"]) == (0, 0)


def test_repeats_are_further_occurrences_ignoring_case():
    assert around("Lamb and lamb and lambs.", "lamb")["repeats"] == 1
    assert around("Lamb and lamb and lambs.", "lambs")["repeats"] == 0
    assert around("Own work is own\twork; work is own.", "own\twork")["repeats"] == 1


def test_repeats_of_very_long_expressions_are_not_counted():
    sentence = " ".join(["word"] * (LONGEST_EXPRESSION + 1))
    assert around(sentence, sentence[:-5])["repeats"] == 1
    assert math.isnan(around(sentence, sentence)["repeats"])


def test_a_capital_counts_only_inside_the_sentence():
    assert around("River Jordan flows.", "Jordan")["capitalised_inside"] == 1
    assert around("River Jordan flows.", "River")["capitalised_inside"] == 0
    assert around("River Jordan flows.", "flows")["capitalised_inside"] == 0


def test_a_target_inside_a_longer_word_takes_that_words_place():
    values = around("A well-fed man slept.", "fed")
    assert values["words_before"] == 1
    assert values["words_after"] == 2
    assert values["next_zipf"] == zipf("man")


@pytest.mark.parametrize("sentence", ["About ten % more.", "About ten% more."])
def test_a_target_without_letters_stands_between_two_words(sentence):
    values = around(sentence, "%")
    assert (values["words_before"], values["words_after"]) == (2, 1)
    assert values["previous_zipf"] == zipf("ten")
    assert values["next_zipf"] == zipf("more")
    assert math.isnan(values["repeats"])


def test_a_sentence_without_words_gives_nothing_to_measure():
    values = around("% ... !", "%")
    assert values["sentence_words"] == 0
    assert math.isnan(values["position"])


def test_without_a_span_the_place_is_unknown_and_the_sentence_is_not():
    table = instances(("The river.", "river")).assign(start=np.nan, end=np.nan)
    values = Context().extract(table).iloc[0]
    assert values[[name for name, *_ in module._PLACE]].isna().all()
    assert values["sentence_words"] == 2


def test_a_sentence_is_read_once_whatever_its_targets(monkeypatch):
    read = []
    word_spans = module.word_spans
    monkeypatch.setattr(module, "word_spans", lambda text: read.append(text) or word_spans(text))
    words = [f"w{number}" for number in range(2_000)]
    sentence = " ".join(words)
    starts = np.cumsum([0] + [len(word) + 1 for word in words[:-1]])
    table = pd.DataFrame({"corpus": "bible", "sentence": sentence, "token": words, "start": starts})
    table["end"] = table["start"] + table["token"].str.len()
    values = Context().extract(table)
    assert read == [sentence]
    assert values["words_before"].tolist() == list(range(2_000))
