"""The JSON API below ``/api``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

import lcp
from lcp.web import schema
from lcp.web.places import Place
from lcp.web.rating import Rater
from lcp.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

ERRORS: Mapping[int | str, dict[str, Any]] = {
    status: {"model": schema.ErrorResponse, "description": meaning}
    for status, meaning in {
        400: "The request has the right form and cannot be answered: its target is not in its "
        "sentence, say, or its text holds a NUL character.",
        403: "The request comes from the page of another site.",
        413: "The text is too long.",
        422: "The request has not the right form: a threshold outside 0-1, say.",
        500: "The server failed.",
        503: "A resource is not on this machine, or there are too many requests.",
        504: "The request took too long.",
    }.items()
}

router = APIRouter(prefix="/api")


async def rater_of(request: Request) -> Rater:
    """What the app rates with."""
    rater: Rater = request.app.state.rater
    return rater


async def settings_of(request: Request) -> Settings:
    """What the app was started with."""
    settings: Settings = request.app.state.settings
    return settings


TheRater = Annotated[Rater, Depends(rater_of)]
TheSettings = Annotated[Settings, Depends(settings_of)]


@router.post("/annotate", response_model=schema.Annotation, responses={**ERRORS})
async def annotate(asked: schema.AnnotateRequest, rater: TheRater) -> Response:
    """Rate the content words of a text, with their places."""
    text = await rater.annotated(
        asked.text, threshold=asked.threshold, audience=asked.audience, mwe=asked.mwe
    )
    # Not through the response model, which would read it all again.
    return Response(text, media_type="application/json")


@router.post("/explain", response_model=schema.Explanations, responses={**ERRORS})
async def explain(asked: schema.ExplainRequest, rater: TheRater) -> dict[str, Any]:
    """Say why a target is as hard as it is, at each of its places or the one that is meant."""
    return {"explanations": await rater.explained(_place(asked))}


@router.post("/rank", response_model=schema.Ranking, responses={**ERRORS})
async def rank(asked: schema.RankRequest, rater: TheRater) -> dict[str, Any]:
    """Rank what may stand in a target's place, the easiest first."""
    return await rater.ranked(_place(asked), asked.candidates)


@router.post("/predict", response_model=schema.Predictions, responses={**ERRORS})
async def predict(asked: schema.PredictRequest, rater: TheRater) -> dict[str, Any]:
    """Rate targets, each at its first place unless another is meant."""
    return {"predictions": await rater.predicted([_place(each) for each in asked.instances])}


@router.get("/model", response_model=schema.Model, responses={500: ERRORS[500]})
async def model(rater: TheRater, settings: TheSettings) -> dict[str, Any]:
    """Tell which model rates, what it can do on this machine, and the limits of a request."""
    fitted = rater.model
    return {
        "version": lcp.__version__,
        "features": fitted.feature_set_.name,
        "estimator": fitted.estimator_name_,
        "corpus": fitted.trained_on_["corpus"],
        "instances": fitted.trained_on_["instances"],
        "intervals": fitted.interval_ is not None,
        "explanations": rater.explains,
        "expressions": rater.finds_expressions(),
        "synonyms": rater.finds_synonyms(),
        "limits": {
            "characters": settings.characters,
            "sentence": schema.SENTENCE,
            "seconds": settings.seconds,
        },
    }


def _place(asked: schema.TargetRequest | schema.SpanRequest) -> Place:
    if isinstance(asked, schema.SpanRequest):
        return Place(asked.sentence, span=(asked.start, asked.end))
    corpus = asked.corpus if isinstance(asked, schema.Instance) else ""
    return Place(asked.sentence, asked.target, asked.occurrence, corpus=corpus)
