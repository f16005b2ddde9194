"""``lcp predict``: predict the complexity of one target, or of every instance of a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from lcp.cli.console import info, progress
from lcp.cli.console import out as console
from lcp.cli.first_language import with_first_language
from lcp.cli.inputs import (
    open_corpus,
    open_instance,
    open_model,
    report_unknown_genres,
)
from lcp.cli.options import (
    FirstLanguage,
    Genre,
    ModelArgument,
    Occurrence,
    ReadersOption,
    SubmissionTask,
)
from lcp.model.scale import in_words

if TYPE_CHECKING:
    import pandas as pd

    from lcp.columns import Columns
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel
    from lcp.model.fitted_model import FittedModel

PANEL = "Predict and explain"
ORDER = 20
NO_INTERVAL = "Words without a translation have no prediction interval."
#: Instances that are predicted at once: a multiple of the options of a question, which are ranked.
_PART = 5_000


def predict(
    model: ModelArgument = None,
    corpus: Annotated[
        str | None,
        typer.Argument(
            help="Instances, rated or not: a table (TSV, CSV, .xlsx, .parquet, .jsonl) with a "
            "column token or word, a list of words (.txt), a folder, sample, or complex:test. "
            "MODEL can be omitted.",
        ),
    ] = None,
    *,
    sentence: Annotated[str | None, typer.Option(help="Sentence that contains the target.")] = None,
    target: Annotated[str | None, typer.Option(help="Word or expression in the sentence.")] = None,
    genre: Genre = "",
    readers: ReadersOption = "general",
    l1: FirstLanguage = None,
    occurrence: Occurrence = None,
    task: SubmissionTask = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Output file: .csv, .tsv, .xlsx, .parquet or .jsonl. A .csv file has lines "
            "'id,prediction', as in the shared task, if the instances have ids and no further "
            "columns are requested."
        ),
    ] = None,
    header: Annotated[
        bool,
        typer.Option(
            "--header",
            help="Write a header, and the target beside the id. Always so, except in the format "
            "of the shared task.",
        ),
    ] = False,
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
            "Predictions of a file then have the header 'id,token,complexity,kind'.",
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
            raise InputError(
                "--out is for the predictions of a file.", hint="Give a file, such as words.csv."
            )
        if sentence is None or target is None:
            raise InputError(
                "There is nothing to predict.",
                hint="Give a file, such as words.csv, or both --sentence and --target.",
            )
        fitted, row = open_instance(
            model, sentence, target, genre=genre, readers=readers, occurrence=occurrence, l1=l1
        )
        _predict_target(fitted, row, coverage, kind=kind, level=level)
    elif one_target:
        raise InputError("Give either a file or a sentence with its target, not both.")
    else:
        _predict_corpus(
            model,
            corpus,
            out,
            readers,
            coverage,
            l1=l1,
            kind=kind,
            level=level,
            header=header,
            task=task,
        )


def _is_corpus(argument: Path, *, one_target: bool) -> bool:
    """Return whether the only argument is a corpus, to be predicted by the bundled model."""
    return argument.is_file() or not (one_target or (argument / "model.json").exists())


def _predict_target(
    fitted: ComplexityModel, row: Columns, coverage: float | None, *, kind: bool, level: bool
) -> None:
    from math import isnan

    from lcp.first_language.languages import language_of
    from lcp.model.scale import in_running_text

    readers = row["readers"][0]
    predictor = _predictor(fitted, readers)
    if coverage is not None:
        predictor.check_calibrated()
    predicted = predictor.predict_columns(row)
    value, interval = float(predicted[0]), ""
    share = 0.9 if coverage is None else coverage
    low, high = predictor.limits_of_columns(row, predicted, coverage=share)[0]
    if not isnan(low):
        interval = f"  ({100 * share:.4g}% interval: {low:.4f} to {high:.4f})"
    if coverage is not None and isnan(low):
        info(NO_INTERVAL)
    own = f"learner:{language_of(row['l1'][0])}" if "l1" in row else readers
    parts = [f"{value:.4f}  {in_words(value)}{interval}"]
    if predictor.running_text_.quantiles:
        share = float(predictor.running_text_.share_below([value], cast("Readers", own))[0])
        parts.append(in_running_text(share))
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
    l1: str | None,
    kind: bool,
    level: bool,
    header: bool,
    task: SubmissionTask,
) -> None:
    from lcp.errors import InputError
    from lcp.evaluation.submission import submission
    from lcp.table_files import check_ending

    if task is not None and (kind or level or header or coverage is not None):
        raise InputError(
            "--task cannot be combined with --kind, --level, --header or --coverage.",
            hint="Leave out --task for a file with these columns.",
        )
    if out is not None and task is None:
        check_ending(out)
    table = open_corpus(corpus, task=2)
    fitted = open_model(model)
    table = with_first_language(fitted, table, l1, readers)
    _set_readers(table, fitted, readers)
    report_unknown_genres(set(table["genre"]), fitted.feature_set_)
    _print_notes(table)
    columns = _predicted(fitted, table, coverage, kind=kind, level=level)
    if coverage is not None and columns["low"].isna().any():
        info(NO_INTERVAL)
    if task in ("classification", "ranking"):
        from lcp.evaluation.plausibility import plausibility_submission

        plain = plausibility_submission(table["id"], columns["complexity"].to_numpy(), task)
    elif task is not None:
        from lcp.evaluation.questions import answer_submission

        plain = answer_submission(table, columns["complexity"])
    elif header or kind or level or coverage is not None or _numbered(table):
        plain = None
    else:
        plain = submission(table["id"], columns["complexity"])
    if not (kind or level):
        columns = columns.rename(columns={"complexity": "prediction"})
    columns.insert(0, "id", table["id"])
    columns.insert(1, "token", table["token"])
    _write(columns, plain, out, as_given=task is not None)


def _set_readers(table: pd.DataFrame, fitted: ComplexityModel, readers: Readers) -> None:
    """Set the readers of all rows, or keep those of a column."""
    from lcp.model.readers import check_readers

    is_vocabulary = "l1" in table
    if readers != "general":
        table["readers"] = readers
        if not is_vocabulary:
            check_readers(_predictor(fitted, readers), readers)
    elif "learner" in {*table["readers"]} - {*fitted.readers()} and not is_vocabulary:
        info("The model does not distinguish learners: all rows are for general readers.")


def _predicted(
    fitted: ComplexityModel,
    table: pd.DataFrame,
    coverage: float | None,
    *,
    kind: bool,
    level: bool,
) -> pd.DataFrame:
    """Return the columns of predictions, computed in parts of which a terminal shows the number."""
    import pandas as pd

    results = []
    with progress(max(1, -(-len(table) // _PART))) as step:
        for first in range(0, max(1, len(table)), _PART):
            step("predicting")
            part = table.iloc[first : first + _PART]
            columns = _by_readers(fitted, part, coverage)
            if kind:
                columns.insert(1, "kind", _kinds(part))
            if level:
                levels = fitted.predict_level(part)
                columns["level"] = levels["level"]
                columns["level_probability"] = levels["probability"]
            results.append(columns)
    return pd.concat(results)


def _by_readers(
    fitted: ComplexityModel, part: pd.DataFrame, coverage: float | None
) -> pd.DataFrame:
    """Return the complexity of instances, each predicted by the model for its readers."""
    import pandas as pd

    results = []
    for readers, rows in part.groupby("readers", sort=False) if len(part) else [("general", part)]:
        predictor = _predictor(fitted, cast("Readers", readers))
        if coverage is None:
            results.append(rows[[]].assign(complexity=predictor.predict(rows)))
        else:
            results.append(predictor.predict_interval(rows, coverage=coverage))
    return pd.concat(results).loc[part.index]


def _predictor(fitted: ComplexityModel, readers: Readers) -> FittedModel:
    """Return the model for readers; the given one for vocabulary, whose first language is known."""
    from lcp.model.installed import predictor_for
    from lcp.model.readers import first_language_of

    return predictor_for(fitted, readers) if first_language_of(readers) else fitted


def _write(
    predictions: pd.DataFrame, plain: str | None, out: Path | None, *, as_given: bool
) -> None:
    """Print or write predictions: as `plain` text where that is a format, else as a table."""
    from lcp.evaluation.submission import DECIMALS
    from lcp.files import written_aside
    from lcp.table_files import as_csv, write_table

    if out is None:
        typer.echo(as_csv(predictions, DECIMALS) if plain is None else plain, nl=False)
        return
    if plain is None or not (as_given or out.suffix.lower() == ".csv"):
        write_table(predictions, out, DECIMALS)
    else:
        with written_aside(out) as aside:
            # The same bytes on every system: no carriage returns on Windows.
            aside.write_text(plain, encoding="utf-8", newline="\n")
    number = plain.count("\n") if as_given and plain is not None else len(predictions)
    info(f"Wrote {number:,} predictions to {out}.")


def _print_notes(table: pd.DataFrame) -> None:
    """Print what is unusual about the instances."""
    from lcp.corpora.instances import lacks_sentence
    from lcp.corpora.targets import surrounding_word

    if lacks_sentence(table).all():
        info("No target has a sentence: the words alone are rated.")
    spans = zip(table["sentence"], table["start"], table["end"], strict=True)
    words = [surrounding_word(sentence, (start, end)) for sentence, start, end in spans]
    parts = [
        f"“{token}” of “{word}”" for token, word in zip(table["token"], words, strict=True) if word
    ]
    if parts:
        info(
            f"Targets that are only a part of a word in their sentence: {len(parts):,}, such as "
            f"{parts[0]}. The part is rated."
        )


def _numbered(table: pd.DataFrame) -> bool:
    """Return whether the ids are the numbers of the rows, which say nothing without the target."""
    return [*table["id"]] == [str(number) for number in range(1, len(table) + 1)]


def _kinds(table: pd.DataFrame) -> pd.Series[str]:
    from lcp.annotation.targets import token_kinds

    return token_kinds(table)
