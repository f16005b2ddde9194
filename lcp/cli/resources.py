"""``lcp resources``: list the resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.cli.console import info, megabytes, out, print_lines

if TYPE_CHECKING:
    from lcp.resources import Store

PANEL = "Data"
ORDER = 31


def resources() -> None:
    """List all resources with their status, size, licence, citation and files."""
    from rich.markup import escape

    from lcp.resources import Store, registry

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
    from lcp.errors import ResourceError

    try:
        return "installed" if store.find(name) else "not installed"
    except ResourceError as error:
        return f"unusable: {error.what}"
