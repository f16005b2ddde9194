"""``lcp resources``: list and download resources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import info, out, print_lines
from lcp.cli.inputs import download_resources
from lcp.errors import ResourceError

if TYPE_CHECKING:
    from lcp.resources import Store

app = typer.Typer(name="resources", no_args_is_help=True)


@app.callback()
def resources() -> None:
    """List or download norms, word lists, corpora and other resources."""


@app.command("list")
def list_resources() -> None:
    """List all resources with their status, size, licence, citation and files."""
    from rich.markup import escape

    from lcp.resources import Store, registry
    from lcp.resources.resource import megabytes

    store = Store()
    states = {name: _status(store, name) for name in registry()}
    installed = sum(state == "installed" for state in states.values())
    out.print(f"{installed} of {len(states)} resources are installed.")
    for name, resource in registry().items():
        paths = [file.path for file in resource.files] or [f"nltk_data/{resource.package}"]
        size = megabytes(resource.bytes)
        out.print(f"\n[bold]{name}[/]  {size}, {escape(states[name])}", soft_wrap=True)
        print_lines(
            (
                f"{resource.title}. Licence: {resource.licence}.",
                f"Cite: {resource.citation}.",
                *(f"$LCP_DATA/{path}" for path in paths),
            )
        )
    info(f"Searched: $LCP_DATA ({store.mirror or 'not set'}), the cache ({store.cache}).")


def _status(store: Store, name: str) -> str:
    try:
        return "installed" if store.find(name) else "not installed"
    except ResourceError as error:
        return f"unusable: {error.what}"


@app.command()
def fetch(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME", help="Resources or feature sets. Default: complex and full."
        ),
    ] = None,
) -> None:
    """Download resources into the cache and verify their checksums."""
    from lcp.features.featureset import FeatureSet
    from lcp.files.recipes import recipe_names
    from lcp.resources import Store
    from lcp.resources.store import resource_entry

    needed: list[str] = []
    for name in names or ["complex", "full"]:
        if name in recipe_names("features"):
            needed += FeatureSet.load(name).resources()
        else:
            needed.append(resource_entry(name).name)
    needed = list(dict.fromkeys(needed))
    if not needed:
        info("Nothing to fetch: the feature set needs no resources.")
    absent = Store().missing(needed)
    for name in needed:
        if name not in absent:
            info(f"{name}: already on this machine.")
    download_resources(absent)
