"""Position of a target in its sentence, and the words around it."""

import math

import numpy as np
import pandas as pd
import pytest

from lcp.english.word_frequency import zipf
from lcp.features.families.context import Context
from tests.features.families.measuring import measured


def instances(*rows: tuple[str, str], genre: str = "bible") -> pd.DataFrame:
    """Return targets at their first occurrence in the sentence."""
    return pd.DataFrame(
        [(genre, s, t, s.index(t), s.index(t) + len(t)) for s, t in rows],
        columns=["genre", "sentence", "token", "start", "end"],
    )


def around(sentence: str, token: str) -> pd.Series:
    return measured(Context()).extract(instances((sentence, token))).iloc[0]


def test_each_genre_has_a_column_which_is_0_for_other_genres():
    table = instances(("A sea.", "sea"), ("A sea.", "sea")).assign(genre=["europarl", "novels"])
    values = measured(Context()).extract(table)[["genre_bible", "genre_biomed", "genre_europarl"]]
    assert values.to_numpy().tolist() == [[0, 0, 1], [0, 0, 0]]
    assert measured(Context(genres=["novels"])).extract(table)["genre_novels"].tolist() == [0, 1]
    assert "genre_bible" not in measured(Context(genres=[])).extract(table)


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


def test_there_are_no_neighbours_at_the_edges():
    assert math.isnan(around("River of life.", "River")["previous_zipf"])
    assert math.isnan(around("River of life.", "life")["next_zipf"])


def test_an_unknown_neighbour_has_no_frequency():
    assert math.isnan(around("The xqzzt river.", "river")["previous_zipf"])


@pytest.mark.parametrize("token", ["The", "hippopotamus", "crossed", "river"])
def test_the_sentence_frequencies_exclude_the_target(token):
    sentence = "The hippopotamus crossed xqzzt the river"
    others = [word for word in sentence.split() if word not in (token, "xqzzt")]
    values = around(sentence, token)
    assert values["sentence_zipf_mean"] == pytest.approx(np.mean([zipf(w) for w in others]))
    assert values["sentence_zipf_min"] == pytest.approx(min(zipf(w) for w in others))


def test_repeats_are_other_occurrences_ignoring_case():
    assert around("Lamb and lamb and lambs.", "lamb")["repeats"] == 1
    assert around("Lamb and lamb and lambs.", "lambs")["repeats"] == 0
    assert around("Own work is own\twork; work is own.", "own\twork")["repeats"] == 1


def test_a_capital_does_not_count_at_the_beginning_of_the_sentence():
    assert around("River Jordan flows.", "Jordan")["capitalised_inside"] == 1
    assert around("River Jordan flows.", "River")["capitalised_inside"] == 0
    assert around("River Jordan flows.", "flows")["capitalised_inside"] == 0


@pytest.mark.parametrize("sentence", ["About ten % more.", "About ten% more."])
def test_a_target_without_letters_is_between_two_words(sentence):
    values = around(sentence, "%")
    assert (values["words_before"], values["words_after"]) == (2, 1)
    assert values["previous_zipf"] == zipf("ten")
    assert values["next_zipf"] == zipf("more")
    assert math.isnan(values["repeats"])


def test_a_sentence_without_words_has_no_position():
    values = around("% ... !", "%")
    assert values["sentence_words"] == 0
    assert math.isnan(values["position"])
