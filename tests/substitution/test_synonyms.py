"""Synonyms of the target's sense, from a small WordNet built for the tests and the real one."""

import pytest

from lcp.errors import InputError, ResourceError
from lcp.resources import Store
from lcp.substitution import synonyms as module
from lcp.substitution.synonyms import synonyms
from tests.extractors.test_wordnet import SENSES, build


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


def synonyms_of(sentence, target, store):
    start = sentence.index(target)
    return synonyms(sentence, (start, start + len(target)), store)


def test_ties_go_to_the_first_sense(store, tagged):
    tagged("n")
    candidates, notes = synonyms_of("My dog came.", "dog", store)
    assert candidates == ["hound"]
    assert notes == ["Sense of “dog” in WordNet: “it barks”."]


def test_the_sense_whose_definition_shares_the_most_words_is_used(store, tagged):
    # The second sense shares "man", "behave" and "badly"; "the" and the target do not count.
    tagged("n")
    candidates, _ = synonyms_of("The dog behaved badly to the men.", "dog", store)
    assert candidates == ["cad"]


def test_the_part_of_speech_selects_senses_if_there_are_any(store, tagged):
    tagged("v")
    assert synonyms_of("They dog it.", "dog", store)[0] == ["chase"]
    tagged("r")
    assert synonyms_of("My dog came.", "dog", store)[0] == ["hound"]


def test_synonyms_are_inflected_like_the_target(store, tagged):
    tagged("v")
    assert synonyms_of("He dogs it.", "dogs", store)[0] == ["chases"]
    tagged("n")
    assert synonyms_of("My dogs came.", "dogs", store)[0] == [
        "dogounds"
    ]  # from the noun.exc of build()


def test_a_target_without_synonym_or_entry_raises_an_error(store, tagged):
    tagged("n")
    with pytest.raises(InputError, match=f"“thing” has no synonym .*“{SENSES['thing'][-1]}”"):
        synonyms_of("A thing came.", "thing", store)
    with pytest.raises(InputError, match="does not contain “zxqvy”"):
        synonyms_of("A zxqvy came.", "zxqvy", store)


def test_missing_resources_are_named_together(tmp_path, monkeypatch):
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    with pytest.raises(ResourceError, match="lcp fetch wordnet tagger"):
        synonyms_of("My dog came.", "dog", Store(mirror=tmp_path, cache=tmp_path))


def test_real_synonyms_are_inflected_if_their_form_is_unambiguous(data):
    store = Store(mirror=data)
    assert synonyms_of("She purchased a house.", "purchased", store)[0] == ["bought"]
    candidates, notes = synonyms_of("The rivers rose.", "rose", store)
    # "rose" may correspond to "went" or "gone", "arose" or "arisen".
    assert candidates == ["lifted", "arise", "moved up", "go up", "came up", "uprise"]
    assert notes[1] == "Not inflected like “rose”: “arise”, “go up”, “uprise”."
