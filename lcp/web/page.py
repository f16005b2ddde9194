"""The page: a form, the heat map of its text, and files to download."""

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
from lcp.corpora.registry import Readers
from lcp.errors import InputError, LCPError
from lcp.model.scale import AUDIENCES
from lcp.reports.heatmap import heatmap_content, heatmap_templates
from lcp.web.api import RaterDep, SettingsDep
from lcp.web.errors import status_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.annotation.annotation import AnnotatedSentence, RatedWord
    from lcp.annotation.annotator import Annotator
    from lcp.web.rating import Rater
    from lcp.web.settings import Settings

#: Length of the list of the hardest words.
HARDEST = 20

# Windows can map .js to another type, and browsers then refuse to run modules.
mimetypes.add_type("text/javascript", ".js")

router = APIRouter(include_in_schema=False)
static = StaticFiles(
    directory=Path(__file__).parent / "static", packages=[("lcp.reports", "static")]
)
_templates = heatmap_templates("lcp.web", "templates")


class Form(BaseModel):
    """Fields of the form, as a browser sends them."""

    model_config = ConfigDict(extra="forbid")

    text: str = ""
    threshold: str = ""
    mwe: bool = False
    rate_names: bool = False
    readers: Readers = "general"
    format: Literal["csv", "html"] = "html"

    def options(self) -> dict[str, Any]:
        """Return the arguments of :meth:`lcp.web.rating.Rater.annotate`.

        Raises
        ------
        InputError
            If the threshold is not a number.
        """
        try:
            threshold = float(self.threshold) if self.threshold else None
        except ValueError as error:
            raise InputError(
                "The threshold is not a number.",
                where="threshold",
                hint="Enter a number from 0 to 1.",
            ) from error
        # Browsers send every line break of a form as CR LF.
        text = self.text.replace("\r\n", "\n")
        return {
            "text": text,
            "threshold": threshold,
            "mwe": self.mwe,
            "rate_names": self.rate_names,
            "readers": self.readers,
        }


async def read_form(request: Request) -> Form:
    """Read the form.

    FastAPI's own forms limit a field to 1 MB and write files to disk.

    Raises
    ------
    InputError
        If the body is not a form of this page.
    """
    body = await request.body()
    try:
        return await run_in_threadpool(_parse, body)
    except ValueError as error:
        raise InputError(
            "The form cannot be read.",
            hint="Send the fields text, threshold, mwe, rate_names, readers and format, "
            "URL-encoded and without files.",
        ) from error


def _parse(body: bytes) -> Form:
    fields = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=8)
    return Form.model_validate(dict(fields))


FormDep = Annotated[Form, Depends(read_form)]


@router.get("/")
async def empty_page(rater: RaterDep, settings: SettingsDep) -> HTMLResponse:
    """Show the form."""
    return HTMLResponse(_page(_context(rater, settings)))


@router.post("/")
async def page(form: FormDep, rater: RaterDep, settings: SettingsDep) -> HTMLResponse:
    """Show the form and the heat map of its text, for browsers without JavaScript."""
    context = _context(rater, settings, form)
    try:
        return HTMLResponse(await _render(form, rater, "page.html.jinja", context))
    except LCPError as error:
        return HTMLResponse(_page(context, error), status_of(error))


@router.post("/result")
async def result(form: FormDep, rater: RaterDep) -> HTMLResponse:
    """Return the part of the page below the form."""
    return HTMLResponse(await _render(form, rater, "result.html.jinja", {}))


@router.post("/download")
async def download(
    form: FormDep, rater: RaterDep, settings: SettingsDep, request: Request
) -> Response:
    """Return the rated text as a file. Browsers get errors as a page."""
    try:
        content = await rater.annotate(**form.options(), to=form.format)
    except LCPError as error:
        if "text/html" not in request.headers.get("accept", ""):
            raise
        return HTMLResponse(_page(_context(rater, settings, form), error), status_of(error))
    headers = {"Content-Disposition": f'attachment; filename="complexity.{form.format}"'}
    return Response(content, headers=headers, media_type=f"text/{form.format}")


def hardest(sentences: Iterable[AnnotatedSentence]) -> list[tuple[RatedWord, int]]:
    """Return the hardest distinct words and expressions, and how often each occurs.

    The hardest first, at most :data:`HARDEST`; each is its hardest occurrence, ignoring case.
    """
    counts: Counter[str] = Counter()
    hardest_of: dict[str, RatedWord] = {}
    for word in (word for sentence in sentences for word in sentence.words):
        key = word.text.casefold()
        counts[key] += 1
        if key not in hardest_of or word.complexity > hardest_of[key].complexity:
            hardest_of[key] = word
    order = sorted(hardest_of, key=lambda key: -hardest_of[key].complexity)
    return [(hardest_of[key], counts[key]) for key in order[:HARDEST]]


async def _render(form: Form, rater: Rater, template: str, context: dict[str, Any]) -> str:
    def write(annotator: Annotator, sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
        rated = []
        for sentence in sentences:
            rated.append(sentence)
            yield ""  # lets other requests take their turn
        yield from _templates.get_template(template).generate(
            **context,
            **heatmap_content(annotator, rated, live=True),
            rated=sum(len(sentence.words) for sentence in rated),
            hardest=hardest(rated),
            audiences={
                name: annotator.model.running_text_.threshold(name, annotator.readers)
                for name in AUDIENCES
            },
        )

    return await rater.annotate(**form.options(), to=write)


def _context(rater: Rater, settings: Settings, form: Form | None = None) -> dict[str, Any]:
    """Return what the page shows around the result."""
    fitted = rater.model
    unavailable = [] if rater.finds_synonyms() else ["easier synonyms"]
    if fitted.feature_set_.multiword_ and not rater.finds_expressions():
        unavailable.append("two-word expressions")
    return {
        "text": form.text if form else "",
        "mwe": bool(form and form.mwe),
        "rate_names": bool(form and form.rate_names),
        "readers": form.readers if form else "general",
        "learners": "learner" in fitted.readers(),
        "characters": settings.characters,
        "expressions": rater.finds_expressions(),
        "unavailable": unavailable,
        "missing": rater.missing("wordnet", "tagger"),
        "model": f"lcp {lcp.__version__}: {fitted.feature_set_.name}, {fitted.estimator_name_}",
        "error": None,
    }


def _page(context: dict[str, Any], error: LCPError | None = None) -> str:
    return _templates.get_template("page.html.jinja").render({**context, "error": error})
