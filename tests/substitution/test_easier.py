"""Easier synonyms that fit, and nothing otherwise."""

import pytest

import lcp
from lcp.errors import InputError, ResourceError


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


@pytest.mark.parametrize(
    ("sentence", "target", "best"),
    [
        ("It will commence today.", "commence", "start"),
        ("She purchased a house.", "purchased", "bought"),
        ("The enormous ship sank.", "enormous", "large"),
        ("The perils of the sea are great.", "perils", "dangers"),
    ],
)
def test_the_best_synonym_comes_first_in_the_form_of_the_target(
    data, model, sentence, target, best
):
    first, *_ = offered = lcp.easier_synonyms(sentence, target, model=model)
    assert first.form == best
    own = model.predict_one(sentence, target)
    assert own - first.complexity == pytest.approx(first.gain)
    assert all(each.gain >= 0.03 and each.confidence >= 0.3 for each in offered)
    assert [each.confidence for each in offered] == sorted(
        (each.confidence for each in offered), reverse=True
    )
    assert first.gloss
    assert first.sense.count(".") == 2


@pytest.mark.parametrize(
    ("sentence", "target", "nonsense"),
    [
        ("He alighted from the train.", "alighted", "lit"),
        ("A rook sat on the branch and cawed.", "rook", "castle"),
        ("The two issues are orthogonal.", "orthogonal", "impertinent"),
        ("The connection was throttled by them.", "throttled", "limited"),
        ("The colour was vivid.", "colour", "color"),
    ],
)
def test_nonsense_is_not_offered(data, model, sentence, target, nonsense):
    forms = [each.form for each in lcp.easier_synonyms(sentence, target, model=model)]
    assert nonsense not in forms


def test_a_higher_confidence_gives_fewer_synonyms(data, model):
    sentence = ("He was vexed by the noise.", "vexed")
    counts = [
        len(lcp.easier_synonyms(*sentence, model=model, confidence=value))
        for value in (0, 0.2, 0.4, 1)
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[2] >= counts[3] == 0


def test_rarer_words_and_small_gains_are_not_offered(data, model):
    options = {"model": model, "confidence": 0}
    every = lcp.easier_synonyms("It is a big ship.", "big", gain=-1, **options)
    zipf = lcp.english.word_frequency.zipf
    assert all(zipf(each.form) >= zipf("big") for each in every)
    gains = [each.gain for each in lcp.easier_synonyms("It will commence.", "commence", **options)]
    assert gains
    assert min(gains) >= 0.03


def test_a_sense_can_be_selected(data, model):
    sentence = ("He moved his rook there.", "rook")
    options = {"model": model, "confidence": 0}
    names = [sense.name for sense in lcp.senses(*sentence)]
    assert "castle.n.03" in names
    chess = lcp.easier_synonyms(*sentence, sense="castle.n.03", **options)
    assert {each.sense for each in chess} == {"castle.n.03"}
    with pytest.raises(InputError, match=r"(?s)no sense of “rook” called 'dog.n.01'"):
        lcp.easier_synonyms(*sentence, sense="dog.n.01", **options)


def test_the_article_and_the_capital_follow_the_target(data, model):
    offered = lcp.easier_synonyms("Enormous ships sank.", "Enormous", model=model)
    assert offered[0].form == "Large"
    assert offered[0].sentence == "Large ships sank."
    first, *_ = lcp.easier_synonyms("It was an enormous ship.", "enormous", model=model)
    assert (first.form, first.sentence) == ("large", "It was a large ship.")


def test_names_and_unlisted_words_have_no_synonyms(data, model):
    assert lcp.easier_synonyms("They saw Amsterdam there.", "Amsterdam", model=model) == []
    assert lcp.easier_synonyms("A zxqvy came.", "zxqvy", model=model) == []


def test_missing_resources_and_targets_raise_errors(no_data, model, tmp_path, monkeypatch):
    with pytest.raises(InputError, match="not in its sentence"):
        lcp.easier_synonyms("A dog came.", "cat", model=model)
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    with pytest.raises(ResourceError, match="lcp fetch wordnet tagger"):
        lcp.easier_synonyms("A dog came.", "dog", model=model)
