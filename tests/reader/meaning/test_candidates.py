"""Candidates from WordNet: relations, forms, what is left out, and the confidence in them."""

import numpy as np
import pytest

from lcp.english.analysis import whole_sentences
from lcp.english.lexicon.synonyms import Tie
from lcp.reader.meaning import candidates as module
from lcp.reader.meaning.candidates import (
    EVIDENCE,
    Candidate,
    Link,
    candidates,
    evidence,
    parameters,
)
from lcp.reader.meaning.replacement import frequency
from lcp.reader.meaning.sense_inventory import usage_of
from lcp.reader.meaning.senses import one_reading, sense_shares
from lcp.resources import Store
from lcp.resources.wordnet_database import opened_wordnet
from tests.cases import cases


def listed(store, sentence, target):
    start = sentence.index(target)
    with opened_wordnet(store.nltk("wordnet")) as reader:
        [analysed] = whole_sentences([sentence])
        usage = usage_of(reader, analysed, (start, start + len(target)))
        usage, shares = one_reading(usage, sense_shares(usage))
        return {each.form: each for each in candidates(reader, usage, shares)}


def test_synonyms_and_hypernyms_of_all_senses_are_listed_with_their_relations(store):
    related = listed(store, "Dog came.", "Dog")
    # "living thing" has more words than the target; "thing" is never an easier word.
    assert set(related) == {"hound", "animal", "pet", "cad"}
    links = {form: each.links for form, each in related.items()}
    assert links["hound"] == [("synonym", 0, 1)]
    assert links["cad"] == [("synonym", 1, 1)]
    assert links["animal"] == [("hypernym", 0, 1)]


def test_names_are_no_candidates(store):
    assert "rex" not in {form.lower() for form in listed(store, "A hound came.", "hound")}


def test_candidates_have_the_form_of_the_target(store):
    assert list(listed(store, "He dogs it.", "dogs")) == ["chases"]


@cases("reader/meaning/cases/candidates")
def test_real_targets_have_the_candidates_of_the_case(data, case):
    forms = set(listed(Store(mirror=data), case["sentence"], case["target"]))
    assert forms >= set(case.get("listed", []))
    assert not forms & set(case.get("never", []))


@pytest.fixture
def rows(store):
    with opened_wordnet(store.nltk("wordnet")) as reader:
        usage = usage_of(reader, whole_sentences(["Dog came."])[0], (0, 3))
        shares = sense_shares(usage)
        related = candidates(reader, usage, shares)
        table = evidence(usage, related, shares)
        assert evidence(usage, [], shares).shape == (0, len(EVIDENCE))
    return dict(zip([each.form for each in related], table, strict=True))


def column(name):
    return EVIDENCE.index(name)


def test_relations_and_shares_are_evidence(rows):
    unrelated = pytest.approx(np.log(0.01))
    assert rows["hound"][column("synonym")] > rows["cad"][column("synonym")] > np.log(0.01)
    assert rows["hound"][column("hypernym")] == rows["pet"][column("synonym")] == unrelated
    assert rows["pet"][column("hypernym")] == rows["hound"][column("synonym")]


def test_a_hypernym_counts_by_the_share_of_its_own_uses_in_the_sense(store):
    with opened_wordnet(store.nltk("wordnet")) as reader:
        usage = usage_of(reader, whole_sentences(["Dog came."])[0], (0, 3))
    bank = Candidate("bank", "bank", [Link("hypernym", 0, 0.1), Link("synonym", 1, 0.1)], Tie())
    rows = evidence(usage, [bank], np.array([0.9, 0.1]))
    assert rows[0, column("hypernym")] == pytest.approx(np.log(0.1))
    assert rows[0, column("synonym")] == pytest.approx(np.log(0.11))


def test_the_table_and_the_vectors_are_evidence(rows):
    assert rows["pet"][column("similarity")] > rows["cad"][column("similarity")]
    assert rows["hound"][column("similarity_rank")] >= 0
    assert all(np.isfinite(row).all() for row in rows.values())


def test_the_rarest_word_determines_the_frequency_of_an_expression():
    assert frequency("the river") == frequency("river")
    assert frequency("xqzzt") == 0


def test_a_hyphenated_word_is_as_frequent_as_in_texts_not_as_its_parts():
    assert frequency("hand-to-mouth") < frequency("meagre") < frequency("well-known")
    assert frequency("smooth-spoken") == 0


def test_confidence_grows_with_the_evidence(monkeypatch):
    monkeypatch.setitem(parameters(), "weights", dict.fromkeys(EVIDENCE, 1.0))
    monkeypatch.setitem(parameters(), "intercept", -1.0)
    rows = np.zeros((2, len(EVIDENCE)))
    rows[1, 0] = 1
    assert module.probability(rows).tolist() == pytest.approx([1 / (1 + np.e), 0.5])


def test_every_column_has_a_weight():
    assert parameters()["weights"].keys() == {*EVIDENCE}
    assert np.isfinite([*parameters()["weights"].values(), parameters()["intercept"]]).all()
