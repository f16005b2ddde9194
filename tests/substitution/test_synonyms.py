"""Synonyms of the sense at hand: from a WordNet made by hand, and the real one."""

import pytest

from lcp.errors import InputError, ResourceError
from lcp.resources import Store
from lcp.substitution import synonyms as module
from lcp.substitution.synonyms import synonyms
from tests.extractors.test_wordnet import build


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    root = tmp_path_factory.mktemp("mirror")
    build(root / "nltk_data/corpora/wordnet")
    (root / "nltk_data/taggers/averaged_perceptron_tagger_eng").mkdir(parents=True)
    return Store(mirror=root, cache=root / "cache")


@pytest.fixture
def tagged(monkeypatch):
    def tag(part):
        monkeypatch.setattr(module, "_part_of_speech", lambda *_: part)

    return tag


def of(sentence, target, store):
    start = sentence.index(target)
    return synonyms(sentence, (start, start + len(target)), store)


def test_the_first_sense_is_taken_where_no_definition_shares_a_word(store, tagged):
    tagged("n")
    found, notes = of("My dog came.", "dog", store)
    assert found == ["hound"]
    assert notes == ["“dog” is taken in WordNet's sense “it barks”."]


def test_the_sense_whose_definition_shares_most_words_is_taken(store, tagged):
    # "man", "behave" and "badly" of the second sense; "the" and the target count for nothing.
    tagged("n")
    found, _ = of("The dog behaved badly to the men.", "dog", store)
    assert found == ["cad"]


def test_the_part_of_speech_chooses_among_senses_and_a_wrong_one_does_not_hide_them(store, tagged):
    tagged("v")
    assert of("They dog it.", "dog", store)[0] == ["chase"]
    tagged("r")
    assert of("My dog came.", "dog", store)[0] == ["hound"]


def test_synonyms_take_the_targets_form(store, tagged):
    tagged("v")
    assert of("He dogs it.", "dogs", store)[0] == ["chases"]
    tagged("n")
    assert of("My dogs came.", "dogs", store)[0] == ["dogounds"]  # noun.exc of the hand-made one


def test_what_has_no_synonym_or_no_entry_says_so(store, tagged):
    tagged("n")
    with pytest.raises(InputError, match=r"what there is.*no other word"):
        of("A thing came.", "thing", store)
    with pytest.raises(InputError, match="does not know “zxqvy”"):
        of("A zxqvy came.", "zxqvy", store)


def test_missing_resources_are_named_together(tmp_path, monkeypatch):
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    with pytest.raises(ResourceError, match="lcp fetch wordnet tagger"):
        of("My dog came.", "dog", Store(mirror=tmp_path, cache=tmp_path))


def test_real_synonyms_are_inflected_where_a_form_is_known(data):
    store = Store(mirror=data)
    assert of("She purchased a house.", "purchased", store)[0] == ["bought"]
    found, notes = of("The rivers rose.", "rose", store)
    # Either "went" or "gone", "arose" or "arisen" may be meant.
    assert found == ["lifted", "arise", "moved up", "go up", "came up", "uprise"]
    assert notes[1].endswith("uninflected: “arise”, “go up”, “uprise”.")
