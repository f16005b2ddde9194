"""``lcp substitutes``: candidates and errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from lcp.model.ratings import COLUMNS

SENTENCE = ("--sentence", "The bank by the old bank sank.", "--target", "bank")


def test_candidates_and_target_are_listed_by_complexity(run, offline):
    code, out, err = run("substitutes", *SENTENCE, "--candidates", "shore, water's edge,shore")
    assert code == 0
    rows = [line for line in out.splitlines() if "0." in line]
    assert len(rows) == 3
    numbers = [line.split("0.")[1][:4] for line in rows]
    assert numbers == sorted(numbers)
    assert sum("the target" in row for row in rows) == 1
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "occurs 2 times" in err
    assert "Listed once: “shore”" in err


def test_missing_wordnet_raises_an_error(run, offline):
    code, out, err = run("substitutes", *SENTENCE)
    assert (code, out) == (3, "")
    assert "lcp resources fetch wordnet tagger" in err


def test_without_candidates_easier_synonyms_that_fit_are_listed(run, data):
    code, out, err = run("substitutes", "--sentence", "It will commence.", "--target", "commence")
    assert code == 0
    assert "start" in out
    assert "Sense of “commence” in WordNet" in err
    # "course catalog" is in another sense, which is possible.
    for sentence, target in (
        ("The jams were bad.", "jams"),
        ("It was a red herring.", "red herring"),
    ):
        code, _, err = run("substitutes", "--sentence", sentence, "--target", target)
        assert code == 0
        assert f"No easier synonym of “{target}” certainly fits here" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--sentence", "A river.", "--target", "sea", "--candidates", "a"), "not in its sentence"),
        ((*SENTENCE, "--candidates", ""), "no letter or digit"),
        ((*SENTENCE, "--candidates", "shore,,ship"), "no letter or digit"),
        ((*SENTENCE, "--candidates", "shore", "--model", "nowhere"), "model.json"),
        (("--sentence", "A river."), "--target"),
        (("--target", "river", "--candidates", "a", "--genre", "bible"), "genre"),
    ],
)
def test_invalid_arguments_raise_an_error(run, offline, arguments, message):
    code, out, err = run("substitutes", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_every_target_of_a_table_is_ranked(run, offline):
    Path("words.csv").write_text(
        "id,sentence,word,candidates\n"
        'a,"The bank by the old bank sank.",bank,"shore,edge"\n'
        "b,It will commence.,commence,begin\n",
        encoding="utf-8",
    )
    code, out, err = run("substitutes", "words.csv")
    assert code == 0
    header, *rows = (line.split(",") for line in out.splitlines())
    names = ["id", "target", "rank", "substitute", *COLUMNS, "gain", "confidence", "sense", "gloss"]
    assert header == names
    assert [(row[0], row[2], row[3]) for row in rows[::3]] == [
        ("a", "0", "bank"),
        ("b", "0", "commence"),
    ]
    assert sorted(row[3] for row in rows) == ["bank", "begin", "commence", "edge", "shore"]
    _, alone, _ = run("substitutes", "--sentence", "It will commence.", "--target", "commence",
                      "--candidates", "begin")  # fmt: skip
    assert f"{float(rows[4][4]):.4f}" in alone
    code, out, err = run("substitutes", "words.csv", "--out", "ranked.jsonl")
    assert (code, out) == (0, "")
    assert "2 targets" in err
    assert len(Path("ranked.jsonl").read_text(encoding="utf-8").splitlines()) == 5


def test_the_genre_applies_to_every_target_of_a_table(run, offline):
    sentence = "The expression of the gene was low."
    Path("words.csv").write_text(f"sentence,word,candidates\n{sentence},gene,unit\n", "utf-8")
    _, plain, _ = run("substitutes", "words.csv")
    _, biomed, _ = run("substitutes", "words.csv", "--genre", "biomed")
    _, single, _ = run("substitutes", "--sentence", sentence, "--target", "gene",
                       "--candidates", "unit", "--genre", "biomed")  # fmt: skip
    assert plain != biomed
    assert f"{float(biomed.splitlines()[1].split(',')[4]):.4f}" in single


def test_words_alone_have_substitutes(run, offline):
    Path("words.csv").write_text("word,candidates\nresidence,home\n", encoding="utf-8")
    _, out, _ = run("substitutes", "words.csv")
    _, single, _ = run("substitutes", "--target", "residence", "--candidates", "home")
    for line in out.splitlines()[1:]:
        assert f"{float(line.split(',')[4]):.4f}" in single


def test_an_error_in_a_table_names_the_instance(run, offline):
    Path("words.csv").write_text('word,candidates\nbank,"shore,,edge"\n', encoding="utf-8")
    code, _, err = run("substitutes", "words.csv")
    assert code == 2
    assert "words.csv, id 1" in " ".join(err.split())


def test_a_table_and_a_single_target_exclude_each_other(run, offline):
    Path("words.csv").write_text("word\nbank\n", encoding="utf-8")
    for arguments in (("words.csv", *SENTENCE), ("words.csv", "--out", "x.foo"), ()):
        assert run("substitutes", *arguments)[0] == 2


def test_the_best_synonyms_are_shown_with_their_confidence(run, data):
    sentence = ["--sentence", "The law prohibits smoking.", "--target", "prohibits"]
    _, out, _ = run("substitutes", *sentence, "--top", "2")
    header, _, target, *rows = out.splitlines()
    assert ("fits" in header, " –  " in target, len(rows)) == (True, True, 2)
    code, _, err = run("substitutes", *sentence, "--candidates", "bans", "--top", "2")
    assert (code, "top" in err) == (2, True)
