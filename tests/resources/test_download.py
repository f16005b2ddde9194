"""Downloads from a local server are verified, and incomplete ones are not kept."""

import threading
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from zipfile import ZipFile

import pytest

from lcp.errors import ResourceError
from lcp.resources import Store, registry
from tests.errors import refused
from tests.resources.test_store import TEXT, make_resource


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def serving(handler):
    """Run a server in a thread; gives the address of a file."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}/tiny.csv"
        running.shutdown()
        thread.join()


@pytest.fixture
def server(tmp_path):
    folder = tmp_path / "served"
    folder.mkdir()
    with serving(partial(_Quiet, directory=str(folder))) as address:
        yield folder, address


@pytest.fixture
def store(server, tmp_path, monkeypatch, no_data):
    resource = make_resource(url=server[1])
    monkeypatch.setattr("lcp.resources.store.registry", lambda: {"tiny": resource})
    return Store(cache=tmp_path / "cache")


def test_a_download_is_verified_and_kept(store, server, caplog):
    caplog.set_level("DEBUG", "lcp")
    (server[0] / "tiny.csv").write_bytes(TEXT)
    (path,) = store.fetch("tiny")
    assert path.read_bytes() == TEXT
    assert f"Downloading {server[1]} to {path}." in caplog.messages
    (announced,) = (each.getMessage() for each in caplog.records if each.levelname == "INFO")
    assert announced.startswith("Fetching tiny: Tiny norms")
    (server[0] / "tiny.csv").unlink()
    assert store.fetch("tiny") == [path]


@pytest.mark.parametrize("served", [TEXT[:-4], TEXT + b"more", b""])
def test_a_truncated_or_altered_download_leaves_nothing_behind(store, server, served):
    (server[0] / "tiny.csv").write_bytes(served)
    with pytest.raises(ResourceError, match="truncated or altered") as error:
        store.fetch("tiny")
    assert server[1] == error.value.where
    assert [path for path in store.cache.rglob("*") if path.is_file()] == []


class _Endless(_Quiet):
    sent = 0

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        try:
            while _Endless.sent < 100_000_000:
                self.wfile.write(bytes(10_000))
                _Endless.sent += 10_000
        except OSError:
            self.close_connection = True


@pytest.mark.parametrize("kind", ["file", "package"])
def test_a_download_ends_when_it_is_larger_than_registered(kind, tmp_path, monkeypatch, no_data):
    with serving(_Endless) as url:
        resource = make_resource(url=url)
        if kind == "package":
            resource = replace(registry()["wordnet"], url=url, package_bytes=1_000)
        monkeypatch.setattr("lcp.resources.store.registry", lambda: {"tiny": resource})
        store = Store(cache=tmp_path / "cache")
        _Endless.sent = 0
        with pytest.raises(ResourceError, match="truncated or altered"):
            store.fetch("tiny")
    # What was sent is in buffers of the system.
    assert _Endless.sent < 50_000_000
    assert [path for path in store.cache.rglob("*") if path.is_file()] == []


# Nothing listens on port 9, so the connection is refused immediately.
@pytest.mark.parametrize("address", [None, "http://127.0.0.1:9/tiny.csv"])
def test_the_error_for_a_failed_download_names_two_ways(store, monkeypatch, address):
    if address:
        resource = make_resource(url=address)
        monkeypatch.setattr("lcp.resources.store.registry", lambda: {"tiny": resource})
    with refused("could not be downloaded", kind=ResourceError) as error:
        store.fetch("tiny")
    assert "lcp resources fetch tiny" in error.value.hint
    assert "LCP_DATA" in error.value.hint


def test_a_cache_that_cannot_be_written_raises_an_error(store, server, tmp_path):
    (server[0] / "tiny.csv").write_bytes(TEXT)
    (tmp_path / "file").write_text("in the way")
    with refused("cannot be written", hint="LCP_CACHE", kind=ResourceError):
        Store(cache=tmp_path / "file").fetch("tiny")
    assert (tmp_path / "file").read_text() == "in the way"


def test_the_error_for_a_resource_without_a_url_names_the_path_of_its_file(
    tmp_path, monkeypatch, no_data
):
    resource = make_resource(url="")
    monkeypatch.setattr("lcp.resources.store.registry", lambda: {"tiny": resource})
    with refused("no public URL", hint="norms/tiny.csv", kind=ResourceError):
        Store(cache=tmp_path / "cache").fetch("tiny")


@pytest.fixture
def package(server, tmp_path, monkeypatch, no_data):
    """Return a store, and a function that serves an NLTK package with a content."""
    content = b"03 noun\n" * 1_000
    small = replace(registry()["wordnet"], url=server[1], contents={"lexnames": len(content)})
    monkeypatch.setattr("lcp.resources.store.registry", lambda: {"wordnet": small})

    def serve(content=content):
        with ZipFile(server[0] / "tiny.csv", "w") as archive:
            archive.writestr("wordnet/lexnames", content)

    return Store(cache=tmp_path / "cache"), serve


def test_an_nltk_package_is_unpacked_and_moved_into_place_as_a_whole(package):
    store, serve = package
    serve()
    (path,) = store.fetch("wordnet")
    assert (path / "lexnames").stat().st_size == 8_000
    assert list((store.cache / "nltk_data").iterdir()) == [path.parent]
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("damage", ["short", "no archive", "missing", "long"])
def test_a_damaged_nltk_package_leaves_nothing_behind(package, server, damage):
    store, serve = package
    match damage:
        case "short":
            serve(b"03 noun\n")
        case "long":
            serve(b"03 noun\n" * 3_000)
        case "no archive":
            (server[0] / "tiny.csv").write_bytes(b"PK" + bytes(99))
    with refused(where=server[1], kind=ResourceError):
        store.fetch("wordnet")
    assert [path for path in store.cache.rglob("*") if path.is_file()] == []
    assert store.missing(["wordnet"]) == ["wordnet"]
