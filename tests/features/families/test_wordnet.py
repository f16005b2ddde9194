"""WordNet features of a database of nine senses, and of the real one."""

import math

import numpy as np
import pandas as pd
import pytest

from lcp.english.word_frequency import zipf
from lcp.features.families.wordnet import NOUN_FILES, WordNet
from lcp.resources import Store
from tests.features.families.measuring import measured

# Each sense: part of speech, lexicographer file, lemmas, relations to other senses, gloss.
SENSES = {
    "thing": ("n", 3, ["thing"], [], "an entity"),
    "animal": ("n", 5, ["animal", "living_thing"], [("@", "thing")], "a living organism"),
    "pet": ("n", 5, ["pet"], [("@", "animal")], "an animal kept at home"),
    "dog": (
        "n", 5, ["hound", "dog"], [("@", "animal"), ("@", "pet")], 'it barks; "the dog barked"',
    ),
    "cad": ("n", 18, ["cad", "Dog"], [("@", "thing")], "a man who behaves badly"),
    "rex": ("n", 18, ["Rex"], [("@i", "dog")], "a hound of renown"),
    "chase": ("v", 38, ["chase", "dog"], [], "go after"),
    "doggy": ("a", 0, ["doggy"], [], "like a dog"),
    "bow_wow": ("r", 2, ["bow-wow"], [], "with a bark"),
}  # fmt: skip
OPPOSITE = {"@": "~", "@i": "~i"}
SUFFIXES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


def build(folder):
    """Write a WordNet database in the format of wndb(5WN)."""
    folder.mkdir(parents=True)
    lexnames = ["adj.all", "adj.pert", "adv.all", *(f"noun.{name}" for name in NOUN_FILES)]
    lexnames += [f"verb.{number}" for number in range(29, 45)]
    (folder / "lexnames").write_text("".join(f"{i:02d}\t{n}\t1\n" for i, n in enumerate(lexnames)))
    # NLTK's binary search does not work in very short files.
    counts = {"dog%1:05:00::": 7, "hound%1:05:00::": 99, **{f"z{i:02d}%": 1 for i in range(40)}}
    (folder / "cntlist.rev").write_text("".join(f"{key} 1 {n}\n" for key, n in counts.items()))
    offsets = dict.fromkeys(SENSES, 0)
    for tag, suffix in SUFFIXES.items():
        data(tag, offsets)  # the first call computes the offsets of the lines
        (folder / f"data.{suffix}").write_text(data(tag, offsets))
        (folder / f"index.{suffix}").write_text(index(tag, offsets))
        (folder / f"{suffix}.exc").write_text(
            "doggen dog\ndogounds dog hound\n" if tag == "n" else ""
        )


def data(tag, offsets):
    text = ""
    for name, (part, lexname, lemmas, above, gloss) in SENSES.items():
        if part != tag:
            continue
        below = [
            (OPPOSITE[symbol], other)
            for other, sense in SENSES.items()
            for symbol, target in sense[3]
            if target == name
        ]
        pointers = [f"{symbol} {offsets[other]:08d} n 0000" for symbol, other in (*above, *below)]
        fields = [f"{len(text):08d} {lexname:02d} {tag} {len(lemmas):02x}"]
        fields += [f"{lemma} 0" for lemma in lemmas]
        fields += [f"{len(pointers):03d}", *pointers, *(["00"] if tag == "v" else [])]
        offsets[name] = len(text)
        text += f"{' '.join(fields)} | {gloss}  \n"
    return text


def index(tag, offsets):
    by_lemma = {}
    for name, (part, _, lemmas, _, _) in SENSES.items():
        for lemma in lemmas if part == tag else ():
            by_lemma.setdefault(lemma.lower(), []).append(f"{offsets[name]:08d}")
    return "".join(
        f"{lemma} {tag} {len(places)} 0 {len(places)} 0 {' '.join(places)}  \n"
        for lemma, places in sorted(by_lemma.items())
    )


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    root = tmp_path_factory.mktemp("mirror")
    build(root / "nltk_data" / "corpora" / "wordnet")
    return Store(mirror=root, cache=root / "cache")


