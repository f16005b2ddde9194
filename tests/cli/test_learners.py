"""Training and predicting for learners with a first language."""

from __future__ import annotations

import pandas as pd
import pytest

import lcp
from lcp.corpora.registry import RatedCorpus, corpora


@pytest.fixture
def few_words(data, monkeypatch):
    """The first 60 words of the training data, in all first languages."""
    table = lcp.load_corpus("kvl:train", download=False)
    few = table[table["token"].isin(table["token"].unique()[:60])].drop(
        columns=["source", "readers"]
    )
    monkeypatch.setattr(RatedCorpus, "read", lambda *_, **__: few)
    return few


def test_the_task_of_a_first_language_selects_its_rows():
    table = pd.DataFrame({"token": ["a", "b", "c"], "l1": ["es", "de", "es"]})
    kvl = corpora()["kvl"]
    assert kvl.rows_of_task(table, "es")["token"].tolist() == ["a", "c"]
    assert len(kvl.rows_of_task(table, "all")) == len(kvl.rows_of_task(table, "1")) == 3


def test_another_corpus_has_no_first_languages(run):
    code, _, err = run("fit", "--corpus", "sample", "--task", "es")
    assert code == 2
    assert "--corpus kvl" in err


def test_a_model_without_first_languages_refuses_one(run, small_model, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("river\n", encoding="utf-8")
    code, _, err = run("predict", small_model, words, "--l1", "es")
    assert code == 2
    assert "does not distinguish first languages" in err
    assert "lcp fit --corpus kvl" in err


def test_columns_for_learners_are_read_from_files(tmp_path):
    path = tmp_path / "words.csv"
    path.write_text("word,POS,l1,other\nriver,noun,es,x\n", encoding="utf-8")
    table = lcp.load_corpus(path)
    assert table.loc[0, ["token", "pos", "l1"]].tolist() == ["river", "noun", "es"]
    assert "other" not in table


def test_a_model_for_learners_predicts_a_list_of_words(run, few_words, tmp_path):
    """Trains on 180 items with the real resources."""
    model = tmp_path / "model"
    options = ["--cv", 2, "--jobs", 1, "--out", model]
    code, out, err = run("fit", "--corpus", "kvl", *options)
    assert code == 0, err
    assert "Task all, kvl, kvl" in out + err
    assert "--l1 es" in out + err
    code, out, err = run("evaluate", model, "--corpus", "kvl")
    assert code == 0, err
    assert "RMSE" in out + err
    assert "of 56" in out + err
    words = tmp_path / "words.csv"
    words.write_text("word,pos\nanimal,noun\nthroughout,\n", encoding="utf-8")
    for language in ("es", "zh"):
        path = tmp_path / f"{language}.csv"
        code, _, err = run("predict", model, words, "--l1", language, "--out", path, "--header")
        assert code == 0, err
        assert pd.read_csv(path)["prediction"].between(0, 1).all()
    code, _, err = run("predict", model, words)
    assert code == 2
    assert "needs the first language" in err
