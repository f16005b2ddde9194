"""``lcp fit``: saved models, interruptions and errors."""

import json
import os
import re
import signal
import sys

import pandas as pd
import pytest
from sklearn.linear_model import Ridge

import lcp
from lcp.corpora.complex_split import write_instances
from lcp.targets.targets import is_expression

SHORT = ("fit", "--task", 1, "--corpus", "sample", "--cv", 2, "--out", "m")


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_the_sample_replaces_complex_if_it_is_missing(run, offline, tmp_path):
    out, err = run.ok("fit", "--cv", 2, "--estimator", "ridge", "--out", "m")
    assert "BUNDLED SAMPLE CORPUS" in err
    assert "could not be downloaded" in err
    assert "feature set core" in err
    assert "Pearson" in out
    assert "lcp evaluate --model m" in err
    description = json.loads((tmp_path / "here/m/model.json").read_text())
    assert description["trained_on"]["corpora"] == ["sample"]
    assert "Training data: sample" in (tmp_path / "here/m/CARD.md").read_text()
    assert {row["metric"] for row in description["scores"]} >= {"pearson", "mae"}
    groups = description["intervals"]["general"]
    assert groups
    assert "90% prediction intervals contain " in err
    (row,) = [r for r in description["interval_coverage"][-5:] if r["genre"] == "all"]
    # Measured on half of few instances: the standard deviation is 0.03.
    assert row["coverage"] == pytest.approx(0.9, abs=0.09)


def test_a_second_run_does_not_replace_the_first_model(run, offline, tmp_path):
    for _ in range(2):
        run("fit", "--corpus", "sample", "--cv", 0, "--estimator", "linear")
    names = sorted(path.name for path in (tmp_path / "here/lcp-models").iterdir())
    assert names == ["complexity-2-core-linear", "complexity-2-core-linear-2"]


def test_ctrl_c_during_training_writes_nothing(run, offline, tmp_path, monkeypatch):
    fit, calls = Ridge.fit, []

    def interrupted(self, *arguments):
        calls.append(self)
        if len(calls) == 2:
            signal.raise_signal(signal.SIGINT)
        return fit(self, *arguments)

    monkeypatch.setattr(Ridge, "fit", interrupted)
    code, out, err = run(*SHORT, "--estimator", "ridge")
    assert (code, out) == (130, "")
    assert 2 <= len(calls) < 3 * (os.cpu_count() or 1)
    assert "Interrupted. No partial files were left." in err
    assert files(tmp_path / "here") == []


def test_task_2_on_complex_reaches_the_expected_accuracy(run, data, tmp_path):
    recipe = tmp_path / "quick.toml"
    parameters = "n_estimators = 150\nlearning_rate = 0.08\nn_seeds = 1\n"
    recipe.write_text(f'estimator = "boosted-trees"\n[parameters]\n{parameters}')
    table = lcp.load_corpus("complex:train+trial")
    # All expressions and every twelfth word: the test takes a quarter of the time.
    part = table[is_expression(table["token"]) | (table.index % 12 == 0)]
    write_instances({"part.tsv": part}, tmp_path / "here")
    options = ["--features", "full", "--estimator", recipe, "--cv", 2, "--out", "m"]
    out, _ = run.ok("fit", "--task", 2, "--corpus", "part.tsv", *options)
    assert "multi-word" in out
    model = lcp.load_model(tmp_path / "here/m")
    scores = model.scores_[model.scores_["subset"] == "mwe"].set_index("metric")
    # A first exploration of these resources on the whole corpus reached 0.77 to 0.80.
    assert scores.loc["pearson", "value"] > 0.75
    hard = model.predict_one("We studied T-cell receptor signalling.", "receptor signalling")
    assert hard > model.predict_one("They walked up the green hill.", "green hill")


def test_a_column_that_may_contain_ratings_is_named(run, offline, tmp_path):
    path = tmp_path / "rated.csv"
    table = lcp.load_corpus("sample").iloc[:60, :5]
    table.rename(columns={"complexity": "Mean rating"}).to_csv(path, index=False)
    short = (
        *("--features", "frequency-baseline", "--estimator", "ridge", "--cv", 0, "--out", "m"),
    )
    err = run.error("fit", "--corpus", path, *short)
    assert "Rename the column 'Mean rating'" in err
    table.to_csv(path, index=False)
    run.ok("fit", "--corpus", path, *short)


def test_coefficients_are_a_table(run, offline, tmp_path):
    out, _ = run.ok(*SHORT, "--features", "frequency-baseline", "--estimator", "ridge")
    assert re.search(r"feature +beta +se +low +high +vif *\n.*\nfrequency__zipf +-0\.\d{3} ", out)
    table = tmp_path / "here/m/coefficients.csv"
    assert table.read_text().startswith("feature,beta,se,low,high,vif\nfrequency__zipf,-0.")


def test_own_columns_can_group_the_folds(run, tmp_path):
    table = lcp.load_corpus("sample", task=1).iloc[:120]
    path = tmp_path / "documents.csv"
    named = table.assign(document=[f"d{n % 6}" for n in range(len(table))])
    named.rename(columns={"token": "Word"})[["Word", "sentence", "complexity", "document"]].to_csv(
        path, index=False
    )
    options = ("--features", "frequency-baseline", "--estimator", "linear", "--cv", 3)
    columns = ("--columns", "target=Word", "--group-by", "document", "--out", "m")
    run.ok("fit", "--task", 1, "--corpus", path, *options, *columns)
    (score,) = [
        row["value"]
        for row in json.loads((tmp_path / "here/m/model.json").read_text())["scores"]
        if row["metric"] == "pearson" and row["subset"] == "single"
    ]
    held_out = pd.read_csv(tmp_path / "here/m/out-of-fold.csv", keep_default_na=False)
    assert held_out["document"].tolist() == named["document"].tolist()
    assert held_out["predicted"].corr(held_out["complexity"]) == pytest.approx(score)


def test_a_package_that_a_resource_needs_is_named_before_anything_is_downloaded(
    run, no_data, monkeypatch
):
    monkeypatch.setitem(sys.modules, "rdata", None)
    err = run.error("fit", "--task", "vocabulary", "--out", "learners", code=3)
    assert "[rdata]" in err
    assert "Fetching" not in err
