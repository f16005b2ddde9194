"""``lcp predict``: predict the complexity of one target, or of every instance of a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, progress
from lcp.cli.console import out as console
from lcp.cli.corpus_arguments import open_with_file, with_input
from lcp.cli.inputs import (
    open_model,
    open_target,
    refuse,
    report_unknown_words,
    report_unused_sentences,
)
from lcp.cli.texts import output, write_results
from lcp.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from lcp.model.model import ComplexityModel
    from lcp.targets import Targets


def predict(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help=f"Instances, rated or not: {options.INSTANCES}"),
    ] = None,
    *,
    model: options.Model = None,
    sentence: options.Sentence = None,
    target: options.TargetOrFile = None,
    genre: options.Genre = "",
    readers: options.ReadersOrFile = None,
    columns: options.Columns = "",
    submission: Annotated[
        bool,
        typer.Option("--submission", help="Write the submission format of SemEval-2021 Task 1."),
    ] = False,
    out: options.TableFile = None,
) -> None:
    """Predict complexity from 0 (very easy) to 1 (very difficult)."""
    from lcp.tables.output_tables import check_ending
    from lcp.targets import Targets

    if file is None:
        hint = "Give a file, such as words.csv."
        refuse("is for a file", hint, out=out, columns=columns, submission=submission)
        if target is None:
            raise InputError(
                "There is no target.",
                hint="Give a file, such as words.csv, or --target, with its --sentence. "
                "`lcp annotate` predicts for every content word of a text.",
            )
        _predict_target(
            *open_target(model, sentence or "", target, genre=genre, readers=readers or "general")
        )
        return
    hint = "Remove it. In a file, the columns start and end give the place of a target."
    refuse("is for a single target, not for a file", hint, sentence=sentence, target=target)
    if not submission:
        check_ending(out)
    table, source = open_with_file(file, columns)
    fitted = open_model(model)
    targets = Targets.table(table).for_all(genre=genre or None, readers=readers)
    if genre or readers:
        alone = bool(targets.alone.all())
        fitted.capabilities_.check_options(genre, readers or "general", alone=alone)
    report_unused_sentences(targets, fitted)
    _print_notes(targets, table)
    predictions = _predictions(fitted, targets)
    report_unknown_words(fitted, targets, predictions["level"])
    if submission:
        _write_submission(fitted, targets, predictions["complexity"], out)
        return
    asked = table.assign(genre=targets.genre, readers=targets.readers)
    shown = ("id", "genre", "readers", "sentence", "token")
    predictions = with_input(predictions, asked, source, shown)
    write_results(predictions, out, f"{len(predictions):,} predictions", decimals=6)


def _predict_target(model: ComplexityModel, targets: Targets) -> None:
    from lcp.model.running_text import in_running_text

    (prediction,) = model.predictions(targets).rows()
    report_unknown_words(model, targets, [prediction.level])
    parts = [f"{prediction.complexity:.4f}"]
    if prediction.low is not None:
        parts.append(f"(90% interval: {prediction.low:.4f} to {prediction.high:.4f})")
    if prediction.harder_than is not None:
        parts.append(in_running_text(prediction.harder_than))
    if prediction.level is not None:
        is_uncertain = prediction.level_probability not in {None, 1.0}
        source = (
            f"probability {prediction.level_probability:.2f}"
            if is_uncertain
            else prediction.level_source
        )
        parts.append(f"CEFR {prediction.level} ({source})")
    console.print("  ".join(parts), soft_wrap=True)


def _write_submission(
    model: ComplexityModel, targets: Targets, predicted: pd.Series[float], out: Path | None
) -> None:
    from lcp.base.task import TASKS
    from lcp.evaluation.submission import submission

    text = TASKS.find(model.capabilities_.task).submission(targets, predicted)
    if text is None:
        text = submission(targets["id"], predicted)
    with output(out, f"{text.count(chr(10)):,} lines") as write:
        write(text)


def _predictions(model: ComplexityModel, targets: Targets, size: int = 5_000) -> pd.DataFrame:
    """Return the predictions as a table, computed in parts of this size with a progress bar."""
    import numpy as np
    import pandas as pd

    parts = np.array_split(np.arange(len(targets)), max(1, -(-len(targets) // size)))
    if model.capabilities_.compared_within:
        parts = [np.arange(len(targets))]
    results = []
    with progress(len(parts)) as step:
        for rows in parts:
            step("predicting")
            results.append(model.predictions(targets.take(rows)).to_frame())
    return pd.concat(results, ignore_index=True)


def _print_notes(targets: Targets, table: pd.DataFrame) -> None:
    """Print what is unusual about the instances."""
    from lcp.targets.find import surrounding_word

    if targets.alone.all():
        info("No target has a sentence: predictions are for the words alone.")
    spans = zip(targets.sentence, targets.start.tolist(), targets.end.tolist(), strict=True)
    words = [
        surrounding_word(sentence, (start, end)) if sentence else None
        for sentence, start, end in spans
    ]
    parts = [
        f"“{token}” of “{word}”" for token, word in zip(table["token"], words, strict=True) if word
    ]
    if parts:
        info(
            f"Targets that are only a part of a word in their sentence: {len(parts):,}, such as "
            f"{parts[0]}. The prediction is for the part."
        )
