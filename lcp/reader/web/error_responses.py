"""Errors as JSON, which never quote the text of a request, and headers of every response."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from lcp.errors import LCPError, ResourceError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Headers of every response: load nothing from other hosts, cache nothing, send no referrer.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
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


async def _lcp_error(_request: Request, error: LCPError) -> JSONResponse:
    # A missing resource is 409 Conflict: the request is valid and succeeds once the resource is
    # installed on the server.
    statuses = {ResourceError: 409, TooLongError: 413}
    return error_response(
        statuses.get(type(error), 400), error.what, where=error.where, hint=error.hint
    )


async def _invalid(_request: Request, error: RequestValidationError) -> JSONResponse:
    first = error.errors()[0]
    # The name of an unknown field is the client's own text.
    unknown = first["type"] == "extra_forbidden"
    location = first["loc"][:-1] if unknown else first["loc"]
    # Pydantic adds its name of the alternative, such as constrained-float.
    fields = [str(each) for each in location if isinstance(each, int) or each.isidentifier()]
    return error_response(
        422,
        "Unknown field." if unknown else f"{first['msg'].removeprefix('Value error, ')}.",
        where=".".join(fields),
        hint="Send JSON with its Content-Type; /openapi.json describes the fields.",
    )


async def _http_error(_request: Request, error: HTTPException) -> JSONResponse:
    hints = {
        404: "See /openapi.json for the available paths.",
        405: "See the Allow header for the available methods.",
    }
    hint = hints.get(error.status_code)
    return error_response(error.status_code, f"{error.detail}.", hint=hint, headers=error.headers)


#: What turns each kind of error into a response.
HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]] = {
    LCPError: _lcp_error,
    RequestValidationError: _invalid,
    HTTPException: _http_error,
}


class TrackedSend:
    """Send messages with more headers, and record whether the response has started.

    Errors in plain text, such as those of Starlette's middleware, become JSON.
    """

    def __init__(self, send: Send, more: Mapping[str, str] | None = None) -> None:
        self.send = send
        self.more = more or {}
        self.started = False
        self._plain: Message | None = None

    async def __call__(self, message: Message) -> None:
        """Send a message."""
        self.started = True
        if self._plain is not None:
            start, self._plain = self._plain, None
            hint = "See --allow-host and --allow-origin of `lcp serve`."
            text = message["body"].decode()
            response = error_response(start["status"], f"{text}.", hint=hint)
            headers = MutableHeaders(scope=start)
            headers.update(response.headers)
            await self.send(start)
            message = {**message, "body": response.body}
        elif message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(self.more)
            is_plain = headers.get("content-type", "").startswith("text/plain")
            if is_plain and message["status"] >= HTTPStatus.BAD_REQUEST:
                self._plain = message
                return
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
        names = {name for name, _ in scope.get("headers", ())}
        # Some proxies see two requests where this server sees one (RFC 9112, section 6.1).
        ambiguous = {b"content-length", b"transfer-encoding"} <= names
        tracked = TrackedSend(send, HEADERS | ({"Connection": "close"} if ambiguous else {}))
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
                await response(scope, receive, tracked)
