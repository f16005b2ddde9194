"""``lcp resources``: list the resources."""

from __future__ import annotations

from lcp.cli.console import info, megabytes, out

PANEL = "Data"
ORDER = 31


def resources() -> None:
    """List all resources with their status, size, licence, citation and files."""
    from rich.markup import escape

    from lcp.errors import ResourceError
    from lcp.resources import Store, registry

    store = Store()
    for name, resource in registry().items():
        try:
            status = "installed" if store.find(name) else "not installed"
        except ResourceError as error:
            status = f"unusable: {error.what}"
        paths = [file.path for file in resource.files] or [f"nltk_data/{resource.package}"]
        out.print(f"[bold]{name}[/]  {megabytes(resource.bytes)}, {escape(status)}", soft_wrap=True)
        for line in (
            f"{resource.title}. Licence: {resource.licence}.",
            f"Cite: {resource.citation}.",
            *(f"$LCP_DATA/{path}" for path in paths),
        ):
            out.print(f"  {escape(line)}", soft_wrap=True)
    info(f"Searched: $LCP_DATA ({store.mirror or 'not set'}), the cache ({store.cache}).")
