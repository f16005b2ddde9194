"""``lcp serve``: serve a web page and a JSON API on this machine."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info
from lcp.cli.inputs import open_model
from lcp.errors import InputError, requiring

if TYPE_CHECKING:
    from types import FrameType

    import uvicorn


def serve(
    *,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 127.0.0.1 serves this machine only.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="Port; 0 selects a free one.")
    ] = 8000,
    model: options.Model = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Origin of another site whose pages may use the API, such as https://example.org; "
            "may be repeated."
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            help="Further name that clients use for this server, such as reader.example.org or "
            "'*.example.org', behind a proxy; may be repeated. Default: any name if --host is "
            "0.0.0.0 or ::, else none."
        ),
    ] = None,
    grace: Annotated[
        int, typer.Option(min=0, help="Seconds to finish requests when the server is stopped.")
    ] = 2,
) -> None:
    """Serve a JSON API, and a web page that shows the complexity of the words of a text."""
    _return_memory()
    # pandas, LightGBM and NLTK import these packages if they can: 110 MB that serving never needs.
    _leave_out("pyarrow")
    with requiring("web", "The page and its API"):
        import uvicorn

        from lcp.reader.web.app import UVICORN, create_app

    with _listener(host, port) as listener:
        info("Loading the model …")
        opened = open_model(model)
        opened.predict_one("The river rose.", "river")  # imports what the estimator needs
        for package in ("sklearn", "scipy.stats"):
            _leave_out(package)
        app = create_app(opened, host=host, hosts=allow_host or (), origins=allow_origin or ())
        # A browser cannot connect to the wildcard address.
        reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
        address = f"[{reachable}]" if ":" in reachable else reachable
        server = _server(uvicorn.Config(app, timeout_graceful_shutdown=grace, **UVICORN), grace)
        try:
            info(f"Ready at http://{address}:{listener.getsockname()[1]} (press Ctrl-C to stop).")
            server.run([listener])
        except KeyboardInterrupt:
            # Python raises it before uvicorn has begun, and uvicorn again when all has ended.
            _end_soon(grace)
    info("Stopped.")


def _return_memory(one_arena: int = -8, trim_threshold: int = -1, free: int = 131_072) -> None:
    """Let the C library return memory that long texts needed: 60 MB. Only glibc has the options."""
    with suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(one_arena, 1)
        library.mallopt(trim_threshold, free)


def _leave_out(package: str) -> None:
    """Let imports of a package fail, unless it was imported before."""
    sys.modules.setdefault(package, None)  # type: ignore[arg-type]


def _listener(host: str, port: int) -> socket.socket:
    """Return a socket with an address; raise InputError if it cannot be used."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=family)
    except OSError as error:
        raise InputError(
            f"The server cannot use this address ({error.strerror}).",
            where=f"{host}, port {port}",
            hint="Is `lcp serve` already running? Choose another --port; 0 selects a free one.",
        ) from error


def _server(config: uvicorn.Config, grace: int) -> uvicorn.Server:
    """Return a server that SIGINT and SIGTERM end, even if a thread never does."""
    import uvicorn

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            _end_soon(grace)

    return Server(config)


def _end_soon(grace: int, more: float = 3.0) -> None:
    """End the server some seconds after its time to finish, even if a request is in progress."""
    end = threading.Timer(grace + more, os._exit, (0,))
    end.daemon = True
    end.start()
