"""Limits of the server: connections, and the size and time of a request."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers

from lcp.web.errors import TrackedSend, error_response

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Options of uvicorn. It answers 503 to further connections.
UVICORN: dict[str, Any] = {
    "limit_concurrency": 100,
    "timeout_graceful_shutdown": 2,
    "timeout_worker_healthcheck": 60,
    "access_log": False,
    "log_level": "warning",
    "proxy_headers": False,
    "server_header": False,
}
#: Large requests that a process handles at once; others wait.
LARGE_AT_ONCE = 8
#: Size of a large request in bytes; smaller ones never wait.
LARGE = 50_000
#: Seconds to send a body, in addition to those that it takes at the slowest speed, in bytes per
#: second.
BODY_SECONDS, BODY_SPEED = 10.0, 50_000
#: Bytes of the longest character: an emoji escaped in JSON or a form.
BYTES_PER_CHARACTER = 12
#: Bytes of a request in addition to its text.
OVERHEAD = 20_000


class _SlowBodyError(Exception):
    """A body that arrives too slowly."""


class Limits:
    """Reject requests that are too large, and cancel those that take too long.

    A body must arrive faster than the request may take in all: clients that send bodies slowly
    would otherwise occupy all connections.

    A large request waits until fewer than :data:`LARGE_AT_ONCE` others are in progress before
    its body is read. A request is also cancelled if its client disconnects.

    uvicorn has no such limits. Starlette can limit a body, but answers in plain text and before
    the client has sent everything, so that many clients never see the answer.

    Parameters
    ----------
    app : ASGI application
    characters : int
        Maximum number of characters of a text.
    seconds : float
        Time limit of a request.
    bytes_of : mapping of str to int, optional
        Maximum number of bytes of a request to a path. Default: by the number of characters.
    """

    def __init__(
        self,
        app: ASGIApp,
        characters: int,
        seconds: float,
        bytes_of: Mapping[str, int] | None = None,
    ) -> None:
        self.app = app
        self.bytes = BYTES_PER_CHARACTER * characters + OVERHEAD
        self.bytes_of = bytes_of or {}
        self.seconds = seconds
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"}:
            return await self.app(scope, receive, send)
        tracked = TrackedSend(send)
        most = self.bytes_of.get(scope["path"], self.bytes)
        turn = nullcontext() if _is_small(scope) else self._large
        try:
            async with asyncio.timeout(self.seconds) as limit, turn:
                body = await _read(receive, most)
                if body is not None:
                    return await self._respond(scope, body, receive, tracked)
        except _SlowBodyError:
            response = error_response(
                408,
                "The body of the request arrives too slowly.",
                hint=f"Send it faster than {BODY_SPEED:,} bytes per second.",
            )
        except TimeoutError:
            if tracked.started or not limit.expired():
                raise
            response = error_response(
                504,
                f"The request took more than {self.seconds:g} seconds.",
                hint="Send a shorter text, or start `lcp serve` with a higher --seconds.",
            )
        else:
            response = error_response(
                413,
                f"The request has more than {most:,} bytes.",
                hint="Send a shorter text, or start `lcp serve` with a higher --max-characters.",
            )
        return await response(scope, receive, send)

    async def _respond(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        """Call the application, and cancel it if the client disconnects."""
        unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        disconnect = asyncio.create_task(_disconnect(receive))

        async def replay() -> Message:
            return unread.pop() if unread else await asyncio.shield(disconnect)

        async def call() -> None:
            await self.app(scope, replay, send)

        work = asyncio.create_task(call())
        try:
            await asyncio.wait({work, disconnect}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
        finally:
            work.cancel()
            disconnect.cancel()


def _is_small(scope: Scope) -> bool:
    length = Headers(scope=scope).get("content-length", "")
    return length.isdecimal() and int(length) < LARGE


async def _read(receive: Receive, limit: int) -> bytes | None:
    """Read a body to its end. Return None if it exceeds the limit.

    Raises
    ------
    _SlowBodyError
        If it arrives more slowly than :data:`BODY_SPEED`.
    """
    parts: list[bytes] = []
    size, more = 0, True
    start = asyncio.get_running_loop().time()
    while more:
        latest = start + BODY_SECONDS + size / BODY_SPEED
        message = await _received_before(receive, latest)
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        size += len(part)
        if size <= limit:
            parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts) if size <= limit else None


async def _received_before(receive: Receive, latest: float) -> Message:
    limit = asyncio.timeout_at(latest)
    try:
        async with limit:
            return await receive()
    except TimeoutError:
        if limit.expired():
            raise _SlowBodyError from None
        raise


async def _disconnect(receive: Receive) -> Message:
    while (message := await receive())["type"] != "http.disconnect":
        pass
    return message
