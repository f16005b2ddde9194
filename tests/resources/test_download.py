"""Downloads from a local server are verified, and incomplete ones are not kept."""

from __future__ import annotations

import hashlib
import threading
import time
from dataclasses import replace
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from lcp.errors import ResourceError
from lcp.resources import Store, registry
from tests.resources.test_store import TEXT, make_resource


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def server(tmp_path):
    folder = tmp_path / "served"
    folder.mkdir()
    handler = lambda *args: _Quiet(*args, directory=str(folder))  # noqa: E731
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield folder, f"http://127.0.0.1:{running.server_port}/tiny.csv"
        running.shutdown()
        thread.join()


@pytest.fixture
def store(server, tmp_path, monkeypatch, no_data):
    resource = make_resource(url=server[1])
    monkeypatch.setattr("lcp.resources.store.registry", lambda: {"tiny": resource})
    return Store(cache=tmp_path / "cache")


def test_a_download_is_verified_and_kept(store, server):
    (server[0] / "tiny.csv").write_bytes(TEXT)
    (path,) = store.fetch("tiny")
    assert path.read_bytes() == TEXT
    (server[0] / "tiny.csv").unlink()
    assert store.fetch("tiny") == [path]


@pytest.mark.parametrize("served", [TEXT[:-4], TEXT + b"more", b""])
def test_a_truncated_or_altered_download_leaves_nothing_behind(store, server, served):
    (server[0] / "tiny.csv").write_bytes(served)
    with pytest.raises(ResourceError, match=r"truncated or altered|is altered") as error:
        store.fetch("tiny")
    assert server[1] == error.value.where
    assert [path for path in store.cache.rglob("*") if path.is_file()] == []


def test_the_error_for_a_failed_download_names_two_ways(store):
    with pytest.raises(ResourceError, match="could not be downloaded") as error:
        store.fetch("tiny")
    assert "lcp fetch tiny" in error.value.hint
    assert "LCP_DATA" in error.value.hint


def test_the_error_without_a_network_names_two_ways(tmp_path, monkeypatch, no_data):
    # Nothing listens on port 9, so the connection is refused immediately.
    resource = make_resource(url="http://127.0.0.1:9/tiny.csv")
    monkeypatch.setattr("lcp.resources.store.registry", lambda: {"tiny": resource})
    with pytest.raises(ResourceError, match="could not be downloaded") as error:
        Store(cache=tmp_path / "cache").fetch("tiny")
    assert "LCP_DATA" in error.value.hint


def test_a_cache_that_cannot_be_written_raises_an_error(store, server, tmp_path):
    (server[0] / "tiny.csv").write_bytes(TEXT)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ResourceError, match="cannot be written") as error:
        Store(cache=tmp_path / "file").fetch("tiny")
    assert "LCP_CACHE" in error.value.hint
    assert (tmp_path / "file").read_text() == "in the way"


def test_nltk_prints_nothing_if_its_download_fails(tmp_path, capfd, monkeypatch):
    from nltk.downloader import Downloader

    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    monkeypatch.setattr(Downloader, "DEFAULT_URL", "http://127.0.0.1:9/index.xml")
    with pytest.raises(ResourceError, match="'cmudict' could not be downloaded") as error:
        Store(mirror=tmp_path / "none", cache=tmp_path / "cache").fetch("cmudict")
    assert "lcp fetch cmudict" in error.value.hint
    assert "nltk_data]" not in "".join(capfd.readouterr())


def test_a_zipped_nltk_package_is_unpacked(tmp_path):
    from lcp.resources.download import _unpack

    with ZipFile(tmp_path / "cmudict.zip", "w") as archive:
        archive.writestr("cmudict/cmudict", "A 1 AH0\n")
    _unpack(tmp_path / "cmudict")
    assert (tmp_path / "cmudict/cmudict").read_text() == "A 1 AH0\n"


def test_the_error_for_a_resource_without_a_url_names_the_path_of_its_file(
    tmp_path, monkeypatch, no_data
):
    resource = make_resource(url="")
    monkeypatch.setattr("lcp.resources.store.registry", lambda: {"tiny": resource})
    with pytest.raises(ResourceError, match="no public URL") as error:
        Store(cache=tmp_path / "cache").fetch("tiny")
    assert "norms/tiny.csv" in error.value.hint


INDEX = """<?xml version="1.0"?><nltk_data><packages>
<package id="cmudict" name="CMUdict" subdir="corpora" url="{address}/cmudict.zip" unzip="1"
 size="{size}" unzipped_size="{unzipped}" checksum="{md5}" sha256_checksum="{sha256}"/>
</packages><collections/></nltk_data>"""


