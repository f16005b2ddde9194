"""Options that several commands share, with the same name, limits and help in each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from lcp.cli.engines import Engine
from lcp.corpora.registry import Readers
from lcp.splits.grouping import GroupBy
from lcp.splits.seeds import LARGEST_SEED

_MODEL = "Folder of a model. Default: the bundled model."
_ADDRESS = (
    "complex, sample, a table (TSV, CSV, .xlsx, .parquet, .jsonl) with the columns sentence and "
    "token, or a folder of TSV files. "
    "Parts follow a colon: complex:train+trial."
)

ModelArgument = Annotated[Path | None, typer.Argument(help=_MODEL)]
ModelOption = Annotated[Path | None, typer.Option(help=_MODEL)]
Task = Annotated[
    int, typer.Option(min=1, max=2, help="1: single words; 2: words and multi-word expressions.")
]
TrainingTask = Annotated[
    Literal["1", "2", "3", "classification", "ranking", "es", "de", "cn", "all"] | None,
    typer.Option(
        help="1: single words; 2: words and multi-word expressions; classification or ranking: "
        "plausibility of fillers (--corpus claire); 1, 2 or 3: the removed word (--corpus recam); "
        "es, de, cn or all: first languages of learners (--corpus kvl). Default: 1, or all for "
        "--corpus kvl alone."
    ),
]
SubmissionTask = Annotated[
    Literal["classification", "ranking", "1", "2", "3"] | None,
    typer.Option(
        help="classification or ranking: write the predictions for the corpus claire as in "
        "SemEval-2022 Task 7: an id, a tab, and a class or a score from 1 to 5. 1, 2 or 3: write "
        "the answers to the questions of the corpus recam: the number of the question, a comma, "
        "and that of the option, both counted from 0."
    ),
]
ScoredTask = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=2,
        help="1: single words; 2: words and multi-word expressions. "
        "Default: 2, or 1 if a model was trained on single words.",
    ),
]
CorpusArgument = Annotated[str, typer.Argument(help=f"Corpus: {_ADDRESS}")]
TrainingCorpora = Annotated[
    list[str],
    typer.Option(
        "--corpus",
        help=f"Corpus to train on: auto (CompLex if available, else the sample), {_ADDRESS} "
        "Repeat the option to train on several corpora.",
    ),
]
RatedCorpus = Annotated[
    str,
    typer.Option(
        help="Rated corpus: test (CompLex's test set, if its ratings are available), auto (test, "
        f"else complex:trial, else sample), {_ADDRESS}"
    ),
]
RatingScale = Annotated[
    str,
    typer.Option(
        "--scale",
        help="Rating of the easiest and of the most difficult words in files of yours.",
    ),
]
Sentence = Annotated[str, typer.Option(help="Sentence that contains the target.")]
Target = Annotated[str, typer.Option(help="Word or expression in the sentence.")]
Genre = Annotated[str, typer.Option(help="Genre of the sentence, if known.")]
ReadersOption = Annotated[
    Readers,
    typer.Option(
        "--readers",
        help="Who reads the text. learner needs a model trained on learners' ratings; learner:es, "
        "learner:de and learner:zh (speakers of Spanish, German and Chinese) one trained with "
        "`lcp fit --corpus kvl --install`.",
    ),
]
FirstLanguage = Annotated[
    Literal["es", "de", "zh", "cn"] | None,
    typer.Option(
        "--l1",
        help="First language of the learners: Spanish, German or Chinese (zh or cn), for a list of "
        "vocabulary. Needs a model trained with `lcp fit --corpus kvl`. For words of a text, see "
        "--readers.",
    ),
]
Occurrence = Annotated[
    int | None,
    typer.Option(
        help="Number of the target's occurrence, from 1. Default: the first in the same case."
    ),
]
Features = Annotated[
    str,
    typer.Option(
        help="Feature set: its name, a TOML file, or auto (full if all its resources are on this "
        "machine, else core)."
    ),
]
Estimator = Annotated[str, typer.Option(help="Estimator recipe: its name or a TOML file.")]
Folds = Annotated[int, typer.Option("--cv", min=2, help="Number of cross-validation folds.")]
Repeats = Annotated[
    int, typer.Option(min=1, help="Number of cross-validations, each with different folds.")
]
TrainingFeatures = Annotated[
    str | None,
    typer.Option(
        help="Feature set: its name, a TOML file, or auto (full if all its resources are on this "
        "machine, else core). Default: that of the task, or auto."
    ),
]
TrainingEstimator = Annotated[
    str | None,
    typer.Option(
        help="Estimator recipe: its name or a TOML file. Default: that of the task, or lightgbm."
    ),
]
TrainingGrouping = Annotated[
    GroupBy | None,
    typer.Option(help="Grouping variable for the folds. Default: that of the task, or token."),
]
Grouping = Annotated[GroupBy, typer.Option(help="Grouping variable for the folds.")]
Seed = Annotated[
    int, typer.Option(min=0, max=LARGEST_SEED, help="Seed of the folds, estimator and bootstrap.")
]
BootstrapSeed = Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="Seed of the bootstrap.")]
Threads = Annotated[
    int | None, typer.Option(min=1, help="Number of threads. Default: all processors.")
]
ReportFolder = Annotated[
    Path | None, typer.Option(help="Folder for report.md and one CSV file per table.")
]
EngineOption = Annotated[
    Engine | None,
    typer.Option(
        help="Rate Parquet files with processes of this machine (local) or with Spark (spark). "
        "Default: local if FILE ends in .parquet."
    ),
]
Master = Annotated[
    str | None,
    typer.Option(
        help="Spark's master URL. Default: that of spark-submit, or all cores of this machine."
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Number of processes for Parquet files, and for text in the formats table, csv, "
        "jsonl and conll. Default: 1.",
    ),
]
Column = Annotated[
    str | None, typer.Option(help="Column of the texts in Parquet files. Default: text.")
]
PartRows = Annotated[
    int | None,
    typer.Option(
        min=1, help="Maximum number of rows of an output file for Parquet files. Default: 10000."
    ),
]
