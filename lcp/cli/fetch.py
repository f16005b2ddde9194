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
    """Download resources into the cache; files are verified by their checksums."""
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
    if not wanted:
        say("There is nothing to fetch: the installed packages are enough.")
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

    store = Store()
    failed: list[tuple[str, ResourceError]] = []
    for name in names:
        announce(name)
        try:
            store.fetch(name)
        except ResourceError as error:
            if len(names) > 1:
                say(f"  {error.what}")
            failed.append((name, error))
    if len(failed) == 1:
        raise failed[0][1]
    if failed:
        missed = " ".join(name for name, _ in failed)
        raise ResourceError(
            f"{len(failed)} of {len(names)} resources could not be had: {missed}.",
            hint=f"Connect to the network and run `lcp fetch {missed}`, or set LCP_DATA to a "
            "folder that holds the files (`lcp resources` lists their paths).",
        )


def announce(name: str) -> None:
    """Say what a resource is, its size, licence and citation, before it is downloaded."""
    from lcp.resources.store import describe

    resource = describe(name)
    say(
        f"Fetching {name}: {resource.title}, {megabytes(resource.bytes)}. "
        f"Licence: {resource.licence}. Cite: {resource.citation}."
    )
