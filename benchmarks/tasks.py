"""Cross-validate the tasks of the plugins, and score their test parts; write ``tasks.md``.

Models have the default feature set and estimator of the task. Needs LCP_DATA, or ``lcp resources
fetch`` of the corpora and of what their feature sets need. With ``--features FILE`` and ``--only
TASK``, it prints the scores of another feature set, for example with dictionaries. About an hour::

    python benchmarks/tasks.py --seed 0
    python benchmarks/tasks.py --only vocabulary:es --features mine.toml
"""

from __future__ import annotations

from scoring import arguments, cell, markdown_table, write_page

import lcp
from lcp.base.task import TASKS
from lcp.evaluation.scores import score_table
from lcp.targets import Targets

NAMES = (
    *("gaps:ranking", "gaps:classification", "gaps:imperceptibility", "gaps:nonspecificity"),
    *("vocabulary:es", "vocabulary:de", "vocabulary:zh"),
)
PAGE = """\
# Other tasks

Written by `python benchmarks/tasks.py --seed {seed}`. Each model has the default feature set and
estimator of its task. Cross-validated: on the training data, {folds} folds grouped as the task
says. Parentheses: 95% bootstrap intervals over the units of the task (1,000 resamples, seed
{seed}).

- `gaps:ranking`, `gaps:classification`: plausible clarifications (CLAIRE, SemEval-2022 Task 7;
  Roth, Anthonio & Sauer 2022). Published on the test data: majority class 0.390, best system 0.689
  (accuracy), 0.807 (Spearman).
- `gaps:imperceptibility`, `gaps:nonspecificity`: abstract words (ReCAM, SemEval-2021 Task 4; Zheng
  et al. 2021). Chance is 0.200. The released training files are not available here, so that models
  are trained on the trial files. Best systems, which are transformers: 0.951 and 0.953.
- `vocabulary:es`, `de`, `zh`: words that learners do not know (BEA 2026; Knowledge-based
  Vocabulary Lists), in log-odds. Published on the test data (Pearson): 0.877, 0.881, 0.889, a
  transformer as the baseline 0.765, 0.773, 0.753.

{table}
"""


def main() -> None:
    """Train a model of each task, and write the table."""
    options = arguments(__doc__, only=[], features="", jobs=1, folds=5)
    rows = []
    for name in options.only or NAMES:
        task = TASKS.find(name)
        addresses = (task.training_corpus, task.test_corpus)
        training, test = (lcp.load_corpus(address, task=name) for address in addresses)
        model = lcp.train(
            training,
            options.features or task.features,
            task.estimator,
            task=task.name,
            cv=options.folds,
            group_by=task.group_by,
            random_state=options.seed,
            n_jobs=options.jobs,
        )
        tested = score_table(
            Targets.rated(test), model.predict(test), task, random_state=options.seed
        )
        for data, scores in (("cross-validated", model.scores_), (task.test_corpus, tested)):
            for row in scores[scores["subset"] == scores["subset"].iloc[0]].itertuples():
                figures = cell((row.value, row.low, row.high), 3)
                rows.append([name, data, f"{row.n:,}", row.metric, figures])
                print(*rows[-1], flush=True)
    if not options.only:
        table = markdown_table(["task", "data", "n", "metric", "value"], rows)
        write_page(options.out, PAGE.format(seed=options.seed, folds=options.folds, table=table))


if __name__ == "__main__":
    main()
