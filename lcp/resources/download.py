"""Download resources: files with pooch, NLTK packages with NLTK's downloader."""

from __future__ import annotations

import io
import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from lcp.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.resources.registry import Resource, ResourceFile

#: Seconds to wait for a connection, and between two pieces of a file.
CONNECT_TIMEOUT, READ_TIMEOUT = 5, 60
#: A download ends if fewer bytes per second arrive, on average over so many seconds.
SLOWEST, WINDOW = 1_000, 60.0
_CHUNK = 65_536


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
    except OSError as error:
        raise _unwritable(cache, error) from error
    if resource.format == "nltk":
        _download_nltk(resource, cache / "nltk_data")
        return
    for file in resource.files:
        if not file.url:
            raise ResourceError(
                f"The resource '{resource.name}' has no public URL.",
                hint=f"Set LCP_DATA to a folder with {file.path}.",
            )
        _download_file(resource, file, cache)


def _download_file(resource: Resource, file: ResourceFile, cache: Path) -> None:
    import pooch
    import requests
    from urllib3.exceptions import HTTPError

    pooch.get_logger().setLevel("ERROR")
    target = cache / file.path

    def limit(response: requests.Response, **_: object) -> None:
        response.iter_content = lambda *_, **__: _limited(response.raw, file)  # type: ignore[method-assign]

    downloader = pooch.HTTPDownloader(
        chunk_size=_CHUNK,
        timeout=(CONNECT_TIMEOUT, READ_TIMEOUT),
        progressbar=sys.stderr.isatty(),
        hooks={"response": limit},
    )
    try:
        pooch.retrieve(
            file.url,
            known_hash=f"sha256:{file.sha256}" if file.sha256 else None,
            fname=target.name,
            path=target.parent,
            downloader=downloader,
        )
    except (requests.exceptions.RequestException, HTTPError) as error:
        raise _unreachable(resource, file.url, type(error).__name__) from error
    except ValueError as error:  # the checksum does not match
        raise ResourceError(
            "The download is truncated or altered: its sha256 is not the registered one. "
            "Nothing was kept.",
            where=file.url,
            hint="Try again later, or set LCP_DATA to a folder with "
            f"{file.path} (sha256 {file.sha256[:12]}…).",
        ) from error
    except OSError as error:
        raise _unwritable(target.parent, error) from error
    if target.stat().st_size != file.bytes:
        size = target.stat().st_size
        target.unlink()
        raise ResourceError(
            f"The download is truncated: {size:,} of {file.bytes:,} bytes. Nothing was kept.",
            where=file.url,
            hint="Try again later.",
        )


def _limited(raw: Any, file: ResourceFile) -> Iterator[bytes]:
    """Yield the content of a response in chunks.

    Raises
    ------
    ResourceError
        If it is larger than the registry says, or arrives too slowly.
    """
    total, pieces = 0, b""
    start, before = time.monotonic(), 0
    # Unlike read(), read1() returns what has arrived.
    while piece := raw.read1(_CHUNK, decode_content=True):
        total += len(piece)
        if total > file.bytes:
            raise ResourceError(
                f"The download is altered: it has more than {file.bytes:,} bytes. "
                "Nothing was kept.",
                where=file.url,
                hint=f"Try again later, or set LCP_DATA to a folder with {file.path}.",
            )
        pieces += piece
        if len(pieces) >= _CHUNK:
            yield pieces[:_CHUNK]
            pieces = pieces[_CHUNK:]
        elapsed = time.monotonic() - start
        if elapsed > WINDOW:
            if total - before < SLOWEST * elapsed:
                raise ResourceError(
                    f"The server sends fewer than {SLOWEST:,} bytes per second. Nothing was kept.",
                    where=file.url,
                    hint=f"Try again later, or set LCP_DATA to a folder with {file.path}.",
                )
            start, before = time.monotonic(), total
    yield pieces


def _download_nltk(resource: Resource, root: Path) -> None:
    import socket

    from nltk.downloader import Downloader

    package = Path(resource.package).name
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(CONNECT_TIMEOUT)
    try:
        root.mkdir(parents=True, exist_ok=True)
        # In a folder of its own, an interrupted download leaves neither a lock, for which NLTK
        # would wait, nor half a package, which NLTK would use.
        with TemporaryDirectory(prefix=".nltk-", dir=root, ignore_cleanup_errors=True) as aside:
            # NLTK's printed error box is discarded; its message becomes part of ours.
            Downloader(download_dir=aside).download(
                package, quiet=True, raise_on_error=True, print_error_to=io.StringIO()
            )
            _unpack(Path(aside, resource.package))
            _move_package(Path(aside), root, resource)
    # NLTK raises SyntaxError for an index that is not XML.
    except (ValueError, SyntaxError, BadZipFile, shutil.ReadError) as error:
        reason = " ".join(str(error).split())
        raise _unreachable(resource, f"nltk package {package}", reason) from error
    except OSError as error:
        raise _unwritable(root, error) from error
    finally:
        socket.setdefaulttimeout(before)


def _unpack(folder: Path) -> None:
    """Unpack a package that NLTK leaves zipped, because textstat needs CMUdict unpacked."""
    archive = folder.with_name(f"{folder.name}.zip")
    if not folder.is_dir() and archive.is_file():
        shutil.unpack_archive(archive, folder.parent)


def _move_package(aside: Path, root: Path, resource: Resource) -> None:
    """Move a complete package from the folder `aside` to its place, in one step."""
    source, target = aside / resource.package, root / resource.package
    if not resource.is_complete(source):
        raise ValueError("the package is incomplete")
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        target.rename(aside / "replaced")
    source.rename(target)


def _unreachable(resource: Resource, address: str, reason: str) -> ResourceError:
    return ResourceError(
        f"The resource '{resource.name}' could not be downloaded ({reason}).",
        where=address,
        hint=f"Connect to the network and run `lcp fetch {resource.name}`, or set LCP_DATA to a "
        "folder with the files (`lcp resources` lists their paths).",
    )


def _unwritable(folder: Path, error: OSError) -> ResourceError:
    free = shutil.disk_usage(folder).free if folder.exists() else None
    room = f"; {free / 1e6:,.0f} MB are free" if free is not None else ""
    return ResourceError(
        f"The cache cannot be written: {error.strerror or error}{room}.",
        where=str(folder),
        hint="Set LCP_CACHE to a writable folder.",
    )
