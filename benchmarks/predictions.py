"""Predict CompLex's unlabelled test instances in the shared task's format, and the sample.

Trains on train + trial and writes ``predictions/task1.csv`` and ``task2.csv``. With ``--sample``,
it writes the predicted ratings of the bundled sample corpus instead, with ``--model lightgbm``;
with ``--tasks``, the predictions of other tasks' default models in ``predictions/present``::

    python benchmarks/predictions.py --features full --model best --seed 0
    python benchmarks/predictions.py --tasks gaps:ranking gaps:classification gaps:imperceptibility
"""

from __future__ import annotations

from pathlib import Path

from scoring import arguments, is_expression

import lcp
from lcp.base.task import TASKS
from lcp.evaluation.submission import submission
from lcp.targets import Targets

SAMPLE = Path(lcp.__file__).parent / "corpora" / "sample.tsv"


def main() -> None:
    """Train and predict."""
    options = arguments(__doc__, features="full", model="best", sample=False, tasks=[])
    if options.tasks:
        folder = options.out.parent / "predictions" / "present"
        folder.mkdir(exist_ok=True)
        for name in options.tasks:
            path = folder / f"{name.replace(':', '-')}.tsv"
            path.write_text(other_task(name, options.seed), encoding="utf-8", newline="\n")
            print(path.name, flush=True)
        return
    model = lcp.ComplexityModel(options.features, options.model, random_state=options.seed)
    if options.sample:
        table = lcp.load_corpus("sample")
        rated = table.assign(complexity=model.fit(lcp.load_corpus("complex")).predict(table))
        columns = ["id", "genre", "sentence", "token", "complexity"]
        rated[columns].to_csv(SAMPLE, sep="\t", index=False, float_format="%.4f", quoting=3)
        return
    test = lcp.load_corpus("complex:test")
    for task in (1, 2):
        rows = test[is_expression(test) == (task == 2)]  # noqa: PLR2004
        predicted = model.fit(lcp.load_corpus("complex", task=task)).predict(rows)
        lines = (f"{key},{value:.6f}" for key, value in zip(rows["id"], predicted, strict=True))
        path = options.out.parent / "predictions" / f"task{task}.csv"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
        print(f"{path.name}: {len(rows)} predictions")


def other_task(name: str, seed: int) -> str:
    """Return the predictions for a task's test part, in the format of its submissions."""
    task = TASKS.find(name)
    training = lcp.load_corpus(task.training_corpus, task=name)
    model = lcp.train(
        training, task.features, task.estimator, task=task.name, cv=0, random_state=seed
    )
    test = Targets.table(lcp.load_corpus(task.test_corpus.replace("dev", "test"), task=name))
    predicted = model.predict(test)
    return task.submission(test, predicted) or submission(test["id"], predicted)


if __name__ == "__main__":
    main()
