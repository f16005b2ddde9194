"""Training and predicting for learners with a first language."""

import pandas as pd
import pytest

import lcp
from lcp.corpora.rated_corpora import RatedCorpus

TARGET = ["--sentence", "Several children were reluctant.", "--target", "children"]


@pytest.fixture
def few_words(data, monkeypatch):
    """The first 60 words of the training data, in all first languages."""
    table = lcp.load_corpus("kvl:train", download=False)
    few = table[table["token"].isin(table["token"].unique()[:60])].drop(columns="source")
    monkeypatch.setattr(RatedCorpus, "read", lambda *_, **__: few.copy())
    return few


def test_columns_of_the_task_are_read_from_files(tmp_path):
    path = tmp_path / "words.csv"
    path.write_text("word,POS,Translation\nriver,noun,río\n", encoding="utf-8")
    table = lcp.load_corpus(path)
    assert table.loc[0, ["token", "pos", "translation"]].tolist() == ["river", "noun", "río"]


def test_texts_are_profiled_and_annotated_for_a_first_language(run, learners, tmp_path, reader):
    text = tmp_path / "text.txt"
    text.write_text("Several children were reluctant to answer.\n", encoding="utf-8")
    options = ["--model", learners, "--readers"]
    run.ok("profile", text, *options, "learner:es")
    tables = {}
    for readers in ("learner:es", "learner:zh"):
        path = tmp_path / "words.csv"
        run.ok("annotate", text, *options, readers, "--out", path)
        tables[readers] = pd.read_csv(path)["complexity"]
    assert (tables["learner:zh"] > tables["learner:es"]).all()


def test_one_word_is_predicted_and_explained_for_a_first_language(run, learners):
    options = ["--model", learners, "--readers", "learner:zh"]
    out, _ = run.ok("predict", *TARGET, *options)
    assert "interval" not in out
    assert "CEFR A1" in out
    run.ok("explain", "--model", learners, *TARGET, "--readers", "learner:zh")


@pytest.mark.parametrize("readers", ["general", "learner:de", "learner:fr"])
def test_other_readers_are_an_error(run, learners, readers):
    err = run.error("predict", *TARGET, "--model", learners, "--readers", readers)
    assert "learner:es, learner:zh" in err


def test_rows_of_a_table_have_their_own_readers(run, learners, tmp_path):
    words = tmp_path / "words.csv"
    rows = ["word,readers,translation", "reluctant,learner:es,", "reluctant,learner:zh,不情愿"]
    words.write_text("\n".join(rows) + "\n", encoding="utf-8")
    out = tmp_path / "out.csv"
    run.ok("predict", words, "--model", learners, "--out", out)
    spanish, chinese = pd.read_csv(out)["complexity"]
    assert chinese > spanish + 0.1


def test_a_model_for_learners_is_scored_by_first_language(run, few_words, tmp_path):
    """Trains on 180 items with the real resources."""
    recipe, model = tmp_path / "small.toml", tmp_path / "model"
    parts = 'estimator = "first-languages"\n[shared]\nridge = 1\n[per_language]\nridge = 1\n'
    recipe.write_text(parts, encoding="utf-8")
    options = ["--estimator", recipe, "--cv", 2, "--out", model]
    out, _ = run.ok("fit", "--task", "vocabulary", *options)
    assert "learner:es" in out
    assert "RMSE" in out
    run.ok("evaluate", "kvl:dev", "--model", model)
    out, _ = run.ok("predict", "kvl:dev", "--model", model, "--submission")
    assert out.startswith("item_id,prediction\n")
