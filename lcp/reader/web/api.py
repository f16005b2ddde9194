"""The JSON API below ``/api``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Request, Response

import lcp
from lcp.errors import InputError
from lcp.reader.documents.extraction import whole_text
from lcp.reader.documents.process import work
from lcp.reader.web import requests, responses
from lcp.reader.web.fields import SENTENCE
from lcp.reader.web.service import SharedPredictor

if TYPE_CHECKING:
    from collections.abc import Mapping

ERRORS: Mapping[int | str, dict[str, object]] = {
    status: {"model": responses.ErrorResponse, "description": description}
    for status, description in {
        400: "The request is well-formed but cannot be answered: for example, the target is not "
        "in the sentence, or the text contains a NUL character.",
        403: "The request comes from a page of another site.",
        409: "The server lacks a resource that the request needs, such as WordNet for synonyms. "
        "The hint says how to install it; GET /api/model lists the available features.",
        408: "The request arrived too slowly.",
        413: "The text is too long.",
        422: "The request is malformed: for example, a threshold is outside 0-1.",
        500: "Internal server error.",
        503: "The server has too many requests, or is stopping. Try again later.",
        504: "The request exceeded the time limit.",
    }.items()
}
#: Path of uploads, whose size has a separate limit.
UPLOAD = "/api/document"
#: Time limit in seconds to read a document.
DOCUMENT_SECONDS = 20.0

router = APIRouter(prefix="/api", responses={**ERRORS})


async def health() -> dict[str, str]:
    """Say that the model is loaded and the server answers."""
    return {"status": "ok"}


async def get_predictor(request: Request) -> SharedPredictor:
    """Return the predictor of the application."""
    predictor: SharedPredictor = request.app.state.predictor
    return predictor


PredictorDep = Annotated[SharedPredictor, Depends(get_predictor)]


@router.post("/annotate", response_model=responses.Annotation | responses.Annotations)
async def annotate(body: requests.AnnotateRequest, predictor: PredictorDep) -> Response:
    """Predict the complexity of the content words of a text, or of several."""
    options = body.model_dump(exclude={"text", "texts"})
    if (body.text is None) == (body.texts is None):
        raise InputError(
            "Either a text or several texts are needed.", where="text", hint="Give text or texts."
        )
    if body.text is None:
        content = await predictor.annotate_texts(body.texts or (), **options)
    else:
        content = await predictor.annotate(body.text, **options)
    # Validating a long annotation against the response model would take as long as writing it.
    return Response(content, media_type="application/json")


@router.post("/profile", response_model=responses.Profile)
async def profile(body: requests.ProfileRequest, predictor: PredictorDep) -> dict[str, object]:
    """Profile a text: level, coverage, hard words and readability."""
    return await predictor.profile(**body.model_dump())


@router.post("/predict", response_model=responses.Predictions)
async def predict(body: requests.PredictRequest, predictor: PredictorDep) -> dict[str, object]:
    """Predict for targets, by default at their first occurrence; an invalid one gets an error."""
    return {"predictions": await predictor.turn(lambda: predictor.predict(body.instances))}


@router.post("/explain", response_model=responses.Explanations)
async def explain(body: requests.Target, predictor: PredictorDep) -> dict[str, object]:
    """Explain the complexity of a target, for one occurrence or all."""
    return {"explanations": await predictor.turn(lambda: predictor.explain(body))}


@router.post("/substitutes", response_model=responses.Substitutes)
async def substitutes(
    body: requests.SubstitutesRequest, predictor: PredictorDep
) -> dict[str, object]:
    """Return the senses of a target and easier synonyms, or rank given candidates."""
    return await predictor.turn(lambda: predictor.substitutes(body))


@router.post(UPLOAD.removeprefix("/api"), response_model=responses.Document)
async def document(
    predictor: PredictorDep,
    name: Annotated[
        str, Query(max_length=300, description="Name of the file. Only its ending counts.")
    ],
    content: Annotated[bytes, Body(media_type="application/octet-stream")] = b"",
) -> dict[str, object]:
    """Return the text of a document in any format that `lcp annotate` reads."""

    def read(name: str) -> dict[str, Any]:
        longest = predictor.limits.characters
        return work("extract", content, name, longest, seconds=DOCUMENT_SECONDS)

    answer = await predictor.in_process(name, read)
    text = whole_text(answer)
    predictor.check_length(len(text), "document")
    return {"text": text, "notes": answer["notes"]}


@router.get("/model", response_model=responses.Model)
async def model(predictor: PredictorDep) -> dict[str, object]:
    """Describe the model, what this server can do, and the limits of a request."""
    fitted = predictor.model
    return {
        "version": lcp.__version__,
        "model": f"{fitted.feature_set_.name}, {fitted.estimator_name_}",
        "corpus": ", ".join(fitted.trained_on_["corpora"]),
        "readers": predictor.readers,
        "genres": {readers: fitted.capabilities_.genres(readers) for readers in predictor.readers},
        "levels": predictor.gives_levels,
        "intervals": fitted.intervals_ is not None,
        "explanations": predictor.explains,
        "expressions": predictor.model.capabilities_.expressions,
        "synonyms": predictor.finds_synonyms(),
        "limits": {**asdict(predictor.limits), "sentence": SENTENCE},
    }
