"""``lcp fetch``: download resources."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli.console import info
from lcp.cli.inputs import download_resources

PANEL = "Data"
ORDER = 32


def fetch(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Resources or feature sets. Default: complex and full."),
    ] = None,
) -> None:
    """Download resources into the cache and verify their checksums."""
    from lcp.features.featureset import FeatureSet
    from lcp.recipes import recipe_names
    from lcp.resources import Store
    from lcp.resources.store import resource_entry

    resources: list[str] = []
    for name in names or ["complex", "full"]:
        if name in recipe_names("features"):
            resources += FeatureSet.load(name).resources()
        else:
            resources.append(resource_entry(name).name)
    resources = list(dict.fromkeys(resources))
    if not resources:
        info("Nothing to fetch: the feature set needs no resources.")
    absent = Store().missing(resources)
    for name in resources:
        if name not in absent:
            info(f"{name}: already on this machine.")
    download_resources(absent)
