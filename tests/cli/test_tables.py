"""Tables as input and output of ``lcp predict`` and ``lcp features``."""

import io
import re

import pandas as pd
import pytest

from lcp.tables.input_tables import read_table

WORDS = "river\ndeep river\n=acquiescence\n"


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text(WORDS, encoding="utf-8")
    return path


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx", ".parquet", ".jsonl", ".XLSX"])
def test_the_ending_names_the_format_of_predictions(run, words, tmp_path, ending):
    printed = run("predict", words)[1]
    code, out, _ = run("predict", words, "--out", f"p{ending}")
    assert (code, out) == (0, "")
    table = read_table(tmp_path / "here" / f"p{ending}")
    texts = pd.read_csv(io.StringIO(printed), dtype=str)
    assert table.header == texts.columns.tolist()
    tokens, complexities = (
        [row[table.header.index(name)] for row in table.rows] for name in ("token", "complexity")
    )
    assert tokens == texts["token"].tolist() == WORDS.splitlines()
    assert [f"{float(value):.6f}" for value in complexities] == texts["complexity"].tolist()


@pytest.mark.parametrize("features", ["core", "ranks.toml"])
def test_one_expression_renames_no_column(run, offline, tmp_path, features):
    ranks = 'rank_within = "readers"\naggregations = ["min", "max"]\n[families.length]\n'
    (tmp_path / "here/ranks.toml").write_text(ranks)
    headers = []
    for text in ("umbrella\n", "umbrella\nred herring\n"):
        (tmp_path / "here/words.txt").write_text(text)
        run.ok("features", "--features", features, "--corpus", "words.txt", "--out", "t.tsv")
        headers.append({*read_table(tmp_path / "here/t.tsv").header})
    assert headers[0] <= headers[1]
    assert "length__characters@max" in headers[1]


def test_a_word_that_begins_with_an_equals_sign_is_not_a_formula(run, words, tmp_path):
    from openpyxl import load_workbook

    run.ok("predict", words, "--out", "p.xlsx")
    (cell,) = [
        cell
        for row in load_workbook(tmp_path / "here/p.xlsx").active.iter_rows()
        for cell in row
        if "acquiescence" in str(cell.value)
    ]
    assert (cell.value, cell.data_type) == ("=acquiescence", "s")


def test_a_list_of_words_has_no_columns_of_sentences(run, offline, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("umbrella\nred herring\n", encoding="utf-8")
    code, _, err = run("features", "--features", "core", "--corpus", path, "--out", "f.csv")
    assert (code, "1 of 2 targets are expressions" in err) == (0, True)
    assert re.search(r"\d+ features have no value", err)
    table = pd.read_csv("f.csv")
    assert table.columns[:2].tolist() == ["id", "token"]
    assert table.notna().any().all()
    assert not table.columns.str.startswith(("readability", "genre", "sentence")).any()


RATED = "id,word,sentence,complexity\n" + "".join(
    f"{number},{word},The {word} rose.,{1 + number % 5}\n"
    for number, word in enumerate(["river", "ewe", "acquiescence", "water", "lamb", "sea"])
)


@pytest.mark.parametrize("command", ["evaluate", "fit"])
def test_ratings_on_another_scale_need_its_name(run, word_model, tmp_path, command):
    path = tmp_path / "rated.csv"
    path.write_text(RATED, encoding="utf-8")
    fit = ("fit", "--features", "frequency-baseline", "--estimator", "linear", "--cv", 0)
    evaluate = ("evaluate", "--model", word_model)
    options = {"evaluate": evaluate, "fit": (*fit, "--corpus")}[command]
    for scale, message in (("", "FILE@1-5"), ("@3", "'3' is not a scale")):
        err = run.error(*options, f"{path}{scale}")
        assert message in err
    run.ok(*options, f"{path}@1-5")


def test_the_test_part_of_complex_has_the_ratings_of_the_user(run, word_model):
    err = run.error("evaluate", "complex:test", "--model", word_model, code=3)
    assert "test ratings are missing" in err


def test_columns_have_other_names_in_norms(run, tmp_path, data):
    (tmp_path / "here/own.csv").write_text("Word,Context\nriver,A river ran.\n")
    out, _ = run.ok("norms", "own.csv", "--columns", "token=Word,sentence=Context")
    assert "100.0%" in out
