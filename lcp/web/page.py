"""The page: a text with marks, and files to download."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, ConfigDict
from starlette.staticfiles import StaticFiles

import lcp
from lcp.documents import SUFFIXES
from lcp.english.levels import LEVELS
from lcp.errors import InputError, LCPError
from lcp.model.scale import DEFAULT_THRESHOLD
from lcp.reading.profile import Profiler
from lcp.reports.heatmap import Marks, heatmap_content, write_heatmap
from lcp.reports.page import templates
from lcp.tasks import readers_of_rooms
from lcp.web.api import LimitsDep, RaterDep
from lcp.web.errors import status_of
from lcp.web.schemas import LevelName

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.reading.annotation import AnnotatedSentence
    from lcp.reading.annotator import Annotator
    from lcp.web.limits import Limits
    from lcp.web.rater import SharedRater

#: The text that the page shows first, and the level above which its words are marked.
EXAMPLE = (Path(__file__).parent / "templates/example.txt").read_text(encoding="utf-8").strip()
EXAMPLE_LEVEL: LevelName = "B1"
#: Length of the list of the hardest words, and how many of them are shown. The others take the
#: places of words that the reader knows.
HARDEST, SHOWN = 100, 15
#: Names of readers on the page, and of first languages.
READERS = {"general": "general", "learner": "learners of English"}

# Windows can map .js to another type, and browsers then refuse to run modules.
mimetypes.add_type("text/javascript", ".js")

router = APIRouter(include_in_schema=False)
static = StaticFiles(
    directory=Path(__file__).parent / "static", packages=[("lcp.reports", "static")]
)
_templates = templates("lcp.web", "templates")


class Form(BaseModel):
    """Fields of the form, as a browser sends it.

    Words are marked above `level` or, if it is empty, from `threshold`.
    """

    model_config = ConfigDict(extra="forbid")

    text: str = ""
    level: Literal["", LevelName] = ""
    threshold: str = ""
    expressions: Literal["yes", "no"] | None = None
    names: bool = False
    readers: str = ""
    format: Literal["csv", "html"] = "html"

    def options(self, rater: SharedRater) -> dict[str, Any]:
        """Return the arguments of :meth:`SharedRater.annotate`.

        Raises
        ------
        InputError
            If the threshold is not a number.
        """
        try:
            threshold = float(self.threshold) if self.threshold else DEFAULT_THRESHOLD
        except ValueError as error:
            raise InputError(
                "The threshold is not a number.",
                where="threshold",
                hint="Enter a number from 0 to 1.",
            ) from error
        return {
            # Browsers send every line break of a form as CR LF.
            "text": self.text.replace("\r\n", "\n"),
            "threshold": threshold,
            "expressions": self.expressions,
            "names": self.names,
            "readers": self.readers or rater.readers[0],
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

    def parse() -> Form:
        most = len(Form.model_fields) + 1
        fields = parse_qsl(
            body.decode(), keep_blank_values=True, errors="strict", max_num_fields=most
        )
        return Form.model_validate(dict(fields))

    try:
        return await run_in_threadpool(parse)
    except ValueError as error:
        raise InputError(
            "The form cannot be read.",
            hint=f"Send the fields {', '.join(Form.model_fields)}, URL-encoded and without files.",
        ) from error


FormDep = Annotated[Form, Depends(read_form)]


@router.get("/")
async def example_page(rater: RaterDep, limits: LimitsDep) -> HTMLResponse:
    """Show the form with an example that is rated."""
    form = Form(text=EXAMPLE, level=EXAMPLE_LEVEL if rater.gives_levels else "")
    context = {**_context(rater, limits, form), "is_example": True}
    return HTMLResponse(await _render(form, rater, "page.html.jinja", context))


@router.post("/")
async def page(form: FormDep, rater: RaterDep, limits: LimitsDep) -> HTMLResponse:
    """Show the form and its text with marks, for browsers without JavaScript."""
    context = _context(rater, limits, form)
    try:
        return HTMLResponse(await _render(form, rater, "page.html.jinja", context))
    except LCPError as error:
        return _error_page(context, error)


@router.post("/result")
async def result(form: FormDep, rater: RaterDep) -> HTMLResponse:
    """Return the parts of the page that depend on the text."""
    return HTMLResponse(await _render(form, rater, "result.html.jinja", {}))


@router.post("/download")
async def download(form: FormDep, rater: RaterDep, limits: LimitsDep, request: Request) -> Response:
    """Return the rated text as a file. Browsers get errors as a page."""

    def write(annotator: Annotator, sentences: Iterator[AnnotatedSentence]) -> Iterator[str]:
        return write_heatmap(annotator, sentences, _marks(form, annotator))

    try:
        content = await rater.annotate(
            **form.options(rater), to=write if form.format == "html" else form.format
        )
    except LCPError as error:
        if "text/html" not in request.headers.get("accept", ""):
            raise
        return _error_page(_context(rater, limits, form), error)
    headers = {"Content-Disposition": f'attachment; filename="complexity.{form.format}"'}
    return Response(content, headers=headers, media_type=f"text/{form.format}")


def _marks(form: Form, annotator: Annotator) -> Marks:
    level = form.level if annotator.rater.gives_levels else ""
    return Marks(annotator.threshold, level or None)


async def _render(form: Form, rater: SharedRater, template: str, context: dict[str, Any]) -> str:
    def write(annotator: Annotator, sentences: Iterator[AnnotatedSentence]) -> Iterator[str]:
        marks = _marks(form, annotator)
        profiler, rated = Profiler(annotator, by_sentence=rater.gives_levels), []
        for sentence in sentences:
            profiler.add(sentence)
            rated.append(sentence)
            yield ""  # lets other requests take their turn
        yield from _templates.get_template(template).generate(
            **context,
            **heatmap_content(annotator, rated, marks, live=True),
            profile=profiler.profile(),
            listed=HARDEST,
            shown=SHOWN,
            has_levels=rater.gives_levels,
        )

    return await rater.annotate(**form.options(rater), to=write)


def _context(rater: SharedRater, limits: Limits, form: Form) -> dict[str, Any]:
    """Return what the page shows around the result."""
    fitted = rater.model
    unavailable = [] if rater.finds_synonyms() else ["definitions", "easier words"]
    readers = form.readers if form.readers in rater.readers else rater.readers[0]
    return {
        "text": form.text,
        "level": form.level,
        "levels": LEVELS if rater.gives_levels else (),
        "threshold": form.threshold or fitted.running_text_.threshold(readers=readers),
        "with_expressions": form.expressions != "no",
        "with_names": form.names,
        "readers": readers,
        "choices": _choices(rater.readers),
        "characters": limits.characters,
        "document": limits.document,
        "suffixes": SUFFIXES,
        "synonyms": rater.finds_synonyms(),
        "expressions": fitted.capabilities_.expressions,
        "unavailable": unavailable,
        "missing": rater.missing("wordnet", "tagger"),
        "model": f"lcp {lcp.__version__}: {fitted.feature_set_.name}, {fitted.estimator_name_}",
        "is_example": False,
        "error": None,
    }


def _choices(available: Iterable[str]) -> dict[str, str]:
    """Return the readers that the user can choose, with their names; none if there is no choice."""
    names = {**READERS, **readers_of_rooms()}
    # Native speakers get the ratings of general readers.
    choices = {readers: names.get(readers, readers) for readers in available if readers != "native"}
    return choices if len(choices) > 1 else {}


def _error_page(context: dict[str, Any], error: LCPError) -> HTMLResponse:
    content = _templates.get_template("page.html.jinja").render({**context, "error": error})
    return HTMLResponse(content, status_of(error))
