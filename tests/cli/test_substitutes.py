"""``lcp substitutes``: candidates and errors."""

SENTENCE = ("--sentence", "The bank by the old bank sank.", "--target", "bank")


def test_candidates_and_target_are_listed_by_complexity(run, offline):
    out, err = run.ok("substitutes", *SENTENCE, "--candidates", "shore, water's edge,shore")
    rows = [line for line in out.splitlines() if "0." in line]
    assert len(rows) == 3
    numbers = [line.split("0.")[1][:4] for line in rows]
    assert numbers == sorted(numbers)
    assert sum("the target" in row for row in rows) == 1
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "occurs 2 times" in err
    assert "Listed once: “shore”" in err


def test_without_candidates_easier_synonyms_that_fit_are_listed(run, data):
    out, err = run.ok("substitutes", "--sentence", "It will commence.", "--target", "commence")
    assert "start" in out
    assert "Sense of “commence” in WordNet" in err
    # "course catalog" is in another sense, which is possible.
    for sentence, target in (
        ("The jams were bad.", "jams"),
        ("It was a red herring.", "red herring"),
    ):
        out, err = run.ok("substitutes", "--sentence", sentence, "--target", target)
        assert f"No easier synonym of “{target}” is likely to fit this sentence" in err
        assert not out


def test_the_best_synonyms_are_shown_with_their_confidence(run, data):
    sentence = ["--sentence", "The law prohibits smoking.", "--target", "prohibits"]
    _, out, _ = run("substitutes", *sentence, "--limit", "2")
    header, _, target, *rows = out.splitlines()
    assert ("confidence" in header, " –  " in target, len(rows)) == (True, True, 2)
    code, _, err = run("substitutes", *sentence, "--candidates", "bans", "--limit", "2")
    assert (code, "limit" in err) == (2, True)
