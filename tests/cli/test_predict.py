"""``lcp predict`` and ``lcp evaluate``."""

from __future__ import annotations

import io
import re

import pandas as pd
import pytest

HEADER = "id\tcorpus\tsentence\ttoken"


@pytest.fixture
def model(run, offline):
    run("fit", "--corpus", "sample", "--cv", 0, "--model", "ridge", "--out", "one")
    return "one"


@pytest.fixture
def expressions(run, offline):
    run("fit", "--task", 2, "--corpus", "sample", "--cv", 0, "--model", "ridge", "--out", "two")
    return "two"


def write(path, *rows, header=HEADER):
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def test_one_sentence_gives_one_number_and_a_word_for_it(run, model):
    code, out, _ = run("predict", model, "--sentence", "The river rose.", "--target", "river")
    assert code == 0
    number, words = out.strip().split("  ")
    assert 0 <= float(number) <= 1
    assert words in {"very easy", "easy", "neutral", "difficult", "very difficult"}


def test_a_file_gives_the_shared_tasks_format(run, model, tmp_path):
    rows = ["a\tbible\tThe river rose.\triver", "b\tbible\tA null value.\tnull"]
    path = write(tmp_path / "in.tsv", *rows)
    code, out, _ = run("predict", model, path)
    assert code == 0
    assert [line.split(",")[0] for line in out.splitlines()] == ["a", "b"]
    assert run("predict", model, path, "--out", "p.csv")[0] == 0
    assert (tmp_path / "here/p.csv").read_text() == out


def test_a_calibrated_model_shows_the_interval_of_one_target(run):
    sentence = ("--sentence", "A deep river.", "--target", "deep river")
    code, out, _ = run("predict", *sentence)
    assert code == 0
    number, low, high = (float(found) for found in re.findall(r"\d\.\d{4}", out))
    assert 0 <= low < number < high <= 1
    assert "(90 % interval: " in out
    _, wider, _ = run("predict", *sentence, "--coverage", 0.99)
    assert "(99 % interval: " in wider
    assert float(re.findall(r"\d\.\d{4}", wider)[2]) > high


def test_coverage_adds_a_header_and_two_columns_to_a_file(run, tmp_path):
    rows = ["a\tbible\tThe river rose.\triver", '"b,c"\tnews\tA null value.\tnull']
    path = write(tmp_path / "in.tsv", *rows)
    plain = run("predict", path)[1]
    code, out, _ = run("predict", path, "--coverage", 0.8)
    assert code == 0
    found = pd.read_csv(io.StringIO(out))
    assert found.columns.tolist() == ["id", "prediction", "low", "high"]
    assert found["id"].tolist() == ["a", '"b,c"']
    assert found["prediction"].between(found["low"], found["high"]).all()
    assert [f"{value:.6f}" for value in found["prediction"]] == [
        line.rsplit(",")[-1] for line in plain.splitlines()
    ]
    assert run("predict", path, "--coverage", 0.8, "--out", "p.csv")[0] == 0
    assert (tmp_path / "here/p.csv").read_bytes() == out.encode()


def test_a_model_without_intervals_says_how_to_get_one_where_it_is_asked(run, model, tmp_path):
    path = write(tmp_path / "in.tsv", "a\tbible\tThe river rose.\triver")
    sentence = ("--sentence", "A river.", "--target", "river")
    for asked in ((path, "--coverage", 0.9, "--out", "p.csv"), (*sentence, "--coverage", 0.9)):
        code, out, err = run("predict", model, *asked)
        assert (code, out) == (2, "")
        assert "lcp fit --cv 5" in err
    assert not (tmp_path / "here/p.csv").exists()
    assert "interval" not in run("predict", model, *sentence)[1]


TWICE = ("--sentence", "The bank, which had an owner, was by the bank.", "--target", "bank")


