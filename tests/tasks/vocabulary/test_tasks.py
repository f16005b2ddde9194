"""Files, metrics and submissions of BEA 2026."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.base.task import TASKS
from lcp.corpora.corpus import select_rows
from lcp.evaluation.scores import score_table
from lcp.targets import Targets
from lcp.tasks.vocabulary.vocabulary_corpora import read_kvl

HEADER = "item_id,L1,en_target_word,en_target_pos,en_target_clue,L1_source_word,L1_context"
TASK = TASKS.find("vocabulary")


def test_log_odds_become_the_probability_of_a_wrong_answer(tmp_path):
    path = tmp_path / "kvl.csv"
    path.write_text(f"{HEADER},GLMM_score\n7,cn,span,noun,s___,跨度,跨度。,-2\n", "utf-8")
    row = read_kvl(path).iloc[0]
    assert (row["id"], row["token"], row["readers"]) == ("cn-7", "span", "learner:zh")
    assert (row["pos"], row["clue"], row["translation"]) == ("noun", "s___", "跨度")
    assert np.isclose(row["complexity"], 1 / (1 + np.exp(-2)))


def test_items_without_scores_are_unrated(tmp_path):
    path = tmp_path / "kvl.csv"
    path.write_text(f"{HEADER}\n7,es,null,noun,n___,nulo,Un nulo.\n", "utf-8")
    table = read_kvl(path)
    assert "complexity" not in table
    assert table["token"].tolist() == ["null"]


def test_the_released_files_are_read_completely(data):
    table = lcp.load_corpus("kvl", download=False)
    assert table.groupby(["part", "readers"]).size().unique().tolist() == [677, 6_091]
    assert table["id"].is_unique
    german = select_rows(table, TASKS.find("vocabulary:de"))
    assert set(german["readers"]) == {"learner:de"}


def test_scores_are_those_of_log_odds_by_readers():
    score, predicted = np.array([-1.0, 0.5, 2.0]), np.array([-0.5, 0.0, 2.5])
    table = pd.DataFrame({"token": ["a", "b", "c"], "complexity": 1 / (1 + np.exp(score))})
    table = pd.concat([table.assign(readers=f"learner:{code}") for code in ("es", "de")])
    scores = score_table(Targets.rated(table), np.tile(1 / (1 + np.exp(predicted)), 2), TASK)
    assert scores["subset"].unique().tolist() == ["learner:es", "learner:de"]
    values = scores.set_index(["subset", "metric"])["value"]["learner:de"]
    assert values["rmse"] == pytest.approx(0.5)
    assert values["pearson"] == pytest.approx(np.corrcoef(score, predicted)[0, 1])


def test_a_submission_contains_log_odds_of_right_answers():
    targets = Targets.words(["river", "lake"]).having(id=["de-7", "de-8"])
    text = TASK.submission(targets, [0.9, 1 / (1 + np.e)])
    assert text == "item_id,prediction\n7,-2.197225\n8,1.000000\n"
