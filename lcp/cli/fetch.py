"""``lcp fetch``: download resources, with their licences said first."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli.console import megabytes, say


def fetch(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Resources or feature sets; CompLex and the set full unless given."),
    ] = None,
) -> None:
    """Download resources into the cache, each verified by its checksum."""
    from lcp.featureset import FeatureSet
    from lcp.recipes import recipe_names
    from lcp.resources import Store
    from lcp.resources.store import describe

    wanted: list[str] = []
    for name in names or ["complex", "full"]:
        if name in recipe_names("features"):
            wanted += FeatureSet.load(name).resources()
        else:
            wanted.append(describe(name).name)
    store = Store()
    absent = store.missing(dict.fromkeys(wanted))
    for name in dict.fromkeys(wanted):
        if name not in absent:
            say(f"{name}: on this machine already.")
    fetch_aloud(absent)


def fetch_aloud(names: list[str]) -> None:
    """Download resources one by one, saying what each is, its size and its licence.

    Raises
    ------
    ResourceError
        After all were tried, when one or more could not be had.
    """
    from lcp.errors import ResourceError
    from lcp.resources import Store
    from lcp.resources.store import describe

    store = Store()
    failed: list[ResourceError] = []
    for name in names:
        resource = describe(name)
        say(
            f"Fetching {name}: {resource.title}, {megabytes(resource.bytes)}. "
            f"Licence: {resource.licence}. Cite: {resource.citation}."
        )
        try:
            store.fetch(name)
        except ResourceError as error:
            say(f"  {error.what}")
            failed.append(error)
    if failed:
        first = failed[0]
        rest = f" ({len(failed)} of {len(names)} could not be had)" if len(names) > 1 else ""
        raise ResourceError(f"{first.what}{rest}", where=first.where, hint=first.hint)
