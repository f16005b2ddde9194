"""Lookup order, verification, tables and errors of the store."""

import hashlib
import sys

import pandas as pd
import pytest

from lcp.errors import ResourceError
from lcp.resources import Resource, ResourceFile, Store, registry
from lcp.resources.parsing import PARSERS, read_resource_table, read_table_once
from lcp.resources.resource import Column
from tests.errors import refused

TEXT = b"WORD,FAM\nriver,5.5\nnull,3\n"


def make_resource(content: bytes = TEXT, url: str = "") -> Resource:
    file = ResourceFile("norms/tiny.csv", url, hashlib.sha256(content).hexdigest(), len(content))
    return Resource(
        name="tiny",
        title="Tiny norms",
        format="table",
        licence="CC0",
        citation="Nobody (2000)",
        files=(file,),
        read={"word": "WORD"},
        columns={"familiarity": Column("FAM", "familiarity", "1-7")},
    )


@pytest.fixture
def tiny(monkeypatch):
    resource = make_resource()
    monkeypatch.setattr("lcp.resources.store.registry", lambda: {"tiny": resource})
    return resource


def put(root, content: bytes = TEXT):
    path = root / "norms" / "tiny.csv"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    return path


def test_an_explicit_path_comes_before_the_mirror_and_the_mirror_before_the_cache(tiny, tmp_path):
    cache = put(tmp_path / "cache")
    assert Store(mirror=tmp_path / "mirror", cache=tmp_path / "cache").find("tiny") == [cache]
    mirror = put(tmp_path / "mirror")
    assert Store(mirror=tmp_path / "mirror", cache=tmp_path / "cache").find("tiny") == [mirror]
    own = put(tmp_path / "own", b"WORD,FAM\nsea,1\n")
    assert Store({"tiny": own}, mirror=tmp_path / "mirror").find("tiny") == [own]


def test_the_environment_variable_names_the_mirror(tiny, tmp_path, monkeypatch):
    path = put(tmp_path)
    monkeypatch.setenv("LCP_DATA", str(tmp_path))
    assert Store().find("tiny") == [path]


@pytest.mark.parametrize(
    ("content", "word"), [(TEXT[:-3], "truncated"), (TEXT.replace(b"5.5", b"1.1"), "altered")]
)
def test_a_truncated_or_altered_file_raises_an_error(tiny, tmp_path, content, word):
    path = put(tmp_path, content)
    with pytest.raises(ResourceError, match=word) as error:
        Store(mirror=tmp_path).find("tiny")
    assert error.value.where == str(path)
    assert error.value.exit_code == 3
    assert path.read_bytes() == content


def test_the_error_for_a_missing_resource_names_two_ways_to_provide_it(tiny, tmp_path):
    with pytest.raises(ResourceError) as error:
        Store(mirror=tmp_path, cache=tmp_path).require("tiny")
    assert "lcp resources fetch tiny" in str(error.value)
    assert "LCP_DATA" in str(error.value)


def test_an_explicit_path_without_a_file_is_an_error(tiny, tmp_path):
    with pytest.raises(ResourceError, match="not a file"):
        Store({"tiny": tmp_path / "nothing.csv"}).find("tiny")


def test_the_error_for_an_unknown_resource_names_the_nearest_one():
    with refused("Did you mean 'wordnet'"):
        Store().find("wordnett")


def test_null_is_a_word_in_a_table(tiny, tmp_path):
    put(tmp_path)
    table = Store(mirror=tmp_path, cache=tmp_path / "cache").table("tiny")
    assert table.loc["river", "familiarity"] == 5.5
    assert table.loc["null", "familiarity"] == 3


@pytest.fixture
def parsed(tiny, tmp_path):
    """Return a function that reads a table through a parsed copy, and the path of the copy."""
    path = put(tmp_path)

    def read():
        return read_table_once(tiny, [path], tmp_path / "parsed")

    read()
    (copy,) = (tmp_path / "parsed").iterdir()
    return read, copy


