"""The evidence for a candidate, and the probability that people accept it."""

import numpy as np
import pytest

from lcp.disambiguation.choice import sense_shares
from lcp.disambiguation.usage import usage_of
from lcp.extractors.wordnet import wordnet_reader
from lcp.substitution import confidence
from lcp.substitution.candidates import candidates
from lcp.substitution.confidence import EVIDENCE, evidence, frequency, probability


@pytest.fixture
def rows(store, tagged):
    tagged("NN")
    with wordnet_reader(store.nltk("wordnet")) as reader:
        usage = usage_of(reader, "My dog came.", (3, 6), store)
        related = candidates(reader, usage)
        shares = sense_shares(reader, usage)
        table = evidence(reader, usage, related, shares)
        assert evidence(reader, usage, [], shares).shape == (0, len(EVIDENCE))
    return dict(zip([each.form for each in related], table, strict=True))


def column(name):
    return EVIDENCE.index(name)


def test_relations_and_shares_are_evidence(rows):
    assert {form: row[column("hypernym")] for form, row in rows.items()} == {
        "hound": 0,
        "cad": 0,
        "animal": 1,
        "pet": 1,
        "thing": 1,
    }
    share = column("sense_share")
    assert rows["hound"][share] > rows["cad"][share]
    assert rows["thing"][share] == rows["cad"][share]
    # All of the hound's uses are in the shared sense.
    assert rows["hound"][column("own_share")] == pytest.approx(np.log(1.01))


def test_similar_words_have_a_higher_cosine(rows):
    similarity = column("similarity")
    assert rows["pet"][similarity] > rows["thing"][similarity]
    assert all(np.isfinite(row).all() for row in rows.values())


def test_the_rarest_word_determines_the_frequency_of_an_expression():
    assert frequency("the river") == frequency("river")
    assert frequency("xqzzt") == 0


def test_confidence_grows_with_the_evidence(monkeypatch):
    monkeypatch.setattr(confidence, "weights", lambda: (np.ones(len(EVIDENCE)), -1.0))
    rows = np.zeros((2, len(EVIDENCE)))
    rows[1, 0] = 1
    assert probability(rows).tolist() == pytest.approx([1 / (1 + np.e), 0.5])


def test_every_column_has_a_weight():
    weights, intercept = confidence.weights()
    assert weights.shape == (len(EVIDENCE),)
    assert np.isfinite([*weights, intercept]).all()
