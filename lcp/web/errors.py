"""Errors as JSON: what is wrong, where, and what to do, and never the text that was sent."""

from __future__ import annotations

import logging
import traceback
from typing import TYPE_CHECKING

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from lcp.errors import LCPError, ResourceError
from lcp.web.schema import SPAN, TARGET

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI, Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("uvicorn.error")


class TooLongError(LCPError):
    """A text that is longer than the server takes."""


def error(
    status: int,
    message: str,
    *,
    where: str | None = None,
    hint: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """Say what is wrong, as :class:`lcp.web.schema.ErrorResponse` describes it."""
    content = {"error": {"message": message, "where": where, "hint": hint}}
    return JSONResponse(content, status, headers)


def status_of(found: LCPError) -> int:
    """Status of the answer that tells of an error."""
    kinds = {ResourceError: 503, TooLongError: 413}
    return next((code for kind, code in kinds.items() if isinstance(found, kind)), 400)


def handle_errors(app: FastAPI) -> None:
    """Make all errors that a request can cause JSON."""
    app.add_exception_handler(LCPError, _lcp_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)


async def _lcp_error(_request: Request, found: Exception) -> JSONResponse:
    assert isinstance(found, LCPError)  # noqa: S101 - what the handler is registered for
    return error(status_of(found), found.what, where=found.where, hint=found.hint)


async def _invalid(_request: Request, found: Exception) -> JSONResponse:
    assert isinstance(found, RequestValidationError)  # noqa: S101
    first = found.errors()[0]
    # The name of a field that is not known is the sender's own.
    unknown = first["type"] == "extra_forbidden"
    place = first["loc"][:-1] if unknown else first["loc"]
    named = [str(part) for part in place if part not in (TARGET, SPAN)]
    message = "There is a field that is not known." if unknown else f"{first['msg']}."
    return error(
        422,
        message,
        where=".".join(named),
        hint="Send JSON, with its Content-Type; see /openapi.json for what it holds.",
    )


async def _http_error(_request: Request, found: Exception) -> JSONResponse:
    assert isinstance(found, HTTPException)  # noqa: S101
    hints = {404: "See /openapi.json for what there is.", 405: "See the header Allow."}
    hint = hints.get(found.status_code)
    return error(found.status_code, f"{found.detail}.", hint=hint, headers=found.headers)


class Answer:
    """Sends the messages of an answer, and knows whether it has begun: then no other may come."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.begun = False

    async def __call__(self, message: Message) -> None:
        """Send a message."""
        self.begun = True
        await self.send(message)


class UnforeseenErrors:
    """Answer an exception that nothing handles, and log its place but not its message.

    A message may quote the text: a KeyError does.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        answered = Answer(send)
        try:
            await self.app(scope, receive, answered)
        except Exception as found:  # noqa: BLE001 - whatever it is
            where = "".join(traceback.format_tb(found.__traceback__))
            log.error("%s in a request:\n%s", type(found).__name__, where)  # noqa: TRY400
            if not answered.begun:
                answer = error(
                    500,
                    "The server failed at this request.",
                    hint="Please report what it prints, which does not hold your text.",
                )
                await answer(scope, receive, send)
