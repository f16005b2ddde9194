"""Answers to questions about targets: predictions, explanations and substitutes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pandas as pd

from lcp.disambiguation.choice import senses
from lcp.errors import InputError
from lcp.estimators.contributions import is_explainable
from lcp.explanation.plain import plain_reasons
from lcp.model.installed import predictor_for
from lcp.model.levels import predict_levels
from lcp.model.scale import in_words
from lcp.substitution.easier import easier_synonyms
from lcp.substitution.ranking import rank as ranking_of
from lcp.web.targets import Target, instances, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel
    from lcp.model.fitted_model import FittedModel
    from lcp.substitution.easier import Substitute

#: Maximum number of occurrences explained in a request.
OCCURRENCES = 20


def explain(model: ComplexityModel, target: Target) -> list[dict[str, Any]]:
    """Explain each requested occurrence of a target.

    Raises
    ------
    InputError
        If the target does not occur, occurs too often, or the model cannot be explained.
    """
    predictor = predictor_for(model, target.readers)
    if not is_explainable(predictor.estimator_):
        raise InputError(
            "Ratings for these readers have no explanation.",
            hint="The contributions of features to the model for these readers are not known. "
            "Choose other readers.",
        )
    spans = target.spans()
    if len(spans) > OCCURRENCES:
        raise InputError(
            f"The target occurs {len(spans)} times; the limit is {OCCURRENCES}.",
            where="target",
            hint="Select one occurrence with 'occurrence'.",
        )
    table = instances((target, span) for span in spans)
    explanations = predictor.explain(table)
    rated = _rated(predictor, table, explanations.predictions.to_numpy())
    return [
        {
            **record,
            "in_words": in_words(explanation.complexity),
            "average": explanation.base,
            "total": explanation.total,
            "reasons": [
                {
                    "theme": reason.title,
                    "text": reason.text,
                    "contribution": reason.contribution,
                }
                for reason in explanation.reasons()
            ],
            "plain": [reason._asdict() for reason in plain_reasons(explanation)],
        }
        for record, explanation in zip(rated, explanations, strict=True)
    ]


def rank(
    model: ComplexityModel, target: Target, candidates: Sequence[str] | None
) -> dict[str, Any]:
    """Rank possible replacements of a target; see :func:`lcp.rank`."""
    text, occurrence = target.by_text()
    for candidate in candidates or ():
        plain(candidate)
    ranking = ranking_of(
        plain(target.sentence),
        text,
        candidates,
        model=model,
        genre=target.genre,
        readers=target.readers,
        occurrence=occurrence,
    )
    return {
        "target": ranking.target,
        "notes": ranking.notes,
        "candidates": _records(ranking.table),
    }


def substitutes(model: ComplexityModel, target: Target, sense: str | None) -> dict[str, Any]:
    """Return the senses of a target, and easier synonyms in one of them.

    Raises
    ------
    InputError
        If the target does not occur.
    ResourceError
        If WordNet or the tagger is missing.
    """
    text, occurrence = target.by_text()
    sentence = plain(target.sentence)
    listed = senses(sentence, text, occurrence=occurrence, store=model.feature_set_.store)
    easier = easier_synonyms(
        sentence,
        text,
        model=model,
        genre=target.genre,
        readers=target.readers,
        occurrence=occurrence,
        sense=sense,
    )
    names = [each.name for each in listed]
    # The likeliest sense that has easier synonyms is that of the best synonym.
    default = easier[0].sense if easier and easier[0].sense in names else next(iter(names), None)
    return {
        "sense": sense if sense in names else default,
        "senses": [{"name": each.name, "definition": each.gloss} for each in listed],
        "substitutes": _substitutes(model, target, sentence, easier),
    }


def _substitutes(
    model: ComplexityModel, target: Target, sentence: str, easier: Sequence[Substitute]
) -> list[dict[str, Any]]:
    span = target.first_span()
    # The end of a substitute in its own sentence.
    ends = [len(each.sentence) - len(sentence) + span[1] for each in easier]
    levels: list[str | None] = [None] * len(easier)
    if model.levels_ is not None and easier:
        rows = [
            (each.sentence, each.form, end - len(each.form), end)
            for each, end in zip(easier, ends, strict=True)
        ]
        table = pd.DataFrame(rows, columns=["sentence", "token", "start", "end"])
        table = table.assign(genre=target.genre, readers=target.readers)
        levels = predict_levels(model, table)["level"].tolist()
    return [
        {
            "form": each.form,
            "complexity": each.complexity,
            "gain": each.gain,
            "level": level,
            "edit": _edit(sentence, span, each.sentence, end),
        }
        for each, level, end in zip(easier, levels, ends, strict=True)
    ]


def predict(model: ComplexityModel, targets: Sequence[Target]) -> list[dict[str, Any]]:
    """Rate one occurrence of each target."""
    table = instances((target, target.first_span()) for target in targets)
    rated: dict[int, dict[str, Any]] = {}
    for readers, rows in table.groupby("readers", sort=False):
        predictor = predictor_for(model, cast("Readers", readers))
        rated |= zip(rows.index, _rated(predictor, rows, predictor.predict(rows)), strict=True)
    return [rated[number] for number in range(len(targets))]


def _edit(sentence: str, span: tuple[int, int], changed: str, end: int) -> dict[str, Any]:
    """Return the characters that change if a target is replaced, also those of an article.

    The substitute ends at `end` in the `changed` sentence.
    """
    differing = (i for i in range(span[0]) if sentence[i] != changed[i])
    start = next(differing, span[0])
    return {"start": start, "end": span[1], "text": changed[start:end]}


def _rated(
    model: FittedModel, table: pd.DataFrame, predicted: NDArray[np.float64]
) -> list[dict[str, Any]]:
    values = table.join(model.with_interval(table, predicted))
    columns = ["target", "start", "end", "complexity", "low", "high"]
    return _records(values.rename(columns={"token": "target"})[columns])


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return rows as dictionaries, with None for NaN, which JSON lacks."""
    rows = table.astype(object).where(table.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]
