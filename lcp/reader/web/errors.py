"""Errors as JSON. They never quote the text of a request."""

from __future__ import annotations

import asyncio
import logging
import traceback
from typing import TYPE_CHECKING

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from lcp.errors import LCPError, ResourceError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI, Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("uvicorn.error")


class TooLongError(LCPError):
    """A text is longer than the server accepts."""


def error_response(
    status: int,
    message: str,
    *,
    where: str | None = None,
    hint: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """Return an error in the form of :class:`lcp.reader.web.responses.ErrorResponse`."""
    content = {"error": {"message": message, "where": where, "hint": hint}}
    return JSONResponse(content, status, headers)


def status_of(error: LCPError) -> int:
    """Return the HTTP status of an error.

    A missing resource is 409 Conflict: the request is valid and succeeds once the resource is
    installed on the server.
    """
    statuses = {ResourceError: 409, TooLongError: 413}
    return next((status for kind, status in statuses.items() if isinstance(error, kind)), 400)


def handle_errors(app: FastAPI) -> None:
    """Return all errors of requests as JSON."""
    app.add_exception_handler(LCPError, _lcp_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)


async def _lcp_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, LCPError)  # noqa: S101 - registered for this type
    return error_response(status_of(error), error.what, where=error.where, hint=error.hint)


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    first = error.errors()[0]
    # The name of an unknown field is the client's own text.
    unknown = first["type"] == "extra_forbidden"
    location = first["loc"][:-1] if unknown else first["loc"]
    return error_response(
        422,
        "Unknown field." if unknown else f"{first['msg'].removeprefix('Value error, ')}.",
        where=".".join(map(str, location)),
        hint="Send JSON with its Content-Type; /openapi.json describes the fields.",
    )


async def _http_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101
    hints = {
        404: "See /openapi.json for the available paths.",
        405: "See the Allow header for the available methods.",
    }
    hint = hints.get(error.status_code)
    return error_response(error.status_code, f"{error.detail}.", hint=hint, headers=error.headers)


class TrackedSend:
    """Send messages, and record whether the response has started."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.started = False

    async def __call__(self, message: Message) -> None:
        """Send a message."""
        self.started = True
        await self.send(message)


class UnexpectedErrors:
    """Answer 500 to unhandled exceptions, and log the traceback without the message.

    A message can quote the text, as a KeyError does. Starlette's own handler raises the
    exception again, and uvicorn then logs its message.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        tracked = TrackedSend(send)
        try:
            await self.app(scope, receive, tracked)
        except asyncio.CancelledError:
            # The server ends; uvicorn would log a traceback.
            if not tracked.started:
                response = error_response(503, "The server is stopping.", hint="Try again later.")
                await response(scope, receive, tracked)
        except Exception as error:  # noqa: BLE001
            where = "".join(traceback.format_tb(error.__traceback__))
            log.error("%s in a request:\n%s", type(error).__name__, where)  # noqa: TRY400
            if not tracked.started:
                response = error_response(
                    500,
                    "Internal server error.",
                    hint="Please report the output of the server; it does not contain your text.",
                )
                await response(scope, receive, send)
