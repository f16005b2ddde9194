"""``lcp profile``: formats, comparison, known words, exit codes."""

import csv
import io
import json

import pytest

from lcp.files.input_files import LARGEST

EASY = "She went home. The dog was happy and the sun was warm.\n" * 10
HARD = "The haploinsufficiency of the epithelium\nexacerbated nephropathy.\n" * 10


@pytest.fixture
def files(tmp_path):
    paths = [tmp_path / "here" / name for name in ("easy.txt", "hard.txt")]
    for path, text in zip(paths, (EASY, HARD), strict=True):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [path.name for path in paths]


@pytest.fixture
def profile(run, offline, files):
    return lambda *arguments: run("profile", *arguments)


def test_the_verdict_is_printed_first(profile, files):
    code, out, _ = profile(files[1])
    assert code == 0
    assert out.startswith("C2: ")
    assert "hard words." in out.splitlines()[0]
    for heading in ("level", "threshold", "share of the words", "hardest words", "readability"):
        assert heading in out
    assert "haploinsufficiency" in out
    assert max(map(len, out.splitlines())) <= 80


def test_several_texts_are_compared_in_one_table(profile, files):
    code, out, _ = profile(*files)
    assert code == 0
    assert out.startswith("The easiest of 2 texts is easy.txt")
    rows = [line.split() for line in out.splitlines() if line.startswith(("easy.txt", "hard.txt"))]
    assert [row[0] for row in rows] == files
    assert max(map(len, out.splitlines())) <= 80


def test_rows_on_standard_output_are_nothing_but_rows(profile, files):
    _, out, err = profile(*files, "--format", "csv")
    assert [row["name"] for row in csv.DictReader(io.StringIO(out))] == files
    assert "hard.txt: C2: " in err
    assert json.loads(profile(files[0], "--format", "json")[1])["name"] == files[0]


def test_a_text_above_the_level_gives_exit_code_1(profile, files):
    assert profile(files[0], "--fail-above", "B2")[0] == 0
    code, _, err = profile(*files, "--fail-above", "B2")
    assert code == 1
    assert "hard.txt is C2, above B2." in err
    assert "easy.txt is" not in err


def test_sarif_has_the_words_of_all_texts_and_the_exit_code(profile, files, tmp_path):
    out = tmp_path / "out.sarif"
    assert profile(*files, "--fail-above", "B2", "--out", out)[0] == 1
    results = json.loads(out.read_text(encoding="utf-8"))["runs"][0]["results"]
    words = [item for item in results if item["ruleId"] == "word-level"]
    lines = [item["locations"][0]["physicalLocation"]["region"]["startLine"] for item in words]
    assert {1, 2} <= set(lines)
    assert lines == sorted(lines)
    assert [item["ruleId"] for item in results].count("text-level") == 1


def test_lines_of_markdown_are_those_of_the_file(profile, tmp_path):
    path = tmp_path / "here" / "page.md"
    path.write_text("# Title\n\nThe **haploinsufficiency** was mild.\n", encoding="utf-8")
    (word,) = json.loads(profile("page.md", "--format", "json")[1])["hard_words"]
    assert (word["line"], word["column"]) == (3, 7)


def test_known_words_are_read_from_a_file(profile, files, tmp_path):
    known = tmp_path / "known.txt"
    known.write_text("# Biology\nhaploinsufficiency\nepithelium\n", encoding="utf-8")
    content = json.loads(profile(files[1], "--known-words", known, "--format", "json")[1])
    assert content["n_known_words"] == 20
    assert "epithelium" not in [word["lemma"] for word in content["hard_words"]]


def test_an_endless_list_of_known_words_is_refused(profile, monkeypatch, tmp_path):
    monkeypatch.setitem(LARGEST, "list", 1_000)
    known = tmp_path / "known.txt"
    known.write_text("epithelium\n" * 1_000, encoding="utf-8")
    code, _, err = profile("easy.txt", "--known-words", known)
    assert code == 2
    assert "more than 1,000 bytes" in err


def test_a_model_without_levels_cannot_fail_above_a_level(profile, small_model):
    code, out, err = profile("easy.txt", "--model", small_model, "--fail-above", "B1")
    assert (code, out) == (2, "")
    assert "does not predict CEFR levels" in err
    assert profile("easy.txt", "--model", small_model)[0] == 0
