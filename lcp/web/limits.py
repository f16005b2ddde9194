"""Limits of the server: connections, and the size and time of a request."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import h11
from starlette.datastructures import Headers
from uvicorn.protocols.http.h11_impl import H11Protocol

from lcp.web.errors import TrackedSend, error_response

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Connections of one address; further ones are closed.
CONNECTIONS = 60
#: Seconds to send the headers of a request.
HEADER_SECONDS = 10.0
#: Large requests that are handled at once; others wait.
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


@dataclass(frozen=True)
class Limits:
    """Limits of a request.

    Parameters
    ----------
    characters : int, default=500_000
        Maximum number of characters of a text. About 45,000 are rated per second.
    document : int, default=20_000_000
        Maximum number of bytes of a document.
    seconds : float, default=60
        Time limit of a request.
    """

    characters: int = 500_000
    document: int = 20_000_000
    seconds: float = 60.0


class Protocol(H11Protocol):
    """HTTP in which a client cannot hold connections without sending requests.

    uvicorn waits for headers without a limit, and counts connections of all clients together.
    """

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, if the address does not have too many."""
        super().connection_made(transport)
        address = self.client and self.client[0]
        same = [
            each
            for each in self.connections
            if isinstance(each, Protocol) and each.client and each.client[0] == address
        ]
        if address and len(same) > CONNECTIONS:
            transport.abort()
        else:
            self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request."""
        super().data_received(data)
        self._wait_for_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        if self._timer:
            self._timer.cancel()

    def _wait_for_headers(self) -> None:
        incomplete = self.conn.their_state is h11.IDLE and not self.transport.is_closing()
        if self._timer and not incomplete:
            self._timer.cancel()
            self._timer = None
        elif incomplete and not self._timer:
            self._timer = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self._timer = None
        # A response may have ended since, after which uvicorn has a timer for the next request.
        if self.conn.their_state is h11.IDLE and self.timeout_keep_alive_task is None:
            self.transport.abort()


#: Options of uvicorn. It answers 503 to further connections.
UVICORN: dict[str, Any] = {
    "http": Protocol,
    "ws": "none",
    "lifespan": "off",
    "limit_concurrency": 100,
    "timeout_graceful_shutdown": 2,
    "access_log": False,
    "log_level": "warning",
    "proxy_headers": False,
    "server_header": False,
}


class _SlowBodyError(Exception):
    """A body that arrives too slowly."""


class LimitRequests:
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
                hint="Send a shorter text, or use `lcp annotate`, which has no limit.",
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
        latest = asyncio.timeout_at(start + BODY_SECONDS + size / BODY_SPEED)
        try:
            async with latest:
                message = await receive()
        except TimeoutError:
            if latest.expired():
                raise _SlowBodyError from None
            raise
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        size += len(part)
        if size <= limit:
            parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts) if size <= limit else None


async def _disconnect(receive: Receive) -> Message:
    while (message := await receive())["type"] != "http.disconnect":
        pass
    return message