@pytest.fixture
def family(store):
    return measured(WordNet(), store)


def values(family, word, lemma=None):
    return family.extract(pd.DataFrame({"word": [word], "lemma": [lemma or word.lower()]})).iloc[0]


def test_senses_are_counted_by_part_of_speech(family):
    row = values(family, "dog")
    counts = row[["senses", "senses_noun", "senses_verb", "senses_adjective", "senses_adverb"]]
    assert counts.tolist() == [3, 2, 1, 0, 0]
    assert values(family, "doggy")["senses_adjective"] == 1
    assert values(family, "bow-wow")["senses_adverb"] == 1


def test_depth_is_the_length_of_the_path_to_the_root(family):
    row = values(family, "dog")
    # The dog is an animal (two steps) and a pet (three), the cad a thing (one).
    assert row[["depth_min", "depth_max", "depth_first"]].tolist() == [1, 3, 2]
    assert values(family, "thing")["depth_max"] == 0


def test_relations_are_counted_for_the_first_noun_sense_and_for_all_senses(family):
    row = values(family, "dog")
    assert row[["hypernyms_first", "hypernyms"]].tolist() == [2, 3]
    assert row[["hyponyms_first", "hyponyms"]].tolist() == [1, 1]
    assert values(family, "animal")["hyponyms_first"] == 2


def test_a_word_is_not_its_own_synonym(family):
    row = values(family, "dogs", "dog")
    assert row["synonyms"] == 3
    assert row["best_synonym_zipf"] == max(zipf("hound"), zipf("cad"), zipf("chase"))
    alone = values(family, "pet")
    assert alone["synonyms"] == 0
    assert np.isnan(alone["best_synonym_zipf"])


def test_the_count_of_the_first_sense_excludes_synonyms(family):
    assert values(family, "Dog")["first_sense_count"] == pytest.approx(math.log(8))
    assert values(family, "hound")["first_sense_count"] == pytest.approx(math.log(100))
    assert values(family, "pet")["first_sense_count"] == 0


def test_the_first_noun_sense_is_in_one_lexicographer_file(family):
    row = values(family, "dog").filter(like="lexname_")
    assert len(row) == 26
    assert row[row == 1].index.tolist() == ["lexname_noun_animal"]
    assert values(family, "thing")["lexname_noun_tops"] == 1


def test_a_word_without_noun_senses_has_no_noun_features(family):
    row = values(family, "chase")
    nouns = ["depth_min", "depth_max", "depth_first", "hypernyms_first", "hyponyms_first"]
    assert row[nouns].isna().all()
    assert row.filter(like="lexname_").isna().all()
    assert row["senses_noun"] == 0
    assert row["gloss_length"] == 2


@pytest.mark.parametrize("word", ["xqzzt", "", "the", "-"])
def test_an_unknown_word_has_zero_senses_and_no_other_features(family, word):
    row = values(family, word)
    assert row["senses"] == 0
    assert row.drop("senses").isna().all()


@pytest.mark.parametrize("form", ["dogs", "DOG", "doggen"])
def test_inflected_forms_are_found_by_wordnets_morphology(family, form):
    row = values(family, form, "dog")
    assert row["senses_noun"] == 2
    assert row["depth_first"] == 2


def test_threads_read_one_after_the_other(store, monkeypatch):
    import time
    from concurrent.futures import ThreadPoolExecutor

    inside, seen = [], []

    def describe(_reader, word, _lemma, **_options):
        inside.append(word)
        time.sleep(0.01)
        seen.append(len(inside))
        inside.remove(word)
        return {}

    monkeypatch.setattr("lcp.features.families.wordnet._describe", describe)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda word: values(measured(WordNet(), store), word), "abcdefgh"))
    assert seen == [1] * 8
