"""``lcp predict``: predict the complexity of one target, or of every instance of a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import info, working
from lcp.cli.console import out as console
from lcp.cli.inputs import open_corpus, open_instance, open_model, report_unknown_genres
from lcp.cli.options import Genre, ModelArgument, Occurrence, PlausibilityTask, ReadersOption
from lcp.model.scale import in_words

if TYPE_CHECKING:
    import pandas as pd

    from lcp.columns import Columns
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel

PANEL = "Predict and explain"
ORDER = 20


def predict(
    model: ModelArgument = None,
    corpus: Annotated[
        str | None,
        typer.Argument(
            help="Instances, rated or not: a TSV file in CompLex's format, a folder, sample, or "
            "complex:test. MODEL can be omitted.",
        ),
    ] = None,
    *,
    sentence: Annotated[str | None, typer.Option(help="Sentence that contains the target.")] = None,
    target: Annotated[str | None, typer.Option(help="Word or expression in the sentence.")] = None,
    genre: Genre = "",
    readers: ReadersOption = "general",
    occurrence: Occurrence = None,
    task: PlausibilityTask = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Output file with lines 'id,prediction', as in the shared task."),
    ] = None,
    coverage: Annotated[
        float | None,
        typer.Option(
            help="Share of ratings inside the prediction intervals. Adds a header and the columns "
            "low and high to the predictions of a file. Default: 0.9 for one target."
        ),
    ] = None,
    kind: Annotated[
        bool,
        typer.Option(
            "--kind",
            help="Also give the kind of each target, such as word, expression, name or number. "
            "Predictions of a file then have the header 'id,complexity,kind'.",
        ),
    ] = False,
    level: Annotated[
        bool,
        typer.Option(
            "--level",
            help="Also give the CEFR level of each target for learners, A1 to C2, and its "
            "probability.",
        ),
    ] = False,
) -> None:
    """Predict complexity from 0 (very easy) to 1 (very difficult)."""
    from lcp.errors import InputError
    from lcp.model.conformal import check_coverage

    check_coverage(0.9 if coverage is None else coverage)
    one_target = (sentence, target, occurrence) != (None, None, None)
    if corpus is None and model is not None and _is_corpus(model, one_target=one_target):
        model, corpus = None, str(model)
    if corpus is None:
        if out is not None:
            raise InputError("--out is for the predictions of a file.", hint="Give FILE.tsv.")
        if sentence is None or target is None:
            raise InputError(
                "There is nothing to predict.",
                hint="Give FILE.tsv, or both --sentence and --target.",
            )
        fitted, row = open_instance(
            model, sentence, target, genre=genre, readers=readers, occurrence=occurrence
        )
        _predict_target(fitted, row, coverage, kind=kind, level=level)
    elif one_target:
        raise InputError("Give either a file or a sentence with its target, not both.")
    else:
        _predict_corpus(model, corpus, out, readers, coverage, kind=kind, level=level, task=task)


def _is_corpus(argument: Path, *, one_target: bool) -> bool:
    """Return whether the only argument is a corpus, to be predicted by the bundled model."""
    return argument.is_file() or not (one_target or (argument / "model.json").exists())


def _predict_target(
    fitted: ComplexityModel, row: Columns, coverage: float | None, *, kind: bool, level: bool
) -> None:
    from lcp.model.scale import in_running_text

    if coverage is not None:
        fitted.check_calibrated()
    predicted = fitted.predict_columns(row)
    value, interval = float(predicted[0]), ""
    if fitted.interval_ is not None:
        share = 0.9 if coverage is None else coverage
        low, high = fitted.limits_of_columns(row, predicted, coverage=share)[0]
        interval = f"  ({100 * share:.4g}% interval: {low:.4f} to {high:.4f})"
    share = float(fitted.running_text_.share_below([value], row["readers"][0])[0])
    parts = [f"{value:.4f}  {in_words(value)}{interval}", in_running_text(share)]
    if level or kind:
        import pandas as pd

        table = pd.DataFrame(row)
        if level:
            best = fitted.predict_level(table).iloc[0]
            parts.append(f"CEFR {best['level']} (probability {best['probability']:.2f})")
        if kind:
            parts.append(_kinds(table).iloc[0])
    console.print("  ".join(parts), soft_wrap=True)


def _predict_corpus(
    model: Path | None,
    corpus: str,
    out: Path | None,
    readers: Readers,
    coverage: float | None,
    *,
    kind: bool,
    level: bool,
    task: PlausibilityTask,
) -> None:
    from lcp.errors import InputError
    from lcp.evaluation.submission import submission
    from lcp.files import written_aside
    from lcp.model.readers import check_readers

    if task is not None and (kind or level or coverage is not None):
        raise InputError(
            "--task cannot be combined with --kind, --level or --coverage.",
            hint="Leave out --task for a file with these columns.",
        )
    table = open_corpus(corpus, task=2)
    fitted = open_model(model)
    check_readers(fitted.feature_set_, readers)
    if readers != "general":
        table["readers"] = readers
    report_unknown_genres(set(table["genre"]), fitted.feature_set_)
    with working(f"predicting {len(table):,} instances"):
        if coverage is None:
            columns = table[[]].assign(complexity=fitted.predict(table))
        else:
            columns = fitted.predict_interval(table, coverage=coverage)
        if kind:
            columns.insert(1, "kind", _kinds(table))
        if level:
            levels = fitted.predict_level(table)
            columns = columns.assign(level=levels["level"], level_probability=levels["probability"])
    if task is not None:
        from lcp.evaluation.plausibility import plausibility_submission

        text = plausibility_submission(table["id"], columns["complexity"].to_numpy(), task)
    elif kind or level:
        text = _with_header(table["id"], columns)
    elif coverage is None:
        text = submission(table["id"], columns["complexity"].to_numpy())
    else:
        text = _with_header(table["id"], columns.rename(columns={"complexity": "prediction"}))
    if out is None:
        typer.echo(text, nl=False)
        return
    with written_aside(out) as aside:
        # The same bytes on every system: no carriage returns on Windows.
        aside.write_text(text, encoding="utf-8", newline="\n")
    info(f"Wrote {len(table):,} predictions to {out}.")


def _kinds(table: pd.DataFrame) -> pd.Series[str]:
    from lcp.annotation.targets import token_kinds

    return token_kinds(table)


def _with_header(ids: pd.Series[str], columns: pd.DataFrame) -> str:
    """Format predictions as CSV with a header, the ids first, and six decimals."""
    table = columns.copy()
    table.insert(0, "id", ids)
    return table.to_csv(index=False, float_format="%.6f", lineterminator="\n")
