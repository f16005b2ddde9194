"""Find a resource on this machine, or download it when asked to.

The order is: an explicit path, the mirror in ``$LCP_DATA``, the user's cache
(``$LCP_CACHE`` or the platform's cache folder), and only on request a download.
Every file with a known checksum is verified before it is read.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError, ResourceError
from lcp.resources.registry import Resource, ResourceFile, registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pandas as pd


class Store:
    """Resources by name.

    Parameters
    ----------
    paths : mapping of str to path, optional
        Explicit files by resource name. They are trusted: not verified, not downloaded.
    mirror : path, optional
        A folder laid out as ``registry.toml`` says; ``$LCP_DATA`` unless given.
    cache : path, optional
        Where downloads are kept; ``$LCP_CACHE`` or the platform's cache folder unless given.

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
        self.paths = {name: Path(path) for name, path in (paths or {}).items()}
        environment = os.environ.get("LCP_DATA")
        self.mirror = Path(mirror) if mirror else Path(environment) if environment else None
        self.cache = Path(cache) if cache else _default_cache()

    def find(self, name: str) -> list[Path] | None:
        """Verified files of a resource on this machine, or None where it is missing.

        Raises
        ------
        ResourceError
            When a file is there but is not the one that the registry describes.
        """
        resource = describe(name)
        if resource.format == "nltk":
            root = self._nltk_root(resource)
            return None if root is None else [root / resource.package]
        if name in self.paths:
            if not self.paths[name].is_file():
                raise ResourceError(
                    f"There is no file for the resource '{name}' at the path that was given.",
                    where=str(self.paths[name]),
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
        """Verified files of a resource.

        Raises
        ------
        ResourceError
            When the resource is missing or altered; says how to provide it.
        """
        found = self.find(name)
        if found is None:
            raise missing([name])
        return found

    def fetch(self, name: str) -> list[Path]:
        """Files of a resource, downloaded into the cache where they are missing.

        Raises
        ------
        ResourceError
            When there is no network, the download is altered or truncated, the cache
            cannot be written, or the resource has no public address.
        """
        found = self.find(name)
        if found is not None:
            return found
        from lcp.resources.download import download

        download(describe(name), self.cache)
        return self.require(name)

    def table(self, name: str) -> pd.DataFrame:
        """Values per word of a norm or list.

        Returns
        -------
        DataFrame of shape (n_words, n_columns)
            Indexed by distinct lower-case words, with the columns that the registry
            declares, as floats. Read once per process.
        """
        paths = self.require(name)
        modified = tuple(path.stat().st_mtime_ns for path in paths)
        # What a user gave by path has no checksum to tell one version from the next.
        keep = None if name in self.paths else self.cache / "parsed"
        return _table(name, tuple(paths), modified, keep)

    def nltk(self, name: str) -> Any:
        """Path pointer of an NLTK package, for NLTK's own readers."""
        resource = describe(name)
        root = self._nltk_root(resource)
        if root is None:
            raise missing([name])
        import nltk

        # NLTK reads only below its own search path.
        if str(root) not in nltk.data.path:
            nltk.data.path.insert(0, str(root))
        try:
            # The slash lets NLTK look inside the zip that its downloader leaves.
            return nltk.data.find(f"{resource.package}/", paths=[str(root)])
        except LookupError as error:
            raise ResourceError(
                "NLTK refuses to read its package (others may write to the folder, or the zip is "
                "broken).",
                where=str(root / resource.package),
                hint=f"Delete it and run `lcp fetch {name}`, or take write access from others.",
            ) from error

    def missing(self, names: Iterable[str]) -> list[str]:
        """Those of `names` that are not on this machine, in order."""
        return [name for name in names if self.find(name) is None]

    def roots(self) -> list[Path]:
        """Folders that are searched, in order: the mirror where there is one, the cache."""
        return [root for root in (self.mirror, self.cache) if root is not None]

    def _nltk_root(self, resource: Resource) -> Path | None:
        """Folder that holds an NLTK package, unpacked or as the zip that NLTK downloads."""
        roots = [root / "nltk_data" for root in self.roots()]
        roots += [Path(path) for path in _nltk_search_path()]
        if resource.name in self.paths:
            roots = [self.paths[resource.name]]
        for root in roots:
            folder = root / resource.package
            if folder.is_dir() or folder.with_name(folder.name + ".zip").is_file():
                return root
        return None


def describe(name: str) -> Resource:
    """The registry's entry of that name, or an error that names the nearest one."""
    known = registry()
    if name not in known:
        import difflib

        near = difflib.get_close_matches(name, known, n=1)
        raise InputError(
            f"There is no resource called '{name}'.",
            hint=f"Did you mean '{near[0]}'?" if near else f"Known are: {', '.join(known)}.",
        )
    return known[name]


def missing(names: Iterable[str]) -> ResourceError:
    """An error that says which resources are missing and the two ways to provide them."""
    entries = [describe(name) for name in names]
    listed = "; ".join(
        f"'{entry.name}' ({entry.files[0].url or entry.files[0].path})"
        if entry.files
        else f"'{entry.name}' (nltk package {entry.package})"
        for entry in entries
    )
    noun = "resource is" if len(entries) == 1 else "resources are"
    return ResourceError(
        f"{len(entries)} {noun} not on this machine: {listed}.",
        hint=(
            f"Run `lcp fetch {' '.join(entry.name for entry in entries)}`, or set LCP_DATA to a "
            "folder that holds the files (`lcp resources` lists their paths)."
        ),
    )


def _default_cache() -> Path:
    environment = os.environ.get("LCP_CACHE")
    if environment:
        return Path(environment)
    from platformdirs import user_cache_path

    return user_cache_path("lcp")


def _nltk_search_path() -> list[str]:
    """NLTK's own search path, without importing NLTK (which takes a second)."""
    import sys

    environment = os.environ.get("NLTK_DATA", "")
    shared = (
        [rf"{drive}:\nltk_data" for drive in "CDE"]
        if sys.platform == "win32"
        else [
            f"/usr{local}/{kind}/nltk_data" for local in ("", "/local") for kind in ("share", "lib")
        ]
    )
    return [
        *(path for path in environment.split(os.pathsep) if path),
        str(Path.home() / "nltk_data"),
        *(str(Path(sys.prefix, part, "nltk_data")) for part in (".", "share", "lib")),
        *shared,
    ]


@cache
def _verify(path: Path, file: ResourceFile, _modified: int) -> None:
    """Check a file's size and checksum; once per process while the file stays the same."""
    size = path.stat().st_size
    digest = ""
    if size == file.bytes and file.sha256:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    if size != file.bytes or digest != file.sha256:
        found = f"{size:,} bytes" if size != file.bytes else f"sha256 {digest[:12]}…"
        wanted = f"{file.bytes:,} bytes" if size != file.bytes else f"{file.sha256[:12]}…"
        raise ResourceError(
            f"The file is truncated or altered: it has {found} where the registry says {wanted}.",
            where=str(path),
            hint="Delete it and run `lcp fetch` again.",
        )


@cache
def _table(
    name: str, paths: tuple[Path, ...], _modified: tuple[int, ...], keep: Path | None
) -> pd.DataFrame:
    from lcp.resources.tables import read_table, read_table_once

    if keep is None:
        return read_table(describe(name), list(paths))
    return read_table_once(describe(name), list(paths), keep)
