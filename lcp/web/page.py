"""The page: a form, the heat map of its text, and files to take away."""

from __future__ import annotations

import mimetypes
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, ConfigDict
from starlette.staticfiles import StaticFiles

import lcp
from lcp.errors import InputError, LCPError
from lcp.reports.heatmap import shown, templates
from lcp.thresholds import AUDIENCES
from lcp.web.api import TheRater, TheSettings
from lcp.web.errors import status_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.annotation.annotation import AnnotatedSentence, RatedWord
    from lcp.annotation.annotator import Annotator
    from lcp.web.rating import Rater
    from lcp.web.settings import Settings

#: Lines of the list of the hardest words.
HARDEST = 20

# Windows may say otherwise, and a browser runs no module of another type.
mimetypes.add_type("text/javascript", ".js")

router = APIRouter(include_in_schema=False)
static = StaticFiles(
    directory=Path(__file__).parent / "static", packages=[("lcp.reports", "static")]
)
_templates = templates("lcp.web", "templates")


class Asked(BaseModel):
    """What the form holds, as a browser sends it."""

    model_config = ConfigDict(extra="forbid")

    text: str = ""
    threshold: str = ""
    mwe: bool = False
    format: Literal["csv", "html"] = "html"

    def options(self) -> dict[str, Any]:
        """Text and options for :meth:`lcp.web.rating.Rater.annotated`.

        Raises
        ------
        InputError
            When the threshold is no number.
        """
        try:
            threshold = float(self.threshold) if self.threshold else None
        except ValueError as error:
            raise InputError(
                "It is not a number.", where="threshold", hint="Give a number from 0 to 1."
            ) from error
        # Forms send all ends of lines as two characters, whatever was typed.
        text = self.text.replace("\r\n", "\n")
        return {"text": text, "threshold": threshold, "mwe": self.mwe}


async def asked_of(request: Request) -> Asked:
    """Read the form.

    Not FastAPI's way: its fields hold at most a megabyte, and files in them go to the disk.

    Raises
    ------
    InputError
        When it is no form of this page.
    """
    body = await request.body()
    try:
        return await run_in_threadpool(_read, body)
    except ValueError as error:
        raise InputError(
            "The form cannot be read.",
            hint="Send text, threshold, mwe and format as a form does that holds no file.",
        ) from error


def _read(body: bytes) -> Asked:
    fields = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=8)
    return Asked.model_validate(dict(fields))


TheForm = Annotated[Asked, Depends(asked_of)]


@router.get("/")
async def empty_page(rater: TheRater, settings: TheSettings) -> HTMLResponse:
    """Show the form."""
    return HTMLResponse(_page(_fixed(rater, settings)))


@router.post("/")
async def page(asked: TheForm, rater: TheRater, settings: TheSettings) -> HTMLResponse:
    """Show the form and the heat map of its text, for a browser without scripts."""
    fixed = _fixed(rater, settings, asked)
    try:
        return HTMLResponse(await _written(asked, rater, "page.html.jinja", fixed))
    except LCPError as error:
        return HTMLResponse(_page(fixed, error), status_of(error))


@router.post("/result")
async def result(asked: TheForm, rater: TheRater) -> HTMLResponse:
    """Give the part of the page below the form."""
    return HTMLResponse(await _written(asked, rater, "result.html.jinja", {}))


@router.post("/download")
async def download(
    asked: TheForm, rater: TheRater, settings: TheSettings, request: Request
) -> Response:
    """Give the rated text as a file; an error as a page to a browser that asks for pages."""
    try:
        content = await rater.annotated(**asked.options(), to=asked.format)
    except LCPError as error:
        if "text/html" not in request.headers.get("accept", ""):
            raise
        return HTMLResponse(_page(_fixed(rater, settings, asked), error), status_of(error))
    headers = {"Content-Disposition": f'attachment; filename="complexity.{asked.format}"'}
    return Response(content, headers=headers, media_type=f"text/{asked.format}")


def hardest(sentences: Iterable[AnnotatedSentence]) -> list[tuple[RatedWord, int]]:
    """Distinct words and expressions where they are hardest, and how often they are there.

    The hardest first, at most :data:`HARDEST`; case makes no difference.
    """
    times: Counter[str] = Counter()
    found: dict[str, RatedWord] = {}
    for word in (word for sentence in sentences for word in sentence.words):
        key = word.text.casefold()
        times[key] += 1
        if key not in found or word.complexity > found[key].complexity:
            found[key] = word
    order = sorted(found, key=lambda key: -found[key].complexity)
    return [(found[key], times[key]) for key in order[:HARDEST]]


async def _written(asked: Asked, rater: Rater, template: str, fixed: dict[str, Any]) -> str:
    def write(annotator: Annotator, sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
        kept = []
        for sentence in sentences:
            kept.append(sentence)
            yield ""  # other requests may have their turn
        yield from _templates.get_template(template).generate(
            **fixed,
            **shown(annotator, kept, live=True),
            rated=sum(len(sentence.words) for sentence in kept),
            hardest=hardest(kept),
            audiences=AUDIENCES,
        )

    return await rater.annotated(**asked.options(), to=write)


def _fixed(rater: Rater, settings: Settings, asked: Asked | None = None) -> dict[str, Any]:
    """What stands around the result."""
    fitted = rater.model
    return {
        "text": asked.text if asked else "",
        "mwe": bool(asked and asked.mwe),
        "characters": settings.characters,
        "expressions": rater.finds_expressions(),
        "model": f"lcp {lcp.__version__}: {fitted.feature_set_.name}, {fitted.estimator_name_}",
        "error": None,
    }


def _page(fixed: dict[str, Any], error: LCPError | None = None) -> str:
    return _templates.get_template("page.html.jinja").render({**fixed, "error": error})
