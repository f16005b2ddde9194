"""Who may ask, and what a browser may do with the answer."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from lcp.web.errors import error

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Headers of every answer: nothing from other hosts, nothing kept, nothing told to others.
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
LOCAL = {"localhost", "127.0.0.1", "::1"}


class SecurityHeaders:
    """Give every answer :data:`HEADERS`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, with_headers)


class SameOrigin:
    """Refuse what another site asks through the browser of whoever runs the server.

    The header Host must be the server's own: a foreign name that leads here is a site that had
    its address changed (DNS rebinding). A POST must not come from another site's page.

    Parameters
    ----------
    app : ASGI application
    host : str
        Name or address that the server is started with. For one that stands for every address
        of the machine, any address will do, but no other name than ``localhost``.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        self.app = app
        self.host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            if not self._own(headers.get("host", "")):
                answer = error(
                    400,
                    "The header Host names another server.",
                    hint="Use the address that `lcp serve` prints.",
                )
                return await answer(scope, receive, send)
            if scope["method"] not in {"GET", "HEAD"} and not _from_here(headers):
                answer = error(
                    403,
                    "The request comes from the page of another site.",
                    hint="Use the page that `lcp serve` opens, or send no header Origin.",
                )
                return await answer(scope, receive, send)
        return await self.app(scope, receive, send)

    def _own(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in LOCAL or name == self.host.lower():
            return True
        return _is_address(name) and _is_address(self.host) and not int(_address(self.host))


def _from_here(headers: Headers) -> bool:
    # Sent to this machine or over TLS alone, and tells more than Origin.
    if site := headers.get("sec-fetch-site"):
        return site in {"same-origin", "none"}
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


def _is_address(name: str) -> bool:
    try:
        _address(name)
    except ValueError:
        return False
    return True


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    return ipaddress.ip_address(name)
