"""The web application: API, page, connections, and protection of a local server."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

import lcp
from lcp.errors import InputError
from lcp.reader.web import api, downloads, page, responses
from lcp.reader.web.error_responses import HANDLERS, UnexpectedErrors, error_response
from lcp.reader.web.limits import OVERHEAD, LimitRequests, Limits
from lcp.reader.web.service import SharedPredictor

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence

    from starlette.types import ASGIApp, Receive, Scope, Send

    from lcp.model.model import ComplexityModel

_ORIGIN = re.compile(r"https?://[^\s/?#@*]+")
LOCAL = ("localhost", "127.0.0.1", "[::1]")
ALL_ADDRESSES = {"0.0.0.0", "::"}  # noqa: S104
#: Seconds in which a connection has to send the header of a request.
HEADER_SECONDS = 10.0


def create_app(
    model: ComplexityModel,
    *,
    host: str = "127.0.0.1",
    limits: Limits | None = None,
    origins: Sequence[str] = (),
) -> FastAPI:
    """Create the application.

    Parameters
    ----------
    model : ComplexityModel
        A trained model.
    host : str, default="127.0.0.1"
        Name or address of the server, and ``localhost``, are accepted in the header ``Host``; if it
        listens on all addresses, any name is.
    limits : Limits, optional
        Limits of a request. Default: the default limits.
    origins : sequence of str, optional
        Other origins whose pages may use the API, such as ``https://example.org``.

    Raises
    ------
    InputError
        If an origin is not a scheme and a host.
    """
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise InputError(
                f"'{origin}' is not an origin.",
                where="--allow-origin",
                hint="Give a scheme and a host, such as https://example.org, without a path.",
            )
    limits = limits or Limits()
    hosts = [*LOCAL, f"[{host}]" if ":" in host else host]
    if host in ALL_ADDRESSES:
        hosts = ["*"]
    app = FastAPI(
        title="lcp",
        version=lcp.__version__,
        description="Predict how difficult a word or expression is, and why. "
        "Texts are neither stored nor logged. A server with too many connections answers 503.",
        # These pages load scripts from other hosts.
        docs_url=None,
        redoc_url=None,
        exception_handlers=HANDLERS,
        middleware=[
            Middleware(UnexpectedErrors),
            # Names of other hosts may point here, as in DNS rebinding.
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
            Middleware(
                CORSMiddleware,
                allow_origins=origins,
                allow_methods=["GET", "POST"],
                allow_headers=["Content-Type"],
            ),
            Middleware(SameOrigin, origins=origins),
            Middleware(
                LimitRequests,
                limits=limits,
                bytes_of={
                    api.UPLOAD: limits.document,
                    downloads.COPY: limits.document * 4 // 3 + OVERHEAD,  # in base 64
                },
            ),
        ],
    )
    app.state.predictor = SharedPredictor(model, limits)
    for router in (api.router, page.router, downloads.router):
        app.include_router(router)
    app.add_api_route("/health", api.health, response_model=responses.Health)
    app.mount("/static", page.static)
    return app


class SameOrigin:
    """Reject POST requests that a browser sends from a page of another site."""

    def __init__(self, app: ASGIApp, origins: Sequence[str] = ()) -> None:
        self.app = app
        self.origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"} or self._is_allowed(scope):
            return await self.app(scope, receive, send)
        response = error_response(
            403,
            "The request comes from a page of another site.",
            hint="Use the page that `lcp serve` opens, send no Origin header, or start the server "
            "with --allow-origin.",
        )
        return await response(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin in self.origins:
            return True
        # Browsers send this header, more precise than Origin, to local or HTTPS addresses only.
        if site := headers.get("sec-fetch-site"):
            return site in {"same-origin", "none"}
        return origin is None or origin.partition("://")[2] == headers.get("host")


class Protocol(H11Protocol):
    """Close connections that do not send the header of a first request in time.

    uvicorn closes connections that are idle after a request only, and has no option for others.
    """

    # `cycle` and `loop` are internal; tests/reader/web/test_limits.py fails if they change.

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
