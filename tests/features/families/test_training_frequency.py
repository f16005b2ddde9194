"""Counts of words in the training sentences."""

import numpy as np
import pandas as pd

from lcp.features.families.training_frequency import TrainingFrequency
from tests.features.families.measuring import measured


def instances(*rows: tuple[str, str, str]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["genre", "sentence", "token"])


def fitted(*rows):
    return measured(TrainingFrequency()).fit(instances(*rows))


def frame(*words):
    return pd.DataFrame({"word": words})


def test_before_training_the_genres_of_complex_are_described():
    assert measured(TrainingFrequency()).names() == ["bible", "biomed", "europarl", "all"]


def test_counts_are_by_genre_and_ignore_case():
    family = fitted(
        ("bible", "The river and the sea.", "sea"),
        ("europarl", "The vote.", "vote"),
    )
    values = family.extract(frame("THE", "river", "mouse"))
    np.testing.assert_allclose(values["bible"], np.log10([3, 2, 1]))
    np.testing.assert_allclose(values["europarl"], np.log10([2, 1, 1]))
    np.testing.assert_allclose(values["all"], np.log10([4, 2, 1]))


def test_a_sentence_with_two_targets_is_counted_once_without_them():
    sentence = "The river and the sea."
    family = fitted(("bible", sentence, "sea"), ("bible", sentence, "river"))
    assert family.learned == {"counts_": {"bible": {"the": 2, "and": 1}}}


def test_words_of_the_target_are_not_counted_in_its_sentence():
    family = fitted(
        ("bible", "The River and the river bank.", "river bank"),
        ("bible", "A river.", "A"),
    )
    counts = family.learned["counts_"]["bible"]
    assert counts["river"] == 1
    assert "bank" not in counts


def test_a_genre_of_any_name_gets_a_column():
    family = fitted(("My genre!", "A sea.", "sea"), ("all", "A sea.", "sea"), ("", "A.", "A"))
    assert family.names() == ["my_genre", "unnamed", "all"]


def test_words_without_sentences_are_not_counted():
    values = fitted(("", "river", "river")).extract(frame("river"))
    assert values.to_numpy().tolist() == [[0.0]]
