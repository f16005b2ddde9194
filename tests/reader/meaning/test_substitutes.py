"""Easier synonyms that fit, and candidates ranked by their complexity in the sentence."""

from dataclasses import replace

import pytest

import lcp
from lcp.errors import ResourceError
from lcp.reader.meaning.senses import senses
from tests.cases import cases
from tests.errors import refused

SENTENCE = "Her acquiescence surprised everyone."


@pytest.fixture(scope="module")
def words_only():
    return lcp.ComplexityModel("frequency-baseline", "linear").fit(
        lcp.load_corpus("sample", task=1)
    )


@cases("reader/meaning/cases/substitutes")
def test_real_targets_have_the_substitutes_of_the_case(data, model, case):
    sentence, target = case["sentence"], case["target"]
    offered = lcp.substitutes(sentence, target, model=model, confidence=0)
    assert not {each.form for each in offered} & set(case.get("never", []))
    if "best" in case:
        first, *others = lcp.substitutes(sentence, target, model=model).substitutes
        assert first.form in case["best"]
        own = model.predict_one(sentence, target)
        assert own - first.prediction.complexity == pytest.approx(first.gain)
        assert first.prediction.low < first.prediction.complexity < first.prediction.high
        assert first.confidence >= 0.33
        assert all(each.gain >= 0.005 and each.confidence >= 0.33 / 2 for each in others)
        confidence = [each.confidence for each in (first, *others)]
        assert confidence == sorted(confidence, reverse=True)
        assert len(confidence) <= 5


def test_a_higher_confidence_gives_fewer_synonyms_and_their_number_is_limited(data, model):
    def found(**options):
        return lcp.substitutes("He commenced it.", "commenced", model=model, **options).substitutes

    counts = [len(found(confidence=value, limit=99)) for value in (0, 0.4, 0.5, 1)]
    assert found(confidence=0, limit=2) == found(confidence=0, limit=99)[:2]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[2] > counts[3] == 0


def test_a_sense_can_be_selected(data, model):
    sentence = ("He moved his rook there.", "rook")
    assert "castle.n.03" in {sense.name for sense in senses(*sentence)}
    chess = lcp.substitutes(*sentence, sense="castle.n.03", model=model, confidence=0)
    assert {each.sense for each in chess} == {"castle.n.03"}
    with refused(r"dog\.n\.01"):
        lcp.substitutes(*sentence, sense="dog.n.01", model=model)


def test_the_article_and_the_capital_follow_the_target(data, model):
    first, *_ = lcp.substitutes("Enormous ships sank.", "Enormous", model=model)
    assert (first.form, first.sentence) == ("Large", "Large ships sank.")
    first, *_ = lcp.substitutes("It was an enormous ship.", "enormous", model=model)
    assert (first.form, first.sentence) == ("large", "It was a large ship.")
    assert first.sentence[first.start : first.end] == "large"
    assert first.prediction.complexity == model.predict_one(first.sentence, "large")


def test_senses_with_one_easy_definition_count_as_one_from_a_probability_of_85_percent(data, model):
    found = lcp.substitutes("He commenced it.", "commenced", model=model, confidence=0)
    first, easy = found.senses[0], replace(found.substitutes[0], sense="b", confidence=1.0)

    def shown(likeliest, other, definition):
        given = ("a", likeliest, "start"), ("b", other, definition)
        senses = [replace(first, name=n, share=s, easy_definition=d) for n, s, d in given]
        meaning = replace(found, senses=senses, substitutes=[easy])
        return meaning.sense is not None, meaning.easier is not None

    assert [shown(0.5, share, "start")[0] for share in (0.34, 0.36)] == [False, True]
    assert shown(0.5, 0.36, "stop")[0] is False
    assert [shown(0.9, 0.1, each)[1] for each in ("start", "stop")] == [True, False]


def test_names_and_unlisted_words_have_no_synonyms_which_a_note_says(data, model):
    assert not lcp.substitutes("They saw Amsterdam there.", "Amsterdam", model=model).substitutes
    unlisted = lcp.substitutes("A zxqvy came.", "zxqvy", model=model)
    assert (len(unlisted), len(unlisted.notes)) == (0, 1)
    assert unlisted.to_frame()["substitute"].tolist() == ["zxqvy"]


def test_missing_resources_raise_an_error(no_data, model, monkeypatch):
    with pytest.raises(ResourceError, match="lcp resources fetch wordnet`"):
        lcp.substitutes("A dog came.", "dog", model=model)


def test_given_candidates_are_ranked_the_easiest_first(words_only):
    result = lcp.substitutes(
        SENTENCE, "acquiescence", ["consent", "concurrence", "yes"], model=words_only
    )
    own = words_only.predict_one(SENTENCE, "acquiescence")
    target = result.target
    assert (target.form, target.prediction.complexity, target.gain) == ("acquiescence", own, 0)
    assert sorted(word.form for word in result) == ["concurrence", "consent", "yes"]
    complexity = [word.prediction.complexity for word in result]
    assert complexity == sorted(complexity)
    consent = next(word for word in result if word.form == "consent")
    expected = words_only.predict_one(SENTENCE.replace("acquiescence", "consent"), "consent")
    assert consent.prediction.complexity == pytest.approx(expected, rel=1e-12)
    assert consent.gain == pytest.approx(own - expected, rel=1e-12)
    assert (consent.prediction.low, consent.confidence) == (None, None)
    table = result.to_frame()
    assert table["complexity"].tolist() == [own, *complexity]
    assert table[["low", "high", "confidence"]].isna().all(axis=None)


def test_repeated_candidates_and_the_target_are_listed_once(model):
    listed = ["friend", "Friend", "ally", "friend "]
    result = lcp.substitutes("My ally came.", "ally", listed, model=model)
    assert [word.form for word in result] == ["friend"]
    assert result.notes == ["Listed once: “Friend”, “ally”, “friend”."]


def test_expressions_are_left_out_with_a_note_if_the_model_is_not_for_them(words_only, model):
    listed = ["yes", "quiet approval"]
    result = lcp.substitutes(SENTENCE, "acquiescence", listed, model=words_only)
    assert [word.form for word in result] == ["yes"]
    assert "“quiet approval”" in result.notes[0]
    assert len(lcp.substitutes(SENTENCE, "acquiescence", listed, model=model)) == 2


@cases("reader/meaning/cases/refused_substitutes", "arguments", "options")
def test_invalid_input_and_options_without_effect_raise_an_error(words_only, arguments, options):
    with refused():
        lcp.substitutes(*arguments, model=words_only, **options)


@pytest.mark.parametrize(
    "target", [None, float("nan"), 1, b"", [], (4,), (9, 4), (0, 99), ("a", "b")]
)
def test_a_target_is_a_text_or_a_span_of_the_sentence(model, target):
    with refused("neither a text nor a span"):
        lcp.substitutes("The river.", target, ["sea"], model=model)
