"""The form of the page, as a browser sends it."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import parse_qsl

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict

from lcp.corpora.registry import Readers
from lcp.errors import InputError
from lcp.model.readers import first_language_of

Level = Literal["", "A1", "A2", "B1", "B2", "C1", "C2"]


class Form(BaseModel):
    """Fields of the form.

    Words are marked above `level` or, if it is empty, from `threshold`.
    """

    model_config = ConfigDict(extra="forbid")

    text: str = ""
    level: Level = ""
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
            # Expressions are not rated for these readers.
            "mwe": self.mwe and not first_language_of(self.readers),
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
            hint=f"Send the fields {', '.join(Form.model_fields)}, URL-encoded and without files.",
        ) from error


def _parse(body: bytes) -> Form:
    fields = parse_qsl(
        body.decode(),
        keep_blank_values=True,
        errors="strict",
        max_num_fields=len(Form.model_fields) + 1,
    )
    return Form.model_validate(dict(fields))


FormDep = Annotated[Form, Depends(read_form)]
