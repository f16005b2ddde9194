"""``lcp serve``: serve a web page and a JSON API on this machine."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
import threading
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lcp.cli import options
from lcp.cli.console import info
from lcp.cli.inputs import open_model
from lcp.errors import InputError, requiring

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType

    import uvicorn
    from fastapi import FastAPI
    from uvicorn.supervisors import Multiprocess


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
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that answer requests, each with a model.")
    ] = 1,
    access_log: Annotated[
        bool, typer.Option("--access-log", help="Print a line for each request, without texts.")
    ] = False,
    metrics: Annotated[
        bool,
        typer.Option(
            "--metrics", help="Give the number and time of requests at /metrics, for Prometheus."
        ),
    ] = False,
) -> None:
    """Serve a JSON API, and a web page that shows the complexity of the words of a text."""
    with requiring("web", "The page and its API"):
        import uvicorn

        from lcp.reader.web.app import UVICORN, check_names

    if metrics and workers > 1:
        raise InputError(
            "Metrics are those of one process.",
            where="--metrics",
            hint="Leave --workers out, and start several servers.",
        )
    hosts, origins = tuple(allow_host or ()), tuple(allow_origin or ())
    create = partial(
        _application,
        model,
        host=host,
        hosts=hosts,
        origins=origins,
        access_log=access_log,
        metrics=metrics,
    )
    settings = {**UVICORN, "timeout_graceful_shutdown": grace}
    with _listener(host, port) as listener:
        info("Loading the model …")
        if workers > 1:
            # Workers would be started again after an error.
            check_names(hosts, origins)
            open_model(model)
            config = uvicorn.Config(create, factory=True, workers=workers, **settings)
            run = _supervisor(config, listener, grace).run
        else:
            run = partial(_server(uvicorn.Config(create(), **settings), grace).run, [listener])
        # A browser cannot connect to the wildcard address.
        reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
        address = f"[{reachable}]" if ":" in reachable else reachable
        try:
            info(f"Ready at http://{address}:{listener.getsockname()[1]} (press Ctrl-C to stop).")
            run()
        except KeyboardInterrupt:
            # Python raises it before uvicorn has begun, and uvicorn again when all has ended.
            _after(grace, partial(os._exit, 0))
    info("Stopped.")


def _application(model: Path | None, **options: Any) -> FastAPI:
    """Return the application, in the process that answers its requests."""
    _return_memory()
    # pandas, LightGBM and NLTK import these packages if they can: 110 MB that serving never needs.
    _leave_out("pyarrow")
    from lcp.reader.web.app import create_app

    opened = open_model(model)
    opened.predict_one("The river rose.", "river")  # imports what the estimator needs
    for package in ("sklearn", "scipy.stats"):
        _leave_out(package)
    return create_app(opened, **options)


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
            _after(grace, partial(os._exit, 0))

    return Server(config)


def _supervisor(config: uvicorn.Config, listener: socket.socket, grace: int) -> Multiprocess:
    """Return what starts workers, replaces those that die, and ends all at SIGINT and SIGTERM."""
    from uvicorn.supervisors import Multiprocess

    class Supervisor(Multiprocess):
        def terminate_all(self) -> None:
            super().terminate_all()
            for worker in self.processes:
                _after(grace, worker.process.kill)

    return Supervisor(config, [listener])


def _after(grace: int, end: Callable[[], object], more: float = 3.0) -> None:
    """End a process some seconds after its time to finish, even if a request is in progress."""
    timer = threading.Timer(grace + more, end)
    timer.daemon = True
    timer.start()
