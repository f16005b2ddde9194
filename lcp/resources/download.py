"""Download resources with pooch."""

from __future__ import annotations

import logging
import shutil
import sys
import zlib
from io import FileIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from lcp.errors import ResourceError
from lcp.files.input_files import check_unpacked
from lcp.resources.resource import ResourceFile

if TYPE_CHECKING:
    from lcp.resources.resource import Resource

_LOG = logging.getLogger(__name__)


def download(resource: Resource, cache: Path) -> None:
    """Download and verify all files of a resource. Incomplete files are not kept.

    Raises
    ------
    ResourceError
        If a file has no public URL, cannot be downloaded or does not match the registry, or the
        cache cannot be written.
    """
    try:
        cache.mkdir(parents=True, exist_ok=True)
        if resource.package:
            _download_package(resource, cache / "nltk_data" / resource.package)
        for file in resource.files:
            target = cache / file.path
            _download_file(resource, file, target)
            if target.stat().st_size != file.bytes:  # of a file without a checksum
                target.unlink()
                raise _altered(file)
    except OSError as error:
        raise ResourceError(
            f"The cache cannot be written: {error.strerror or error}.",
            where=str(cache),
            hint="Free space on the disk, or set LCP_CACHE to a writable folder.",
        ) from error


def _download_file(resource: Resource, file: ResourceFile, target: Path) -> None:
    import pooch
    import requests

    if not file.url:
        raise ResourceError(
            f"The resource '{resource.name}' has no public URL.",
            hint=f"Set LCP_DATA to a folder with {file.path}.",
        )

    _LOG.debug("Downloading %s to %s.", file.url, target)
    pooch.get_logger().setLevel("ERROR")
    # Seconds to wait for a connection, and for the next piece of the file.
    receive = pooch.HTTPDownloader(timeout=(5, 60), progressbar=sys.stderr.isatty())

    def downloader(url: str, path: str, pooch: Any) -> None:
        with _LimitedFile(path, "wb") as stream:
            stream.left = file.bytes
            receive(url, stream, pooch)

    try:
        pooch.retrieve(
            file.url,
            known_hash=f"sha256:{file.sha256}" if file.sha256 else None,
            fname=target.name,
            path=target.parent,
            downloader=downloader,
        )
    except requests.exceptions.RequestException as error:
        raise ResourceError(
            f"The resource '{resource.name}' could not be downloaded ({type(error).__name__}).",
            where=file.url,
            hint=f"Connect to the network and run `lcp resources fetch {resource.name}`, or set "
            "LCP_DATA to a folder with the files (`lcp resources list` shows their paths).",
        ) from error
    except ValueError as error:  # the checksum does not match, or the file is too large
        raise _altered(file) from error


class _LimitedFile(FileIO):
    """A file for at most `left` bytes."""

    left = 0

    def write(self, data: Any) -> int:
        self.left -= len(data)
        if self.left < 0:
            raise ValueError("more bytes than registered")
        return super().write(data)


def _altered(file: ResourceFile) -> ResourceError:
    return ResourceError(
        "The download is truncated or altered: it is not the registered file. Nothing was kept.",
        where=file.url,
        hint=f"Try again later, or set LCP_DATA to a folder with {file.path}.",
    )


def _download_package(resource: Resource, target: Path) -> None:
    """Download and unpack an NLTK package, whose publisher states no checksum."""
    target.parent.mkdir(parents=True, exist_ok=True)
    # Later versions may be larger.
    largest = 2 * resource.package_bytes
    archive = ResourceFile(f"nltk_data/{resource.package}", resource.url, "", largest)
    with TemporaryDirectory(dir=target.parent, ignore_cleanup_errors=True) as folder:
        aside = Path(folder)
        packed, unpacked = aside / f"{target.name}.zip", aside / target.name
        _download_file(resource, archive, packed)
        try:
            check_unpacked(packed, 2 * sum(resource.contents.values()))
            shutil.unpack_archive(packed, aside)
        except (shutil.ReadError, BadZipFile, ValueError, zlib.error) as error:
            raise _altered(archive) from error
        if not resource.is_complete(unpacked):
            raise _altered(archive)
        if target.exists():
            target.rename(aside / "replaced")
        unpacked.rename(target)
