"""``lcp predict``: the complexity of one target, or of every instance in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import out as console
from lcp.cli.console import say
from lcp.cli.options import Genre, ModelFolder, Occurrence
from lcp.thresholds import in_words

if TYPE_CHECKING:
    import pandas as pd

    from lcp.featureset import FeatureSet
    from lcp.model import ComplexityModel


def predict(
    model: ModelFolder = None,
    file: Annotated[
        Path | None, typer.Argument(help="A TSV file in CompLex's format, rated or not.")
    ] = None,
    *,
    sentence: Annotated[str | None, typer.Option(help="One sentence.")] = None,
    target: Annotated[
        str | None, typer.Option(help="The word or expression in the sentence.")
    ] = None,
    corpus: Genre = "",
    occurrence: Occurrence = None,
    out: Annotated[
        Path | None, typer.Option(help="Write id,prediction here (the shared task's format).")
    ] = None,
    coverage: Annotated[
        float | None,
        typer.Option(
            help="Share of ratings that intervals are to hold, such as 0.9: a file's predictions "
            "then get a header and the columns low and high; a single one's is 0.9 unless given."
        ),
    ] = None,
) -> None:
    """Predict complexity from 0 (very easy) to 1 (very difficult)."""
    from lcp.corpora.instances import one_instance
    from lcp.errors import InputError
    from lcp.intervals import check_coverage

    share = 0.9 if coverage is None else coverage
    check_coverage(share)

    if model is not None and file is None and model.is_file():
        # The only argument is a file: the model that ships predicts it.
        model, file = None, model
    if out is not None and file is None:
        raise InputError("--out is for the predictions of a file.", hint="Give FILE.tsv.")
    if file is not None and (sentence, target, occurrence) != (None, None, None):
        raise InputError("Give either a file or a sentence with its target, not both.")
    if file is None and (sentence is None or target is None):
        raise InputError(
            "There is nothing to predict.",
            hint="Give FILE.tsv, or both --sentence and --target.",
        )
    if file is None:
        assert sentence is not None  # noqa: S101 - checked above; for the type checker
        assert target is not None  # noqa: S101
        row = one_instance(sentence, target, corpus=corpus, occurrence=occurrence)
        fitted = load_aloud(model)
        say_unknown_genres({corpus} - {""}, fitted.feature_set_)
        for note in row.attrs["notes"]:
            say(note)
        value = float(fitted.predict(row)[0])
        around = ""
        if coverage is not None or fitted.interval_ is not None:
            around = _in_brackets(fitted.predict_interval(row, coverage=share), share)
        console.print(f"{value:.4f}  {in_words(value)}{around}")
        return

    from lcp.corpora import read_instances
    from lcp.evaluation.submission import submission
    from lcp.files import written_aside

    table = read_instances(file)
    fitted = load_aloud(model)
    say_unknown_genres(set(table["corpus"]), fitted.feature_set_)
    if coverage is None:
        text = submission(table["id"], fitted.predict(table))
    else:
        text = _with_limits(table["id"], fitted.predict_interval(table, coverage=share))
    if out is None:
        typer.echo(text, nl=False)
        return
    with written_aside(out) as aside:
        # The same bytes everywhere: no carriage returns on Windows.
        aside.write_text(text, encoding="utf-8", newline="\n")
    say(f"Wrote {len(table):,} predictions to {out}.")


def _in_brackets(limits: pd.DataFrame, coverage: float) -> str:
    low, high = limits[["low", "high"]].iloc[0]
    return f"  ({100 * coverage:.4g} % interval: {low:.4f} to {high:.4f})"


def _with_limits(ids: pd.Series[str], limits: pd.DataFrame) -> str:
    """CSV with the header ``id,prediction,low,high`` and six decimals."""
    named = limits.rename(columns={"complexity": "prediction"})
    named.insert(0, "id", ids)
    return named.to_csv(index=False, float_format="%.6f", lineterminator="\n")


def load_aloud(folder: Path | None) -> ComplexityModel:
    """Load a model, and say in a line what is not as it was when it was trained."""
    import warnings

    from lcp.model import load_model

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        model = load_model(folder)
    for warning in caught:
        say(str(warning.message))
    return model


def say_unknown_genres(found: set[str], features: FeatureSet) -> None:
    """Say once which genres have no column of their own: all of theirs are zero."""
    context = features.extractors_.get("context")
    if context is None:
        return
    known = context.get_params()["corpora"]
    unknown = sorted(found - set(known))
    if unknown:
        say(
            f"Genres that the features do not know, treated as none: {', '.join(unknown)} "
            f"(known are {', '.join(known)})."
        )
