"""Options that several commands share: the same name, limits and help wherever they stand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.grouping import GroupBy

ModelFolder = Annotated[
    Path | None, typer.Argument(help="A model's folder; the one that ships unless given.")
]
Task = Annotated[
    int,
    typer.Option(min=1, max=2, help="1: single words; 2: expressions, trained on words as well."),
]
OnlyTask = Annotated[int | None, typer.Option(min=1, max=2, help="Only this task's.")]
TrainingCorpus = Annotated[
    str, typer.Option(help="auto, complex, sample, or a TSV file or folder in CompLex's format.")
]
RatedCorpus = Annotated[
    str,
    typer.Option(
        help="test (CompLex's, where its labels are at hand), sample, complex:PART, "
        "or a rated TSV file."
    ),
]
Genre = Annotated[str, typer.Option(help="The sentence's genre, where it is known.")]
Occurrence = Annotated[
    int | None,
    typer.Option(
        help="Which of the target's places is meant, counted from 1; the first that is written "
        "like it unless given."
    ),
]
Features = Annotated[str, typer.Option(help="Feature set: auto, the name of one, or a TOML file.")]
Estimator = Annotated[str, typer.Option(help="Estimator: the name of a recipe, or a TOML file.")]
Folds = Annotated[int, typer.Option("--cv", min=2, help="Folds of each cross-validation.")]
Repeats = Annotated[int, typer.Option(min=1, help="Cross-validations with new folds.")]
Grouping = Annotated[GroupBy, typer.Option(help="What may not stand on both sides of a fold.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of folds, estimator and bootstrap.")]
BootstrapSeed = Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")]
Threads = Annotated[int | None, typer.Option(min=1, help="Threads; all unless given.")]
ReportFolder = Annotated[
    Path | None, typer.Option(help="A folder for report.md and a CSV of each table.")
]
