"""Options that several commands share, with the same name, limits and help in each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_MODEL = "Folder of a trained model. Default: the bundled model."
_TABLE = "a table (TSV, CSV, .xlsx, .parquet, .jsonl)"
_ADDRESS = (
    f"a name, such as complex or sample, or {_TABLE} with sentence and token. "
    "Parts and genres follow a colon: complex:train+trial, complex:train+bible; the scale of a "
    "file's ratings follows an at sign: FILE@1-5."
)

#: Instances, rated or not, for the help of commands.
INSTANCES = (
    f"{_TABLE} with a column token or word, a list of words (.txt), or a corpus, such as sample or "
    "complex:test."
)
#: What names a feature set, for the help of commands.
FEATURES = "Feature set: its name or a TOML file."
#: Formats of documents, for the help of commands.
FORMATS = (
    "plain text, HTML, Markdown, EPUB, DOCX, ODT, RTF, PDF or subtitles (SRT, VTT); - reads plain "
    "text from standard input."
)
#: Which levels an option names, for the help of commands.
LEVELS = "from one on (B2 or B2+), or a range (A2-B1, B2-B2)."

Model = Annotated[Path | None, typer.Option(help=_MODEL)]
_TASK = "1 (single words), 2 (words and expressions), or another task that `lcp tasks` lists."
TrainingTask = Annotated[str, typer.Option("--task", help=f"What is predicted: {_TASK}")]
ScoredTask = Annotated[
    str | None,
    typer.Option("--task", help=f"What is scored: {_TASK} Default: the model's task."),
]
CorpusArgument = Annotated[str, typer.Argument(metavar="CORPUS", help=f"Corpus: {_ADDRESS}")]
TrainingCorpora = Annotated[
    list[str] | None,
    typer.Option(
        "--corpus",
        help=f"Corpus to train on: {_ADDRESS} Repeat the option to train on several corpora. "
        "Default: the task's; for complexity, complex, or sample if that is not available.",
    ),
]
_RATED = (
    f"Rated corpus: {_ADDRESS} Default: the task's test corpus; for complexity, complex:test, or "
    "complex:trial or sample if its ratings are not available."
)
RatedCorpusArgument = Annotated[str | None, typer.Argument(metavar="CORPUS", help=_RATED)]
RatedCorpus = Annotated[str | None, typer.Option("--corpus", help=_RATED)]
Columns = Annotated[
    str,
    typer.Option(
        "--columns",
        help="Names of the columns in the file, where they differ: "
        "token=Word,sentence=Context,complexity=Mean. Several columns of ratings, complexity=R1+R2 "
        "or complexity=R*, are averaged.",
    ),
]
Sentence = Annotated[
    str | None, typer.Option(help="Sentence that contains the target. Default: the word alone.")
]
_TARGET = "Word or expression, in its sentence or alone."
Target = Annotated[str, typer.Option("--target", help=_TARGET)]
TargetOrFile = Annotated[str | None, typer.Option("--target", help=_TARGET)]
Genre = Annotated[
    str,
    typer.Option(
        help="Genre of the text. The bundled model reads the sentence with bible, biomed or "
        "europarl; otherwise the prediction is for the word or expression alone."
    ),
]
_READERS = (
    "Who reads the text: general, learner, or native (in the bundled model as general); a model "
    "may add others, such as learner:es (speakers of Spanish)."
)
Readers = Annotated[str, typer.Option("--readers", help=_READERS)]
ReadersOrFile = Annotated[
    str | None,
    typer.Option(
        "--readers",
        help=f"{_READERS} Default: the column readers of the file, else general.",
    ),
]
Threshold = Annotated[
    str,
    typer.Option(
        "--threshold",
        help="Smallest complexity of a hard word: a number from 0 to 1, or many, some or few (the "
        "hardest 40%, 10% or 2% of running text).",
    ),
]
Folds = Annotated[int, typer.Option("--cv", help="Number of cross-validation folds, at least 2.")]
Repeats = Annotated[
    int, typer.Option(help="Number of cross-validations, each with different folds.")
]
TrainingFeatures = Annotated[
    str | None,
    typer.Option(help=f"{FEATURES} Default: the task's; for complexity, core."),
]
Estimator = Annotated[
    str | None,
    typer.Option(help="Estimator recipe: its name or a TOML file. Default: the task's."),
]
_GROUPING = "token, form, lemma, stem, token+sentence, or a column of the instances."
TrainingGrouping = Annotated[
    str | None,
    typer.Option(help=f"Grouping variable: {_GROUPING} Default: the task's."),
]
Grouping = Annotated[str, typer.Option("--group-by", help=f"Grouping variable: {_GROUPING}")]
Seed = Annotated[int, typer.Option(help="Seed of the folds, estimator and bootstrap.")]
ReportFolder = Annotated[
    Path | None,
    typer.Option(file_okay=False, help="Folder for report.html and one CSV file per table."),
]
TableFile = Annotated[
    Path | None, typer.Option(help="Output file: .csv, .tsv, .xlsx, .parquet or .jsonl.")
]
Provenance = Annotated[
    bool,
    typer.Option(
        "--provenance",
        help="Add a column after each value of a word in --out, NAME@found: form, spelling, lemma, "
        "parts, predicted or none.",
    ),
]
KnownWords = Annotated[
    Path | None,
    typer.Option(
        "--known-words",
        help="File of words that the reader knows, one per line; each stands for all its forms.",
    ),
]

Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        help="Encoding of plain text, HTML, Markdown or subtitles. Default: what the file "
        "says, or UTF-8, UTF-16 or Windows-1252, whichever fits.",
    ),
]
_JOBS = "Number of models trained at the same time, in threads. Default: all processors."
TrainingJobs = Annotated[int | None, typer.Option("--jobs", min=1, help=_JOBS)]
ParquetJobs = Annotated[
    int | None,
    typer.Option("--jobs", min=1, help="Number of processes for Parquet files. Default: 1."),
]
Column = Annotated[
    str | None, typer.Option(help="Column of the texts in Parquet files. Default: text.")
]


def threshold_of(text: str) -> float | str:
    """Return a threshold as a number, or its name.

    >>> threshold_of("0.4"), threshold_of("few")
    (0.4, 'few')
    """
    try:
        return float(text)
    except ValueError:
        return text
