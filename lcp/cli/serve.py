"""``lcp serve``: a local page and JSON API."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import say

if TYPE_CHECKING:
    from lcp.model import ComplexityModel
    from lcp.web.settings import Settings

#: Seconds between looks whether the server answers.
_LOOK = 0.1


def serve(
    *,
    host: Annotated[
        str, typer.Option(help="Address to be reached at; 127.0.0.1 is this machine alone.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Port; 0 takes a free one.")] = 8000,
    model: Annotated[
        Path | None, typer.Option(help="A model's folder; the one that ships unless given.")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes, each with a model of its own in memory.")
    ] = 1,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Whether to open the page in a browser.")
    ] = True,
    max_characters: Annotated[
        int, typer.Option(min=1, help="Characters of the longest text; 45,000 take a second.")
    ] = 500_000,
    seconds: Annotated[
        float, typer.Option(min=0.1, help="Seconds after which a request is given up.")
    ] = 60,
) -> None:
    """Open a local page that shows how hard the words of a text are, beside a JSON API."""
    _need_extra()
    from lcp.cli.predict import load_aloud
    from lcp.web.settings import Settings

    port = _free(host, port)
    say("Loading the model …")
    fitted = load_aloud(model)
    folder = None if model is None else str(model.resolve())
    settings = Settings(folder, host, max_characters, seconds)
    threading.Thread(target=_announce, args=(host, port, open_page), daemon=True).start()
    _run(settings, port, workers, fitted)
    say("Stopped.")


def _need_extra() -> None:
    from importlib.util import find_spec

    from lcp.errors import ResourceError

    absent = [name for name in ("fastapi", "uvicorn") if not find_spec(name)]
    if absent:
        raise ResourceError(
            f"The page needs packages that are not installed: {', '.join(absent)}.",
            hint='Run `pip install "lcp[web]"`.',
        )


def _free(host: str, port: int) -> int:
    """The port, where it can be used; a free one for 0.

    Raises
    ------
    InputError
        Before the model is loaded, which takes longer.
    """
    from lcp.errors import InputError

    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            return int(probe.getsockname()[1])
    except OSError as error:
        raise InputError(
            f"The server cannot be started there ({error.strerror}).",
            where=f"{host}, port {port}",
            hint="Does `lcp serve` run already? Choose another --port; 0 takes a free one.",
        ) from error


def _run(settings: Settings, port: int, workers: int, model: ComplexityModel) -> None:
    """Serve until a signal comes; requests are not logged."""
    import uvicorn

    from lcp.web.app import create_app

    # Worker processes make their own app, from what is left in the environment.
    alone = workers == 1
    settings.to_environment()
    uvicorn.run(
        create_app(settings, model=model) if alone else "lcp.web.app:create_app",
        factory=not alone,
        host=settings.host,
        port=port,
        workers=workers,
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        timeout_worker_healthcheck=60,
    )


def _announce(host: str, port: int, open_page: bool) -> None:  # noqa: FBT001
    """Print the address, and open it, as soon as the server answers."""
    import webbrowser

    # An address that stands for all of the machine's is none to go to.
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    while True:
        try:
            socket.create_connection((near, port), timeout=1).close()
        except OSError:
            time.sleep(_LOOK)
        else:
            break
    address = f"http://{f'[{near}]' if ':' in near else near}:{port}"
    say(f"Ready at {address} (Ctrl-C stops it).")
    if open_page:
        webbrowser.open(address)
