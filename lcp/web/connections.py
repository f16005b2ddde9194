"""Options of uvicorn, and connections that send no request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

#: Seconds in which a connection has to send the header of a request.
HEADER_SECONDS = 10.0


class Protocol(H11Protocol):
    """Close connections that do not send the header of a first request in time.

    uvicorn closes connections that are idle after a request only.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to watch a connection."""
        super().connection_made(transport)
        self.loop.call_later(HEADER_SECONDS, self._close_without_request)

    def _close_without_request(self) -> None:
        if self.cycle is None:
            self.transport.close()


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
