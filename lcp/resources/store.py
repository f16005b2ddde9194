"""Find a resource on this machine, or download it.

The order of lookup is: explicit path, mirror (``$LCP_DATA``), user cache (``$LCP_CACHE`` or the
platform's cache folder). Downloads happen only on request. Every file with a checksum in the
registry is verified before it is read.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.errors import ResourceError, check_type, unknown
from lcp.files.input_files import as_path, sha256_of
from lcp.resources.resource import Resource, ResourceFile, megabytes, registry

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    import pandas as pd

_LOG = logging.getLogger(__name__)


class Store:
    """Access to resources by name.

    Parameters
    ----------
    paths : mapping of str to path, optional
        Explicit files by resource name. They are not verified.
    mirror : path, optional
        Folder with the files of ``resources.toml``. Default: ``$LCP_DATA``.
    cache : path, optional
        Folder for downloads. Default: ``$LCP_CACHE`` or the platform's cache folder.

    Examples
    --------
    >>> Store(mirror="/nowhere", cache="/nowhere").find("mrc") is None
    True
    """

    def __init__(
        self,
        paths: Mapping[str, str | Path] | None = None,
        *,
        mirror: str | Path | None = None,
        cache: str | Path | None = None,
    ) -> None:
        paths = {} if paths is None else paths
        check_type(paths, Mapping, "paths", "a dictionary of resources and their paths")
        self.paths = {name: as_path(path) for name, path in paths.items()}
        environment = os.environ.get("LCP_DATA")
        self.mirror = Path(mirror) if mirror else Path(environment) if environment else None
        self.cache = Path(cache) if cache else _default_cache()

    def find(self, name: str) -> list[Path] | None:
        """Return the verified files of a resource, or None if it is not on this machine.

        Raises
        ------
        InputError
            If there is no resource of that name.
        ResourceError
            If a file differs from the registry's size or checksum, or an explicit path does not
            exist.
        """
        resource = resource_entry(name)
        if resource.format == "nltk":
            folder = self._nltk_package(resource)
            return None if folder is None else [folder]
        if name in self.paths:
            if not self.paths[name].is_file():
                raise ResourceError(
                    f"The explicit path of the resource '{name}' is not a file.",
                    where=str(self.paths[name]),
                    hint="Check the path.",
                )
            return [self.paths[name]]
        for root in self.roots():
            paths = [root / file.path for file in resource.files]
            if all(path.is_file() for path in paths):
                for path, file in zip(paths, resource.files, strict=True):
                    _verify(path, file, path.stat().st_mtime_ns)
                return paths
        return None

    def require(self, name: str) -> list[Path]:
        """Return the verified files of a resource that must be on this machine.

        Raises
        ------
        InputError, ResourceError
            As :meth:`find`, and if the resource is missing.
        """
        paths = self.find(name)
        if paths is None:
            raise missing_resources_error([name])
        return paths

    def fetch(self, name: str) -> list[Path]:
        """Return the files of a resource, downloaded into the cache if missing.

        Raises
        ------
        InputError, ResourceError
            As :meth:`find`, and if the resource has no public URL, the download fails or does not
            match the registry, or the cache cannot be written.
        """
        paths = self.find(name)
        if paths is not None:
            return paths
        from lcp.resources.download import download

        resource = resource_entry(name)
        size = megabytes(resource.bytes)
        about = f"{resource.title}, {size}. Licence: {resource.licence}. Cite: {resource.citation}."
        _LOG.info("Fetching %s: %s", name, about)
        download(resource, self.cache)
        return self.require(name)

    def table(self, name: str) -> pd.DataFrame:
        """Return the values per word of a norm or list, read once per process.

        Returns
        -------
        DataFrame of shape (n_words, n_columns)
            Indexed by distinct lower-case words, with the registry's columns as floats.

        Raises
        ------
        InputError, ResourceError
            As :meth:`require`, and if the file is not laid out as in the registry.
        """
        paths = self.require(name)
        modified = tuple(path.stat().st_mtime_ns for path in paths)
        # A parsed copy is named after the checksum, which explicit files do not have.
        folder = None if name in self.paths else self.cache / "parsed"
        return _table(name, tuple(paths), modified, folder)

    def nltk(self, name: str) -> Hashable:
        """Return the path pointer of an NLTK package, for NLTK's readers.

        Registers the package's folder at the end of ``nltk.data.path``: NLTK >= 3.10 opens no file
        outside of it.

        Raises
        ------
        InputError, ResourceError
            As :meth:`require`, and if NLTK refuses to read the package.
        """
        (folder,) = self.require(name)
        package = resource_entry(name).package
        root = str(folder.parents[len(Path(package).parts) - 1])
        import nltk

        if root not in nltk.data.path:
            nltk.data.path.append(root)
        try:
            pointer: Hashable = nltk.data.find(package, paths=[root])
        except LookupError as error:
            raise ResourceError(
                "NLTK refuses to read its package: other users can write to the folder.",
                where=str(folder),
                hint=f"Run `chmod -R go-w {folder}`.",
            ) from error
        return pointer

    def missing(self, names: Iterable[str]) -> list[str]:
        """Return the resources among `names` that are not on this machine, in order."""
        return [name for name in names if self.find(name) is None]

    def roots(self) -> list[Path]:
        """Return the folders that are searched, in order: the mirror if any, the cache."""
        return [root for root in (self.mirror, self.cache) if root is not None]

    def _nltk_package(self, resource: Resource) -> Path | None:
        """Return the folder of an NLTK package, None if it is not on this machine."""
        roots = [root / "nltk_data" for root in self.roots()]
        if resource.name in self.paths:
            roots = [self.paths[resource.name]]
        folders = [root / resource.package for root in roots]
        return next(filter(Path.is_dir, folders), None)


def resource_entry(name: str) -> Resource:
    """Return the registry's entry of a resource.

    Raises
    ------
    InputError
        If there is no resource of that name; suggests the nearest one.
    """
    entries = registry()
    if str(name) not in entries:
        raise unknown("resource called", name, entries)
    return entries[name]


def missing_resources_error(names: Iterable[str]) -> ResourceError:
    """Return an error that names missing resources and the two ways to provide them."""
    entries = [resource_entry(name) for name in names]
    listed = "; ".join(f"'{entry.name}' ({entry.address})" for entry in entries)
    noun = "resource is" if len(entries) == 1 else "resources are"
    return ResourceError(
        f"{len(entries)} {noun} not on this machine: {listed}.",
        hint=(
            f"Run `lcp resources fetch {' '.join(entry.name for entry in entries)}`, or set "
            "LCP_DATA to a folder with the files (`lcp resources list` shows their paths)."
        ),
    )


def _default_cache() -> Path:
    environment = os.environ.get("LCP_CACHE")
    if environment:
        return Path(environment)
    from platformdirs import user_cache_path

    return user_cache_path("lcp")


@cache
def _verify(path: Path, file: ResourceFile, _modified: int) -> None:
    """Check a file's size and checksum, once per process unless the file is modified."""
    _LOG.debug("Verifying %s.", path)
    size = path.stat().st_size
    actual, expected = f"{size:,} bytes", f"{file.bytes:,} bytes"
    if size == file.bytes and file.sha256:
        actual, expected = f"sha256 {sha256_of(path)}", f"sha256 {file.sha256}"
    if actual != expected:
        raise ResourceError(
            f"The file is truncated or altered: it has {actual} instead of {expected}.",
            where=str(path),
            hint="Delete it and run `lcp resources fetch` again.",
        )


@cache
def _table(
    name: str, paths: tuple[Path, ...], _modified: tuple[int, ...], folder: Path | None
) -> pd.DataFrame:
    from lcp.resources.parsing import read_resource_table, read_table_once

    if folder is None:
        return read_resource_table(resource_entry(name), list(paths))
    return read_table_once(resource_entry(name), list(paths), folder)
