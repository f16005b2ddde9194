"""Limits of requests: their size, time and number."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.reader.web.error_responses import TrackedSend, error_response

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Bytes of the longest character: an emoji escaped in JSON or a form.
BYTES_PER_CHARACTER = 12
#: What a user can do about a text that is too long.
HINT = "Send a shorter text, or use `lcp annotate`, which has no limit."
#: Bytes of a request in addition to its text: options, and 50,000 known words.
OVERHEAD = 1_000_000
#: A body has to arrive within these seconds and one more for so many bytes.
BODY_SECONDS, BODY_RATE = 10.0, 100_000
HEALTH, METRICS = "/health", "/metrics"
#: Paths that a busy server answers too.
UNLIMITED = frozenset([HEALTH, METRICS])


@dataclass(frozen=True)
class Limits:
    """Limits of a request.

    Parameters
    ----------
    characters : int, default=500_000
        Maximum number of characters of a text.
    document : int, default=20_000_000
        Maximum number of bytes of a document.
    seconds : float, default=60
        Time limit of a request.
    requests : int, default=100
        Maximum number of requests at the same time.
    """

    characters: int = 500_000
    document: int = 20_000_000
    seconds: float = 60.0
    requests: int = 100


class LimitRequests:
    """Reject requests that are too large or too many, and cancel those that take too long.

    A request is also cancelled if its client disconnects. Starlette can limit a body, but answers
    before the client has sent everything, so that many clients never see the answer.

    Parameters
    ----------
    app : ASGI application
    limits : Limits
        Limits of a request.
    bytes_of : mapping of str to int, optional
        Maximum number of bytes of a request to a path. Default: by the number of characters.
    """

    def __init__(
        self, app: ASGIApp, limits: Limits, bytes_of: Mapping[str, int] | None = None
    ) -> None:
        self.app = app
        self.bytes = BYTES_PER_CHARACTER * limits.characters + OVERHEAD
        self.bytes_of = bytes_of or {}
        self.seconds = limits.seconds
        self.places = limits.requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or scope["path"] in UNLIMITED:
            return await self.app(scope, receive, send)
        if not self.places:
            response = error_response(
                503,
                "The server has too many requests.",
                hint="Try again later.",
                headers={"Retry-After": "1"},
            )
            return await response(scope, receive, send)
        self.places -= 1
        try:
            await self._limited(scope, receive, send)
        finally:
            self.places += 1

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in {"GET", "HEAD"}:
            return await self.app(scope, receive, send)
        tracked = TrackedSend(send)
        most = self.bytes_of.get(scope["path"], self.bytes)
        reading = asyncio.timeout(BODY_SECONDS)
        try:
            async with asyncio.timeout(self.seconds) as limit:
                async with reading:
                    body = await _read(receive, most, reading)
                if body is not None:
                    return await self._respond(scope, body, receive, tracked)
        except TimeoutError:
            if reading.expired():
                response = error_response(
                    408, "The request arrived too slowly.", headers={"Connection": "close"}
                )
            elif tracked.started or not limit.expired():
                raise
            else:
                response = error_response(
                    504, f"The request took more than {self.seconds:g} seconds.", hint=HINT
                )
        else:
            response = error_response(413, f"The request has more than {most:,} bytes.", hint=HINT)
        return await response(scope, receive, send)

    async def _respond(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        """Call the application, and cancel it if the client disconnects."""
        unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def disconnect() -> Message:
            while (message := await receive())["type"] != "http.disconnect":
                pass
            return message

        async def replay() -> Message:
            return unread.pop() if unread else await disconnect()

        async def call() -> None:
            await self.app(scope, replay, send)

        work, gone = asyncio.create_task(call()), asyncio.create_task(disconnect())
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
        finally:
            work.cancel()
            gone.cancel()


async def _read(receive: Receive, limit: int, reading: asyncio.Timeout) -> bytes | None:
    """Read a body to its end. Return None if it exceeds the limit or the client disconnects."""
    end = asyncio.get_running_loop().time() + BODY_SECONDS
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        size += len(part)
        reading.reschedule(end + size / BODY_RATE)
        if size <= limit:
            parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts) if size <= limit else None
