"""``lcp resources``: what there is, what is on this machine, under which licence."""

from __future__ import annotations

from lcp.cli.console import megabytes, print_table, say


def resources() -> None:
    """List every resource: on this machine or not, size, licence, citation, files."""
    from lcp.resources import Store, registry

    store = Store()
    rows = []
    for name, resource in registry().items():
        places = [file.path for file in resource.files] or [f"nltk_data/{resource.package}"]
        shown = places if len(places) == 1 else [places[0], f"… {len(places)} files"]
        rows.append(
            [
                name,
                "yes" if store.find(name) else "no",
                megabytes(resource.bytes),
                resource.licence,
                resource.citation,
                "\n".join(shown),
            ]
        )
    print_table(["resource", "here", "size", "licence", "citation", "path in $LCP_DATA"], rows)
    say(f"Looked in: $LCP_DATA ({store.mirror or 'not set'}), the cache ({store.cache}).")