@pytest.mark.parametrize("command", ["predict", "explain"])
def test_of_two_places_the_first_is_taken_and_said_or_one_is_chosen(run, offline, command):
    code, out, err = run(command, *TWICE)
    assert code == 0
    assert "“bank” stands at 2 places" in err
    first, second = (run(command, *TWICE, "--occurrence", number) for number in (1, 2))
    assert (first[1], first[2]) == (out, "")
    assert second[2] == ""
    assert second[1] != out
    code, out, err = run(command, *TWICE, "--occurrence", 3)
    assert (code, out) == (2, "")
    assert "from 1 to 2" in err


def test_the_interval_is_that_of_the_place(run, offline):
    limits = [run("predict", *TWICE, "--occurrence", number)[1].split("(")[1] for number in (1, 2)]
    assert limits[0] != limits[1]


def test_occurrence_is_not_for_files(run, offline, tmp_path):
    path = write(tmp_path / "in.tsv", "a\tbible\tThe river rose.\triver")
    code, out, err = run("predict", path, "--occurrence", 1)
    assert (code, out) == (2, "")
    assert "not both" in err


@pytest.mark.parametrize("command", ["predict", "explain"])
@pytest.mark.parametrize(
    ("sentence", "target"),
    [
        ("<script>alert('x')</script> The <b>river</b> rose.", "river"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a\x00b river", "a\x00b"),
        ("\u202eזה נהר גדול.", "נהר"),
        ("I 😀 it.", "😀"),
        ("A 👨‍👩‍👧 here.", "👨‍👩‍👧"),
        ("Hallitus hyväksyi uuden lain.", "hyväksyi"),
        ("a\nriver\r\nrose", "river"),
    ],
)
def test_whatever_a_text_holds_there_is_an_answer(run, offline, command, sentence, target):
    code, out, err = run(command, "--sentence", sentence, "--target", target)
    assert (code, err) == (0, "")
    assert re.search(r"0\.\d{4}", out)


@pytest.mark.parametrize("command", ["predict", "explain"])
@pytest.mark.parametrize(
    ("sentence", "target"),
    [("", "river"), ("A river.", ""), (" ", " "), ("A \udcff river.", "river")],
)
def test_what_is_no_text_is_refused(run, offline, command, sentence, target):
    code, out, err = run(command, "--sentence", sentence, "--target", target)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_a_paragraph_of_five_megabytes_is_read():
    import lcp

    paragraph = "The deep river rose by the bank. " * 160_000
    assert len(paragraph) > 5_000_000
    model = lcp.load_model()
    assert 0 < model.predict_one(paragraph, "bank") < 1


def test_an_unknown_corpus_is_allowed_and_said_once(run, model, tmp_path):
    rows = [f"{i}\tnews\tThe river rose.\triver" for i in range(3)]
    code, _, err = run("predict", model, write(tmp_path / "in.tsv", *rows))
    assert code == 0
    assert err.count("news") == 1


@pytest.mark.parametrize(
    "text", ["The 🙂 river rose.", "Le cafe\u0301 river", "Река river течёт", "河 river"]
)
def test_emoji_combining_marks_and_other_scripts_are_read(run, model, text):
    assert run("predict", model, "--sentence", text, "--target", "river")[0] == 0


def test_a_target_in_another_script_gets_a_number(run, model):
    code, out, _ = run("predict", model, "--sentence", "Река течёт 🙂", "--target", "Река")
    assert code == 0
    assert 0 <= float(out.split()[0]) <= 1


def test_a_sentence_of_200_000_characters_is_read(run, model):
    text = "the river rose and " * 10_600
    assert len(text) > 200_000
    assert run("predict", model, "--sentence", text, "--target", "river")[0] == 0


def test_a_three_word_target_is_one_expression(run, expressions):
    sentence = "He wore a long white robe."
    assert (
        run("predict", expressions, "--sentence", sentence, "--target", "long white robe")[0] == 0
    )


def test_a_model_of_single_words_refuses_an_expression_and_says_which_takes_it(run, model):
    code, _, err = run("predict", model, "--sentence", "A deep river.", "--target", "deep river")
    assert code == 2
    assert "--task 2" in err


@pytest.mark.parametrize(
    ("sentence", "target", "what"),
    [
        ("The river rose.", "sea", "not in its sentence"),
        ("The river rose.", " ", "target is empty"),
        ("", "river", "sentence is empty"),
    ],
)
def test_a_target_that_cannot_be_found_is_refused(run, model, sentence, target, what):
    code, out, err = run("predict", model, "--sentence", sentence, "--target", target)
    assert (code, out) == (2, "")
    assert what in err


def test_the_model_that_ships_predicts_where_none_is_named(run, offline, tmp_path):
    sentence = ("--sentence", "A deep river.", "--target", "deep river")
    code, out, _ = run("predict", *sentence)
    assert code == 0
    assert 0 <= float(out.split()[0]) <= 1
    path = write(tmp_path / "in.tsv", "a\tbible\tA deep river.\tdeep river")
    assert run("predict", path)[1].startswith("a,0.")
    assert run("predict", path, "--out", "p.csv")[0] == 0


def test_nothing_to_predict_says_what_to_give(run, model):
    code, _, err = run("predict", model)
    assert code == 2
    assert "--sentence" in err


def test_a_bad_file_leaves_the_output_that_was_there(run, model, tmp_path):
    path = write(tmp_path / "in.tsv", "a\tbible\tThe river rose.\tsea")
    before = tmp_path / "here/p.csv"
    before.write_text("a,0.5\n")
    code, _, err = run("predict", model, path, "--out", "p.csv")
    assert code == 2
    assert "line 2" in err
    assert before.read_text() == "a,0.5\n"


def test_an_output_folder_that_cannot_be_written_says_so(run, model, tmp_path):
    path = write(tmp_path / "in.tsv", "a\tbible\tThe river rose.\triver")
    (tmp_path / "here/file").write_text("in the way")
    code, _, err = run("predict", model, path, "--out", "file/p.csv")
    assert code == 2
    assert "cannot be written" in err


def test_evaluating_on_the_training_data_is_called_what_it_is(run, model):
    code, out, err = run("evaluate", model, "--corpus", "sample")
    assert code == 0
    assert "Pearson" in out
    assert "Not a test" in err


def test_unrated_instances_cannot_be_evaluated(run, model, tmp_path):
    path = write(tmp_path / "in.tsv", "a\tbible\tThe river rose.\triver")
    code, _, err = run("evaluate", model, "--corpus", path)
    assert code == 2
    assert "no ratings" in err


def test_test_labels_that_are_not_at_hand_are_a_missing_resource(run, model):
    code, _, err = run("evaluate", model)
    assert code == 3
    assert "labels" in err
    assert "lcp predict" in err


def test_a_score_on_labelled_test_instances_is_ranked(run, model, tmp_path, monkeypatch):
    folder = tmp_path / "mirror/complex/test-labels"
    folder.mkdir(parents=True)
    rows = [
        f"{i}\tbible\tThe {word} was there.\t{word}\t{rating}"
        for i, (word, rating) in enumerate(
            [("river", 0.0), ("phylactery", 0.6), ("house", 0.1), ("haploinsufficiency", 0.9)]
        )
    ]
    for kind in ("single", "multi"):
        header = HEADER + "\tcomplexity"
        write(folder / f"lcp_{kind}_test.tsv", *rows, header=header)
    monkeypatch.setenv("LCP_DATA", str(tmp_path / "mirror"))
    code, _, err = run("evaluate", model)
    assert code == 0
    assert "of 54" in err


def test_a_folder_that_is_no_model_says_so(run, offline, tmp_path):
    (tmp_path / "here/empty").mkdir()
    for name in ("empty", "nowhere"):
        code, _, err = run("predict", name, "--sentence", "A river.", "--target", "river")
        assert code == 2
        assert "model.json" in err
