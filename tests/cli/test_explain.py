"""``lcp explain``: reasons and errors."""

INSTANCE = ("--sentence", "The deep river rose.", "--target", "deep river")


def test_the_default_is_the_bundled_model(run, offline):
    out, _ = run.ok("explain", *INSTANCE)
    number = run("predict", *INSTANCE)[1].split()[0]
    lines = out.splitlines()
    assert number in lines[0]
    assert all(len(line) <= 80 for line in lines)
    assert 2 < sum("+0." in line or "−0." in line for line in lines) <= 8
    assert "everything else" in out


def test_a_word_is_explained_without_a_sentence(run, offline):
    word = run("explain", "--target", "river")[1]
    assert word == run("explain", "--target", "river", "--sentence", "A river rose.")[1]


def test_a_sentence_that_does_not_count_is_reported(run, offline):
    for command in ("explain", "predict"):
        note = "With genre bible, biomed, europarl, the sentence counts."
        assert note in run(command, *INSTANCE)[2]
        assert note not in run(command, *INSTANCE, "--genre", "bible")[2]
        assert note not in run(command, "--target", "river")[2]


def test_an_estimator_without_explanations_raises_an_error(run, offline, trained):
    err = run.error("explain", "--model", trained(2, "svr"), *INSTANCE)
    assert "lightgbm" in err
    assert "Traceback" not in err
