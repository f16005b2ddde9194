"""Downloads from a local server are verified, and incomplete ones are not kept."""

from __future__ import annotations

import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from lcp.errors import ResourceError
from lcp.resources import Store
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
    with pytest.raises(ResourceError, match="truncated or altered") as error:
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
    from zipfile import ZipFile

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
