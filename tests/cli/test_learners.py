"""Training and predicting for learners with a first language."""

from __future__ import annotations

import pandas as pd
import pytest

import lcp
from lcp.corpora.registry import RatedCorpus, corpora
from lcp.model.installed import installed_readers


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


def test_texts_are_profiled_and_annotated_for_a_first_language(run, learners, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("Several children were reluctant to answer.\n", encoding="utf-8")
    code, out, err = run("profile", text, "--readers", "learner:es")
    assert code == 0, err
    assert "B1" in out
    tables = {}
    for readers in ("learner:es", "learner:zh"):
        tables[readers] = tmp_path / "words.csv"
        code, _, err = run("annotate", text, "--readers", readers, "--out", tables[readers])
        assert code == 0, err
        tables[readers] = pd.read_csv(tables[readers])["complexity"]
    assert (tables["learner:zh"] > tables["learner:es"]).all()


def test_without_an_installed_model_the_two_commands_are_named(run, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("Several children were reluctant.\n", encoding="utf-8")
    for command in ("profile", "annotate"):
        code, out, err = run(command, text, "--readers", "learner:es")
        assert (code, out) == (3, "")
        assert "No model for readers 'learner:es' is installed." in err
        assert "lcp fetch kvl" in err
        assert "lcp fit --corpus kvl --install" in err


def test_one_word_is_predicted_for_a_first_language(run, learners):
    target = ["--sentence", "Several children were reluctant.", "--target", "children"]
    code, out, err = run("predict", *target, "--readers", "learner:zh", "--level")
    assert code == 0, err
    assert "interval" not in out
    assert "CEFR A1" in out
    code, out, err = run("explain", *target, "--readers", "learner:zh")
    assert code == 0, err
    code, _, err = run("predict", learners, *target)
    assert code == 2
    assert "--readers learner:es" in " ".join(err.split())


def test_rows_of_a_table_have_their_own_readers(run, learners, tmp_path):
    words = tmp_path / "words.csv"
    rows = ["word,readers", "reluctant,", "reluctant,learner:es", "reluctant,learner:zh"]
    words.write_text("\n".join(rows) + "\n", encoding="utf-8")
    out = tmp_path / "out.csv"
    code, _, err = run("predict", words, "--out", out)
    assert code == 0, err
    general, spanish, chinese = pd.read_csv(out)["prediction"]
    assert chinese > spanish + 0.1
    assert general == pytest.approx(
        lcp.load_model().predict_one("reluctant", "reluctant"), abs=1e-4
    )
    code, _, err = run("predict", words, "--readers", "learner:es", "--l1", "es")
    assert code == 2
    assert "The first language is given twice." in err


def test_readers_of_a_row_that_do_not_exist_are_an_error_with_the_line(run, tmp_path):
    words = tmp_path / "words.csv"
    words.write_text("word,readers\nriver,general\nwater,lerner\n", encoding="utf-8")
    code, _, err = run("predict", words)
    assert code == 2
    err = " ".join(err.split())
    assert "line 3: There are no readers 'lerner'." in err
    assert "Did you mean 'learner'? Valid names: general, native, learner, learner:es" in err


def test_two_columns_of_first_languages_are_an_error(run, learners, tmp_path):
    words = tmp_path / "words.csv"
    words.write_text("word,readers,l1\nobsolete,learner:es,de\n", encoding="utf-8")
    code, _, err = run("predict", words)
    assert code == 2
    assert "The first language is given twice." in err


def test_readers_of_all_rows_suffice_for_a_model_for_learners(run, learners, tmp_path):
    words = tmp_path / "words.csv"
    words.write_text("word,readers\nobsolete,learner:es\n", encoding="utf-8")
    code, _, err = run("predict", learners, words, "--out", tmp_path / "out.csv")
    assert code == 0, err


def test_a_model_without_learners_says_so(run, small_model, tmp_path):
    code, _, err = run("predict", small_model, "sample", "--readers", "learner")
    assert code == 2
    assert "not trained on ratings by learners" in err
    words = tmp_path / "words.csv"
    words.write_text("word,readers\nriver,learner\n", encoding="utf-8")
    code, _, err = run("predict", small_model, words, "--out", tmp_path / "out.csv")
    assert code == 0
    assert "The model does not distinguish learners" in err


def test_a_missing_interval_is_explained(run, learners, monkeypatch, tmp_path):
    learners_model = lcp.load_model(learners)
    table = pd.DataFrame({"token": ["aaa", "cccc"] * 20, "l1": "es", "translation": "Wort"})
    table["complexity"] = [0.2, 0.4] * 20
    learners_model.calibrate(table, [0.3] * 40)
    learners_model.save(tmp_path / "learners")
    monkeypatch.setenv("LCP_MODELS", str(tmp_path))
    learners_model.save(learners, overwrite=True)
    target = ["--sentence", "A river.", "--target", "river", "--readers", "learner:es"]
    code, _, err = run("predict", *target, "--coverage", 0.8)
    assert code == 0, err
    assert "no prediction interval" in err


def test_only_a_model_for_learners_can_be_installed(run, data):
    code, _, err = run("fit", "--corpus", "sample", "--features", "core", "--install")
    assert code == 2
    assert "Add --corpus kvl" in err
    code, _, err = run("fit", "--corpus", "kvl", "--install", "--out", "elsewhere")
    assert code == 2
    assert "--install and --out exclude each other." in err


def test_an_installed_model_is_found_by_its_readers(run, few_words, tmp_path, monkeypatch):
    """Trains on 60 items of a first language with features that need no resources."""
    monkeypatch.setenv("LCP_MODELS", str(tmp_path / "models"))
    features = tmp_path / "small.toml"
    features.write_text("[families.first_language]\n", encoding="utf-8")
    options = ["--features", features, "--model", "ridge", "--cv", 0, "--install"]
    code, out, err = run("fit", "--corpus", "kvl", "--task", "de", *options)
    assert code == 0, err
    assert "lcp profile --readers learner:de FILE" in out + err
    table = pd.DataFrame({"token": ["river"], "readers": ["learner:de"]})
    assert installed_readers() == ["learner:de"]
    assert lcp.load_model(tmp_path / "models" / "learners").predict(table).shape == (1,)


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
    path = tmp_path / "predicted.csv"
    code, _, err = run("predict", model, words, "--l1", "es", "--out", path, "--header")
    assert code == 0, err
    assert pd.read_csv(path)["prediction"].between(0, 1).all()
    code, _, err = run("predict", model, words)
    assert code == 2
    assert "needs the first language" in err