@pytest.fixture
def nltk_server(server, tmp_path, monkeypatch, no_data):
    """Serve a small package; returns a store, and a function that sets the index."""
    from nltk.downloader import Downloader

    folder, address = server[0], server[1].rpartition("/")[0]
    content = b"A 1 AH0\n" * 1_000
    small = replace(registry()["cmudict"], contents={"cmudict": len(content)})
    monkeypatch.setattr("lcp.resources.store.registry", lambda: {"cmudict": small})
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    monkeypatch.setattr(Downloader, "DEFAULT_URL", f"{address}/index.xml")
    # NLTK refuses servers on this machine.
    monkeypatch.setattr("nltk.downloader.urlopen", urlopen)

    def serve(content=content, index=INDEX):
        with ZipFile(folder / "cmudict.zip", "w") as archive:
            archive.writestr("cmudict/cmudict", content)
        packed = (folder / "cmudict.zip").read_bytes()
        facts = {
            "md5": hashlib.md5(packed, usedforsecurity=False).hexdigest(),
            "sha256": hashlib.sha256(packed).hexdigest(),
            "size": len(packed),
            "unzipped": len(content),
        }
        (folder / "index.xml").write_text(index.format(address=address, **facts))

    return Store(cache=tmp_path / "cache"), serve


def test_an_nltk_package_is_moved_into_place_as_a_whole(nltk_server, monkeypatch):
    store, serve = nltk_server
    serve()

    def killed(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("lcp.resources.download._move_package", killed)
        with pytest.raises(KeyboardInterrupt):
            store.fetch("cmudict")
    assert list(store.cache.rglob("cmudict*")) == []
    (path,) = store.fetch("cmudict")
    assert (path / "cmudict").stat().st_size == 8_000
    assert [folder.name for folder in (store.cache / "nltk_data").iterdir()] == ["corpora"]


def test_half_an_nltk_package_is_missing_and_is_replaced(nltk_server):
    store, serve = nltk_server
    serve()
    folder = store.cache / "nltk_data/corpora/cmudict"
    folder.mkdir(parents=True)
    assert store.missing(["cmudict"]) == ["cmudict"]
    (folder / "cmudict").write_text("A 1 AH0\n" * 999)
    assert store.missing(["cmudict"]) == ["cmudict"]
    # NLTK waits for the lock of a killed process.
    (folder.parent / "cmudict.zip.lock").touch()
    store.fetch("cmudict")
    assert store.missing(["cmudict"]) == []
    assert (folder / "cmudict").stat().st_size == 8_000


@pytest.mark.parametrize(
    ("served", "reason"),
    [
        ({"content": b"A 1 AH0\n"}, "incomplete"),
        ({"index": "<nltk_data><pack"}, "unclosed token"),
        ({"index": "no XML"}, "syntax error"),
        ({"index": INDEX.replace("{sha256}", "0" * 64)}, "Integrity check failed"),
    ],
)
def test_a_damaged_nltk_package_or_index_raises_an_error(nltk_server, served, reason):
    store, serve = nltk_server
    serve(**served)
    with pytest.raises(ResourceError, match=f"'cmudict' could not be .*{reason}") as error:
        store.fetch("cmudict")
    assert "lcp fetch cmudict" in error.value.hint
    assert list((store.cache / "nltk_data").iterdir()) == []


def endless(server, monkeypatch, pause, piece):
    """Make a server send pieces until its client leaves; returns the number of bytes sent."""
    sent = [0]

    def send(handler):
        handler.send_response(200)
        handler.end_headers()
        try:
            for _ in range(20_000):
                handler.wfile.write(piece)
                sent[0] += len(piece)
                time.sleep(pause)
        except OSError:
            pass

    monkeypatch.setattr(_Quiet, "do_GET", send)
    return sent


def test_an_endless_download_ends_at_the_registered_size(store, server, monkeypatch):
    sent = endless(server, monkeypatch, 0, b"x" * 65_536)
    with pytest.raises(ResourceError, match=f"it has more than {len(TEXT)} bytes") as error:
        store.fetch("tiny")
    assert server[1] == error.value.where
    assert sent[0] < 100e6
    assert [path for path in store.cache.rglob("*") if path.is_file()] == []


def test_a_download_that_drips_is_given_up(store, server, monkeypatch):
    monkeypatch.setattr("lcp.resources.download.WINDOW", 0.2)
    sent = endless(server, monkeypatch, 0.02, b"x")
    with pytest.raises(ResourceError, match="fewer than 1,000 bytes per second"):
        store.fetch("tiny")
    assert sent[0] <= len(TEXT)
    assert [path for path in store.cache.rglob("*") if path.is_file()] == []
