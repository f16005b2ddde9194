"""``lcp serve``: serve a web page and a JSON API on this machine."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import info
from lcp.cli.options import ModelOption

if TYPE_CHECKING:
    from lcp.model.complexity_model import ComplexityModel
    from lcp.web.settings import Settings

PANEL = "Predict and explain"
ORDER = 24

#: Seconds between checks of whether the server answers.
_POLL = 0.1


def serve(
    *,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 127.0.0.1 serves this machine only.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="Port; 0 selects a free one.")
    ] = 8000,
    model: ModelOption = None,
    workers: Annotated[
        int, typer.Option(min=1, help="Number of processes; each loads its own copy of the model.")
    ] = 1,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser.")
    ] = True,
    max_characters: Annotated[
        int,
        typer.Option(
            min=1,
            help="Maximum number of characters of a text; rating 45,000 takes about a second.",
        ),
    ] = 500_000,
    seconds: Annotated[
        float, typer.Option(min=0.1, help="Time limit of a request in seconds.")
    ] = 60,
) -> None:
    """Serve a web page that shows the complexity of the words of a text, and a JSON API."""
    _check_extra()
    from lcp.cli.inputs import open_model
    from lcp.web.settings import Settings

    port = _usable_port(host, port)
    info("Loading the model …")
    fitted = open_model(model)
    folder = None if model is None else str(model.resolve())
    settings = Settings(folder, host, max_characters, seconds)
    threading.Thread(target=_print_address, args=(host, port, open_page), daemon=True).start()
    _run_server(settings, port, workers, fitted)
    info("Stopped.")


def _check_extra() -> None:
    from importlib.util import find_spec

    from lcp.errors import ResourceError

    absent = [name for name in ("fastapi", "uvicorn") if not find_spec(name)]
    if absent:
        raise ResourceError(
            f"`lcp serve` needs packages that are not installed: {', '.join(absent)}.",
            hint='Run `pip install "lcp[web]"`.',
        )


def _usable_port(host: str, port: int) -> int:
    """Return the port, or a free one for 0; raise InputError if it cannot be used."""
    from lcp.errors import InputError

    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            return int(probe.getsockname()[1])
    except OSError as error:
        raise InputError(
            f"The server cannot use this address ({error.strerror}).",
            where=f"{host}, port {port}",
            hint="Is `lcp serve` already running? Choose another --port; 0 selects a free one.",
        ) from error


def _run_server(settings: Settings, port: int, workers: int, model: ComplexityModel) -> None:
    """Serve until a signal arrives; requests are not logged."""
    import uvicorn

    from lcp.web.app import create_app
    from lcp.web.limits import UVICORN

    # Worker processes create their own app from the settings in the environment.
    alone = workers == 1
    settings.to_environment()
    uvicorn.run(
        create_app(settings, model=model) if alone else "lcp.web.app:create_app",
        factory=not alone,
        host=settings.host,
        port=port,
        workers=workers,
        **UVICORN,
    )


def _print_address(host: str, port: int, open_page: bool) -> None:  # noqa: FBT001
    """Print the address, and open it in a browser, as soon as the server answers."""
    import webbrowser

    # A browser cannot connect to the wildcard address.
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    while True:
        try:
            socket.create_connection((reachable, port), timeout=1).close()
        except OSError:
            time.sleep(_POLL)
        else:
            break
    address = f"http://{f'[{reachable}]' if ':' in reachable else reachable}:{port}"
    info(f"Ready at {address} (press Ctrl-C to stop).")
    if open_page:
        webbrowser.open(address)
