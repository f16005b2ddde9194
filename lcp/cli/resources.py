"""``lcp resources``: what there is, what is on this machine, under which licence."""

from __future__ import annotations

from lcp.cli.console import megabytes, out, say


def resources() -> None:
    """List every resource: on this machine or not, size, licence, citation, files."""
    from rich.markup import escape

    from lcp.errors import ResourceError
    from lcp.resources import Store, registry

    store = Store()
    for name, resource in registry().items():
        try:
            here = "here" if store.find(name) else "not here"
        except ResourceError as error:
            here = f"unusable: {error.what}"
        places = [file.path for file in resource.files] or [f"nltk_data/{resource.package}"]
        out.print(f"[bold]{name}[/]  {megabytes(resource.bytes)}, {escape(here)}", soft_wrap=True)
        for line in (
            f"{resource.title}. Licence: {resource.licence}.",
            f"Cite: {resource.citation}.",
            *(f"$LCP_DATA/{place}" for place in places),
        ):
            out.print(f"  {escape(line)}", soft_wrap=True)
    say(f"Looked in: $LCP_DATA ({store.mirror or 'not set'}), the cache ({store.cache}).")
