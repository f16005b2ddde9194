"""Training and predicting for the tasks of the corpus ``claire``."""

from __future__ import annotations

import pytest

from lcp.corpora.readers.claire import LABELS


def test_a_corpus_without_the_task_is_an_error(run):
    code, _, err = run("fit", "--corpus", "sample", "--task", "ranking")
    assert code == 2
    assert "'sample' has no task 'ranking'" in err
    assert "--corpus claire" in err


@pytest.mark.parametrize("option", [["--kind"], ["--level"], ["--coverage", 0.8]])
def test_a_submission_has_no_other_columns(run, option, small_model):
    code, _, err = run("predict", small_model, "sample", "--task", "ranking", *option)
    assert code == 2
    assert "--task cannot be combined" in err


@pytest.mark.parametrize(
    ("task", "is_valid"),
    [
        ("classification", lambda field: field in LABELS),
        ("ranking", lambda field: 1 <= float(field) <= 5),
    ],
)
def test_predictions_are_in_the_format_of_the_task(run, small_model, tmp_path, task, is_valid):
    path = tmp_path / "predictions.tsv"
    code, _, _ = run("predict", small_model, "sample", "--task", task, "--out", path)
    assert code == 0
    fields = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(fields) > 100
    assert all(is_valid(field) for _, field in fields)


def test_the_options_of_a_task_are_those_of_the_registry(run, tmp_path, data, monkeypatch):
    """Trains on 60 gaps with the real resources."""
    folder = tmp_path / "claire"
    folder.mkdir()
    lines = (data / "claire" / "train_data.tsv").read_text(encoding="utf-8").split("\n")[:61]
    path = folder / "train_data.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "train_scores.tsv").write_bytes((data / "claire" / "train_scores.tsv").read_bytes())
    from lcp.corpora.readers.claire import read
    from lcp.corpora.registry import RatedCorpus

    monkeypatch.setattr(RatedCorpus, "read", lambda *_, **__: read(path).assign(part="train"))
    model = tmp_path / "model"
    options = ["--task", "classification", "--cv", 2, "--jobs", 1, "--out", model]
    code, out, err = run("fit", "--corpus", "claire", *options)
    assert code == 0, err
    assert "grouped by title" in out + err
    assert "claire-classification" in out + err
    assert "Accuracy" in out + err
    code, out, _ = run("predict", model, "claire", "--task", "classification")
    assert code == 0
    assert len(out.splitlines()) == 300
