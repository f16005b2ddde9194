"""The page: a text with marks, and files to download."""

from __future__ import annotations

import mimetypes
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

import lcp
from lcp.corpora.readers.cefr import LEVELS
from lcp.documents import SUFFIXES
from lcp.errors import LCPError
from lcp.first_language.languages import NAMES
from lcp.model.installed import predictor_for
from lcp.model.readers import first_language_of
from lcp.reports.heatmap import heatmap_content, heatmap_templates, write_heatmap
from lcp.reports.marks import Marks
from lcp.reports.summary import Summary
from lcp.web.api import RaterDep, SettingsDep
from lcp.web.errors import status_of
from lcp.web.example import EXAMPLE, EXAMPLE_LEVEL
from lcp.web.form import Form, FormDep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.annotation.annotation import AnnotatedSentence, RatedWord
    from lcp.annotation.annotator import Annotator
    from lcp.corpora.registry import Readers
    from lcp.web.rating import Rater
    from lcp.web.settings import Settings

#: Length of the list of the hardest words, and how many of them are shown. The others take the
#: places of words that the reader knows.
HARDEST, SHOWN = 100, 15

# Windows can map .js to another type, and browsers then refuse to run modules.
mimetypes.add_type("text/javascript", ".js")

router = APIRouter(include_in_schema=False)
static = StaticFiles(
    directory=Path(__file__).parent / "static", packages=[("lcp.reports", "static")]
)
_templates = heatmap_templates("lcp.web", "templates")


@router.get("/")
async def example_page(rater: RaterDep, settings: SettingsDep) -> HTMLResponse:
    """Show the form with an example that is rated."""
    level = EXAMPLE_LEVEL if rater.model.levels_ is not None else ""
    form = Form(text=EXAMPLE, level=level)
    context = {**_context(rater, settings, form), "is_example": True}
    return HTMLResponse(await _render(form, rater, "page.html.jinja", context))


@router.post("/")
async def page(form: FormDep, rater: RaterDep, settings: SettingsDep) -> HTMLResponse:
    """Show the form and its text with marks, for browsers without JavaScript."""
    context = _context(rater, settings, form)
    try:
        return HTMLResponse(await _render(form, rater, "page.html.jinja", context))
    except LCPError as error:
        return HTMLResponse(_page(context, error), status_of(error))


@router.post("/result")
async def result(form: FormDep, rater: RaterDep) -> HTMLResponse:
    """Return the parts of the page that depend on the text."""
    return HTMLResponse(await _render(form, rater, "result.html.jinja", {}))


@router.post("/download")
async def download(
    form: FormDep, rater: RaterDep, settings: SettingsDep, request: Request
) -> Response:
    """Return the rated text as a file. Browsers get errors as a page."""

    def write(annotator: Annotator, sentences: Iterator[AnnotatedSentence]) -> Iterator[str]:
        return write_heatmap(annotator, sentences, _marks(form, annotator))

    to = write if form.format == "html" else form.format
    try:
        content = await rater.annotate(**form.options(), to=to)
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


def _marks(form: Form, annotator: Annotator) -> Marks:
    level = form.level if annotator.model.levels_ is not None else ""
    return Marks(annotator.threshold, level or None)


async def _render(form: Form, rater: Rater, template: str, context: dict[str, Any]) -> str:
    def write(annotator: Annotator, sentences: Iterator[AnnotatedSentence]) -> Iterator[str]:
        marks = _marks(form, annotator)
        summary, rated = Summary(marks), []
        for sentence in sentences:
            summary.add(sentence)
            rated.append(sentence)
            yield ""  # lets other requests take their turn
        counts = annotator.counts
        yield from _templates.get_template(template).generate(
            **context,
            **heatmap_content(annotator, rated, marks, live=True),
            rated=sum(len(sentence.words) for sentence in rated),
            summary=" · ".join(summary.parts(counts)),
            easy=counts.kinds["function word"],
            hardest=hardest(rated),
            shown=SHOWN,
            has_levels=annotator.model.levels_ is not None,
        )

    return await rater.annotate(**form.options(), to=write)


def _context(rater: Rater, settings: Settings, form: Form) -> dict[str, Any]:
    """Return what the page shows around the result."""
    fitted = rater.model
    unavailable = [] if rater.finds_synonyms() else ["definitions", "easier words"]
    if fitted.feature_set_.multiword_ and not rater.finds_expressions():
        unavailable.append("two-word expressions")
    return {
        "text": form.text,
        "level": form.level,
        "levels": LEVELS if fitted.levels_ is not None else (),
        "threshold": form.threshold or _threshold(rater, form.readers),
        "mwe": form.mwe,
        "rate_names": form.rate_names,
        "readers": form.readers,
        "choices": _choices(rater),
        "characters": settings.characters,
        "document": settings.document,
        "suffixes": SUFFIXES,
        "synonyms": rater.finds_synonyms(),
        "expressions": rater.finds_expressions(),
        "unavailable": unavailable,
        "missing": rater.missing("wordnet", "tagger"),
        "model": f"lcp {lcp.__version__}: {fitted.feature_set_.name}, {fitted.estimator_name_}",
        "is_example": False,
        "error": None,
    }


def _choices(rater: Rater) -> dict[Readers, str]:
    """Return the readers that the user can choose, with their names; none if there is no choice."""
    available = rater.readers()
    names: dict[Readers, str] = {"general": "general", "learner": "learners of English"}
    choices = {readers: name for readers, name in names.items() if readers in available}
    for readers in available:
        if code := first_language_of(readers):
            choices[readers] = f"{NAMES[code]} speakers"
    return choices if len(choices) > 1 else {}


def _threshold(rater: Rater, readers: Readers) -> float:
    try:
        predictor = predictor_for(rater.model, readers)
    except LCPError:  # which rating the text will report
        predictor = rater.model
    return predictor.running_text_.threshold(readers=readers)


def _page(context: dict[str, Any], error: LCPError | None = None) -> str:
    return _templates.get_template("page.html.jinja").render({**context, "error": error})
