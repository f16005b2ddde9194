"""Limits of a request: its size, its time, and how many are worked on at once."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from lcp.web.errors import Answer, error

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Large requests that are worked on at once in a process, and most requests besides.
AT_ONCE, WAITING = 8, 100
#: Bytes from which on a request is large; a smaller one waits for no other.
LARGE = 50_000
#: Bytes that one character can take: an emoji escaped in JSON or a form.
BYTES = 12
#: Bytes of a request beside its text.
REST = 20_000


class Limits:
    """Refuse what is too large or too much, and give up what takes too long.

    Large requests wait until fewer than :data:`AT_ONCE` are worked on, with their bodies
    unread. A request that exceeds its time, or whose sender has gone, is cancelled.

    Parameters
    ----------
    app : ASGI application
    characters : int
        Characters of the longest text.
    seconds : float
        Seconds from a request's head to its answer.
    """

    def __init__(self, app: ASGIApp, characters: int, seconds: float) -> None:
        self.app = app
        self.bytes = BYTES * characters + REST
        self.seconds = seconds
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._present = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"}:
            return await self.app(scope, receive, send)
        if self._present >= AT_ONCE + WAITING:
            answer = error(
                503,
                "The server has too many requests.",
                hint="Try again in a few seconds.",
                headers={"Retry-After": "5"},
            )
            return await answer(scope, receive, send)
        self._present += 1
        try:
            return await self._in_time(scope, receive, send)
        finally:
            self._present -= 1

    async def _in_time(self, scope: Scope, receive: Receive, send: Send) -> None:
        answered = Answer(send)
        turn = nullcontext() if _is_small(scope) else self._turns
        try:
            async with asyncio.timeout(self.seconds) as limit, turn:
                body = await _body(receive, self.bytes)
                if body is not None:
                    return await self._listening(scope, body, receive, answered, limit)
        except TimeoutError:
            if answered.begun or not limit.expired():
                raise
            answer = error(
                504,
                f"The request took more than {self.seconds:g} seconds.",
                hint="Send less text, or start `lcp serve` with more --seconds.",
            )
        else:
            answer = error(
                413,
                f"The request has more than {self.bytes:,} bytes.",
                hint="Send less text, or start `lcp serve` with more --max-characters.",
            )
        return await answer(scope, receive, send)

    async def _listening(
        self, scope: Scope, body: bytes, receive: Receive, send: Send, limit: asyncio.Timeout
    ) -> None:
        """Hand the request on, and stop when its sender goes."""
        gone = asyncio.Event()
        sent = False

        async def replay() -> Message:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def listen() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            gone.set()
            limit.reschedule(asyncio.get_running_loop().time())

        listener = asyncio.create_task(listen())
        try:
            await self.app(scope, replay, send)
        finally:
            listener.cancel()


def _is_small(scope: Scope) -> bool:
    length = Headers(scope=scope).get("content-length", "")
    return length.isdecimal() and int(length) < LARGE


async def _body(receive: Receive, most: int) -> bytes | None:
    """The body of a request; None where it has more bytes.

    It is read to its end all the same: who still sends does not hear the answer.
    """
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            parts.clear()
        else:
            parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts) if size <= most else None