def test_a_parsed_copy_contains_the_same_table(parsed, tiny, tmp_path):
    read, _ = parsed
    expected = read_resource_table(tiny, [tmp_path / "norms/tiny.csv"])
    (tmp_path / "norms/tiny.csv").unlink()
    pd.testing.assert_frame_equal(read(), expected)


def test_a_copy_with_any_changed_bit_gives_the_same_table(parsed):
    read, copy = parsed
    expected = read()
    for name in [file.name for file in copy.iterdir()]:
        content = (copy / name).read_bytes()
        for place in range(len(content)):
            changed = bytearray(content)
            changed[place] ^= 1 << place % 8
            (copy / name).write_bytes(changed)
            pd.testing.assert_frame_equal(read(), expected)


def test_a_table_is_read_if_no_copy_can_be_kept(tiny, tmp_path, caplog):
    caplog.set_level("DEBUG", "lcp")
    path = put(tmp_path)
    (tmp_path / "file").write_text("in the way")
    table = Store(mirror=tmp_path, cache=tmp_path / "file").table("tiny")
    assert list(table.index) == ["null", "river"]
    verifying, parsing, no_copy = caplog.messages
    assert verifying == f"Verifying {path}."
    assert parsing.startswith("Parsing a file, because ")
    assert no_copy.startswith(f"No copy can be written to {tmp_path / 'file'}")


def test_the_error_for_an_unexpected_layout_names_the_file(tiny, tmp_path):
    own = put(tmp_path, b"Wort;FAM\nFluss;5\n")
    with refused("not laid out as expected", where=own, kind=ResourceError):
        Store({"tiny": own}).table("tiny")


def test_every_entry_states_its_licence_and_citation_and_pins_its_files():
    for name, resource in registry().items():
        assert resource.licence, name
        assert resource.citation, name
        assert resource.bytes > 0, name
        assert resource.files or resource.package, name
        for file in resource.files:
            assert file.url == "" or file.url.startswith("https://"), name
            # GloVe's publisher states no checksum.
            assert len(file.sha256) == 64 or name == "glove", name


def test_every_real_file_matches_the_registry(data):
    store = Store(mirror=data)
    assert store.missing(name for name in registry() if name != "glove") == []


def test_nltk_packages_are_registered_at_the_end_of_the_search_path(data, monkeypatch):
    nltk = pytest.importorskip("nltk")
    before = [path for path in nltk.data.path if path != str(data / "nltk_data")]
    monkeypatch.setattr(nltk.data, "path", list(before))
    pointer = Store(mirror=data).nltk("wordnet")
    assert str(pointer) == str(data / "nltk_data" / "corpora" / "wordnet")
    assert nltk.data.path == [*before, str(data / "nltk_data")]


def test_every_real_table_has_the_columns_of_the_registry(data):
    store = Store(mirror=data)
    for name, resource in registry().items():
        if resource.format in PARSERS:
            table = store.table(name)
            assert table.index.is_unique, name
            assert len(table) > 1_000, name
            assert (table.index == table.index.str.lower()).all(), name
            if not resource.read.get("aggregate") and resource.columns:
                assert list(table.columns) == list(resource.columns), name
                numbers = {column: fact.n for column, fact in resource.columns.items()}
                assert table.notna().sum().to_dict() == numbers, name


def test_real_norms_have_their_published_values(data):
    store = Store(mirror=data)
    assert store.table("mrc").loc["abandon", "familiarity"] == 5.10
    assert store.table("aoa_kuperman").loc["aardvark", "aoa_rated"] == 9.89
    assert store.table("maddela_xu").loc["wet", "maddela_xu"] == 1.5714
    assert store.table("cefrj").loc["a.m.", "level"] == 1.0
    assert store.table("ngsl").loc["been", "rank"] == 2.0
    assert "the" in store.table("tubelex").index


def test_an_r_data_file_without_the_package_that_reads_it_is_an_error(data, monkeypatch):
    monkeypatch.setitem(sys.modules, "rdata", None)
    resource = registry()["conversationalign"]
    with refused(hint="[rdata]", kind=ResourceError):
        read_resource_table(resource, [data / resource.files[0].path])
