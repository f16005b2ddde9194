"""The web application: API, page, connections, and protection of a local server."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import h11
from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import PlainTextResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

import lcp
from lcp.errors import InputError
from lcp.model.saved_model import as_model
from lcp.reader.web import api, downloads, page, responses
from lcp.reader.web.error_responses import HANDLERS, HEADERS, UnexpectedErrors, error_response
from lcp.reader.web.limits import HEALTH, METRICS, OVERHEAD, UNLIMITED, LimitRequests, Limits
from lcp.reader.web.measurements import Measurements
from lcp.reader.web.service import SharedPredictor

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence
    from pathlib import Path

    from starlette.types import ASGIApp, Receive, Scope, Send

    from lcp.model.model import ComplexityModel

_HOST = re.compile(r"\*|(\*\.)?[\w-]+(\.[\w-]+)*|\[[0-9a-f:.]+\]", re.IGNORECASE)
_ORIGIN = re.compile(r"https?://[^\s/?#@*]+")
LOCAL = ("localhost", "127.0.0.1", "[::1]")
ALL_ADDRESSES = {"0.0.0.0", "::"}  # noqa: S104
#: Seconds in which a connection has to send the header of a request.
HEADER_SECONDS = 10.0


def create_app(
    model: ComplexityModel | str | Path | None = None,
    *,
    host: str = "127.0.0.1",
    hosts: Sequence[str] = (),
    limits: Limits | None = None,
    origins: Sequence[str] = (),
    access_log: bool = False,
    metrics: bool = False,
) -> FastAPI:
    """Create the application.

    Parameters
    ----------
    model : ComplexityModel or path, optional
        Trained model, or its folder. Default: the bundled model.
    host : str, default="127.0.0.1"
        Name or address of the server, which is accepted in the header ``Host``, as ``localhost``
        is. If the server listens on all addresses and `hosts` is empty, any name is accepted.
    hosts : sequence of str, optional
        Further names that are accepted, such as ``reader.example.org`` or ``*.example.org``.
    limits : Limits, optional
        Limits of a request. Default: the default limits.
    origins : sequence of str, optional
        Other origins whose pages may use the API, such as ``https://example.org``.
    access_log : bool, default=False
        Whether to print a line for each request, without texts.
    metrics : bool, default=False
        Whether ``/metrics`` gives the number and time of requests, for Prometheus.

    Raises
    ------
    InputError
        If an origin is not a scheme and a host, a host is not a name, or the model cannot be read.
    """
    check_names(hosts, origins)
    limits = limits or Limits()
    accepted = [*LOCAL, f"[{host}]" if ":" in host else host, *hosts]
    if host in ALL_ADDRESSES and not hosts:
        accepted = ["*"]
    measurements = Measurements(log=access_log)
    app = FastAPI(
        title="lcp",
        version=lcp.__version__,
        description="Predict how difficult a word or expression is, and why. "
        "Texts are neither stored nor logged.",
        # These pages load scripts from other hosts.
        docs_url=None,
        redoc_url=None,
        exception_handlers=HANDLERS,
        middleware=[
            *([Middleware(measurements.around)] if access_log or metrics else []),
            Middleware(UnexpectedErrors),
            # Names of other hosts may point here, as in DNS rebinding.
            Middleware(TrustedHosts, allowed_hosts=accepted, www_redirect=False),
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
    app.state.predictor = SharedPredictor(as_model(model), limits)
    for router in (api.router, page.router, downloads.router):
        app.include_router(router)
    app.add_api_route(HEALTH, api.health, response_model=responses.Health)
    if metrics:
        text = PlainTextResponse
        app.add_api_route(METRICS, measurements.text, response_class=text, include_in_schema=False)
    app.mount("/static", page.static)
    return app


def check_names(hosts: Sequence[str], origins: Sequence[str]) -> None:
    """Raise the errors of :func:`create_app` about names."""
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise InputError(
                f"'{origin}' is not an origin.",
                where="--allow-origin",
                hint="Give a scheme and a host, such as https://example.org, without a path.",
            )
    for name in hosts:
        if not _HOST.fullmatch(name):
            raise InputError(
                f"'{name}' is not a host.",
                where="--allow-host",
                hint="Give a name without a scheme, port or path, such as reader.example.org.",
            )


class TrustedHosts(TrustedHostMiddleware):
    """Check the header ``Host``, except of probes, which name a server by its address."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope.get("path") in UNLIMITED:
            return await self.app(scope, receive, send)
        return await super().__call__(scope, receive, send)


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
    """Close connections that do not send the header of a first request in time; errors are JSON.

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

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP."""
        response = error_response(400, msg, headers={**HEADERS, "Connection": "close"})
        for event in (
            h11.Response(status_code=400, headers=response.raw_headers),
            h11.Data(data=bytes(response.body)),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


#: Options of uvicorn. Its own limit would count idle connections and health checks.
UVICORN: dict[str, Any] = {
    "http": Protocol,
    "ws": "none",
    "lifespan": "off",
    "access_log": False,
    "log_level": "warning",
    "proxy_headers": False,
    "server_header": False,
}
