"""Files of the BEA 2026 shared task."""

from __future__ import annotations

import numpy as np

import lcp
from lcp.corpora.readers.kvl import read

HEADER = "item_id,L1,en_target_word,en_target_pos,en_target_clue,L1_source_word,L1_context"


def test_log_odds_become_the_probability_of_a_wrong_answer(tmp_path):
    path = tmp_path / "kvl.csv"
    path.write_text(f"{HEADER},GLMM_score\n7,es,span,noun,s___,lapso,Un lapso.,-2\n", "utf-8")
    table = read(path)
    row = table.iloc[0]
    assert (row["id"], row["token"], row["l1"], row["pos"]) == ("es-7", "span", "es", "noun")
    assert np.isclose(row["complexity"], 1 / (1 + np.exp(-2)))
    assert np.isclose(-np.log(row["complexity"] / (1 - row["complexity"])), row["score"])


def test_items_without_scores_are_unrated(tmp_path):
    path = tmp_path / "kvl.csv"
    path.write_text(f"{HEADER}\n7,es,null,noun,n___,nulo,Un nulo.\n", "utf-8")
    table = read(path)
    assert "complexity" not in table
    assert table["token"].tolist() == ["null"]


def test_the_released_files_are_read_completely(data):
    table = lcp.load_corpus("kvl", download=False)
    assert table.groupby(["part", "l1"]).size().unique().tolist() == [677, 6_091]
    assert table["id"].is_unique
