"""The family `senses`."""

import numpy as np
import pandas as pd
import pytest

from lcp.disambiguation.meanings import meanings, weights_of
from lcp.encoders.record_cache import record_cache
from lcp.errors import InputError, ResourceError
from lcp.extractors.senses import Senses
from lcp.resources import Store
from tests.encoders.toy import write_toy_encoder

PRISON = "The prisoner was locked in his cell in the jail."
BIOLOGY = "Each cell of the organism contains the chromosomes in its nucleus."


def measured(store, *instances, family=None):
    rows = []
    for sentence, token in instances:
        start = sentence.index(token)
        rows.append(("", sentence, token, start, start + len(token)))
    table = pd.DataFrame(rows, columns=["genre", "sentence", "token", "start", "end"])
    return (family or Senses()).use_store(store).fit(table).extract(table)


def test_two_meanings_of_a_word_have_other_features(data):
    values = measured(Store(mirror=data), (PRISON, "cell"), (BIOLOGY, "cell"))
    assert values["topic"][0] < values["topic"][1]
    assert values["domain_object"][0] > values["domain_object"][1]
    assert (values["domain_object"] <= 1).all()
    assert values["count"].notna().all()


def test_the_meaning_of_the_sentence_is_the_likeliest(data):
    listed = meanings(Store(mirror=data))["bank"]
    money = next(n for n, meaning in enumerate(listed) if "money" in meaning.text.lower())
    weights = weights_of(listed, {"money", "institution", "deposit"}, {"money", "account"})
    assert weights.sum() == pytest.approx(1)
    assert weights[money] > 1 / len(listed)


def test_the_earliest_meaning_is_the_lower_limit(data):
    values = measured(Store(mirror=data), (PRISON, "cell"), (BIOLOGY, "cell"), (BIOLOGY, "nucleus"))
    assert (values["aoa_above_first"] >= -1e-9).all()
    assert values["aoa"].between(2, 16).all()


def test_words_outside_wordnet_have_no_features(data):
    assert measured(Store(mirror=data), ("They went to xqzzt.", "xqzzt")).isna().all(axis=None)


def test_instances_without_a_span_have_no_features(data):
    row = {"genre": "", "sentence": "A cell.", "token": "cell", "start": -1, "end": -1}
    values = Senses().use_store(Store(mirror=data)).extract(pd.DataFrame([row]))
    assert values.isna().all(axis=None)
    assert np.array_equal(values.columns, Senses().column_names())


def test_a_damaged_table_of_meanings_is_an_error(tmp_path):
    path = tmp_path / "aoa.csv"
    path.write_text("Word,Other\ncell,small room\n")
    with pytest.raises(ResourceError, match="not laid out as expected"):
        meanings(Store({"aoa_test": path}))


@pytest.fixture
def toy(tmp_path):
    record_cache.cache_clear()
    yield write_toy_encoder(tmp_path / "toy")
    record_cache.cache_clear()


def test_an_encoder_changes_the_probabilities_of_senses(data, toy, tmp_path):
    store = Store(mirror=data, cache=tmp_path / "cache")
    instances = (PRISON, "cell"), (BIOLOGY, "xqzzt"), (BIOLOGY, "nucleus")
    instances = [(sentence + " xqzzt", token) for sentence, token in instances]
    without = measured(store, *instances)
    family = Senses(model=str(toy), n_jobs=1)
    values = measured(store, *instances, family=family)
    assert (values["share"] != without["share"])[[0, 2]].all()
    assert values["share"].between(0, 1)[[0, 2]].all()
    assert values.loc[1].isna().all()


def test_another_encoder_than_that_of_the_training_is_refused(toy, tmp_path):
    fitted = Senses(model=str(toy)).fit(pd.DataFrame())
    assert not fitted.learns  # folds share the features
    other = write_toy_encoder(tmp_path / "other", seed=1)
    restored = Senses(model=str(other)).restore(fitted.learned())
    with pytest.raises(InputError, match="differ from those of the training"):
        restored.encoder()


def test_an_encoder_that_is_not_here_is_an_error_before_long_work():
    with pytest.raises(ResourceError, match="not on this machine"):
        Senses(model="nobody/nothing").check()
