"""The JSON API below ``/api``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Request, Response

import lcp
from lcp.web import requests, responses
from lcp.web.documents import UPLOAD, DocumentReader
from lcp.web.fields import SENTENCE
from lcp.web.rating import Rater
from lcp.web.settings import Settings
from lcp.web.targets import Target

if TYPE_CHECKING:
    from collections.abc import Mapping

ERRORS: Mapping[int | str, dict[str, Any]] = {
    status: {"model": responses.ErrorResponse, "description": description}
    for status, description in {
        400: "The request is well-formed but cannot be answered: for example, the target is not "
        "in the sentence, or the text contains a NUL character.",
        403: "The request comes from a page of another site.",
        409: "The server lacks a resource that the request needs, such as WordNet for synonyms. "
        "The hint says how to install it; GET /api/model lists the available features.",
        408: "The request arrives too slowly.",
        413: "The text is too long.",
        422: "The request is malformed: for example, a threshold is outside 0-1.",
        500: "Internal server error.",
        504: "The request exceeded the time limit.",
    }.items()
}

router = APIRouter(prefix="/api")


async def get_rater(request: Request) -> Rater:
    """Return the rater of the application."""
    rater: Rater = request.app.state.rater
    return rater


async def get_settings(request: Request) -> Settings:
    """Return the settings of the application."""
    settings: Settings = request.app.state.settings
    return settings


async def get_documents(request: Request) -> DocumentReader:
    """Return the reader of documents of the application."""
    reader: DocumentReader = request.app.state.documents
    return reader


RaterDep = Annotated[Rater, Depends(get_rater)]
SettingsDep = Annotated[Settings, Depends(get_settings)]
DocumentsDep = Annotated[DocumentReader, Depends(get_documents)]


@router.post("/annotate", response_model=responses.Annotation, responses={**ERRORS})
async def annotate(body: requests.AnnotateRequest, rater: RaterDep) -> Response:
    """Rate the content words of a text."""
    content = await rater.annotate(
        body.text,
        threshold=body.threshold,
        audience=body.audience,
        mwe=body.mwe,
        rate_names=body.rate_names,
        genre=body.genre,
        readers=body.readers,
    )
    # Validating a long annotation against the response model would take as long as writing it.
    return Response(content, media_type="application/json")


@router.post("/profile", response_model=responses.Profile, responses={**ERRORS})
async def profile(body: requests.ProfileRequest, rater: RaterDep) -> dict[str, Any]:
    """Profile a text: level, coverage, hard words and readability."""
    return await rater.profile(
        body.text,
        threshold=body.threshold,
        audience=body.audience,
        genre=body.genre,
        readers=body.readers,
        known_words=body.known_words,
    )


@router.post(UPLOAD.removeprefix("/api"), response_model=responses.Document, responses={**ERRORS})
async def document(
    documents: DocumentsDep,
    name: Annotated[
        str,
        Query(max_length=300, description="Name of the file. Only its ending counts."),
    ],
    content: Annotated[bytes, Body(media_type="application/octet-stream")] = b"",
) -> dict[str, Any]:
    """Return the text of a document: plain text, HTML, Markdown, EPUB, DOCX, PDF or subtitles."""
    return await documents.read(content, name)


@router.post("/explain", response_model=responses.Explanations, responses={**ERRORS})
async def explain(body: requests.ExplainRequest, rater: RaterDep) -> dict[str, Any]:
    """Explain the complexity of a target, for one occurrence or all."""
    return {"explanations": await rater.explain(_target(body))}


@router.post("/rank", response_model=responses.Ranking, responses={**ERRORS})
async def rank(body: requests.RankRequest, rater: RaterDep) -> dict[str, Any]:
    """Rank possible replacements of a target, the easiest first."""
    return await rater.rank(_target(body), body.candidates)


@router.post("/substitutes", response_model=responses.Substitutes, responses={**ERRORS})
async def substitutes(body: requests.SubstitutesRequest, rater: RaterDep) -> dict[str, Any]:
    """Return the senses of a target, and easier synonyms for it in one of them."""
    return await rater.substitutes(_target(body), body.sense)


@router.post("/predict", response_model=responses.Predictions, responses={**ERRORS})
async def predict(body: requests.PredictRequest, rater: RaterDep) -> dict[str, Any]:
    """Rate targets, by default at their first occurrence."""
    return {"predictions": await rater.predict([_target(each) for each in body.instances])}


@router.get("/model", response_model=responses.Model, responses={500: ERRORS[500]})
async def model(rater: RaterDep, settings: SettingsDep) -> dict[str, Any]:
    """Describe the model, the features available on this server and the limits of a request."""
    fitted = rater.model
    return {
        "version": lcp.__version__,
        "features": fitted.feature_set_.name,
        "estimator": fitted.estimator_name_,
        "corpus": ", ".join(fitted.trained_on_["corpora"]),
        "instances": fitted.trained_on_["instances"],
        "readers": rater.readers(),
        "levels": fitted.levels_ is not None,
        "intervals": fitted.interval_ is not None,
        "explanations": rater.explains,
        "expressions": rater.finds_expressions(),
        "synonyms": rater.finds_synonyms(),
        "limits": {
            "characters": settings.characters,
            "document": settings.document,
            "sentence": SENTENCE,
            "seconds": settings.seconds,
        },
    }


def _target(body: requests.TargetRequest | requests.SpanRequest) -> Target:
    if isinstance(body, requests.SpanRequest):
        target = Target(body.sentence, span=(body.start, body.end))
    else:
        target = Target(body.sentence, body.target, body.occurrence)
    return target._replace(genre=body.genre, readers=body.readers)
