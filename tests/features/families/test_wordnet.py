"""WordNet features of a database of nine senses, and of the real one."""

import pandas as pd

from lcp.features.families.wordnet import NOUN_FILES, WordNet
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


def values(store, word):
    words = pd.DataFrame({"word": [word], "lemma": [word]})
    return measured(WordNet(), store).extract(words).iloc[0]


def test_the_first_noun_sense_is_in_one_lexicographer_file(store):
    row = values(store, "dog").filter(like="lexname_")
    assert len(row) == 26
    assert row[row == 1].index.tolist() == ["lexname_noun_animal"]
    assert values(store, "chase").filter(like="lexname_").isna().all()


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
        list(pool.map(lambda word: values(store, word), "abcdefgh"))
    assert seen == [1] * 8
