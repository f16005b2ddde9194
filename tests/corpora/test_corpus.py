"""Corpora are loaded by name and from files."""

from pathlib import Path

import pytest

from lcp.corpora.corpus import load_corpus
from lcp.errors import ResourceError
from lcp.resources import Store, registry
from lcp.targets.targets import is_expression
from tests.cases import cases
from tests.errors import refused

RATED, UNRATED = "id\tcorpus\tsentence\ttoken\tcomplexity\n", "id\tcorpus\tsentence\ttoken\n"


def write_part(folder, part):
    """Write one single word and one expression in CompLex's two files."""
    folder = folder / part
    folder.mkdir(parents=True)
    header, rating = (UNRATED, "") if part == "test" else (RATED, "\t0.5")
    for kind, token in (("single", "lamb"), ("multi", "white lamb")):
        path = folder / f"lcp_{kind}_{part}.tsv"
        path.write_text(f"{header}{part}-{kind}\tbible\tA white lamb.\t{token}{rating}\n")


@pytest.fixture
def folder(tmp_path):
    for part in ("train", "trial", "test"):
        write_part(tmp_path / "complex", part)
    return tmp_path / "complex"


class CountingStore(Store):
    """A store that has CompLex only after a download, and counts the downloads."""

    def __init__(self, folder):
        super().__init__(mirror=folder, cache=folder)
        self.fetched = 0

    def fetch(self, name):
        self.fetched += 1
        return [self.mirror.parent / file.path for file in registry()[name].files]


@pytest.fixture
def offline(tmp_path, no_data, monkeypatch):
    """A store without CompLex on a machine without a network."""

    def fail(resource, cache):
        raise ResourceError("The network is down.", hint="Set LCP_DATA.")

    monkeypatch.setattr("lcp.resources.download.download", fail)
    return Store(cache=tmp_path / "cache")


def test_complex_is_read_from_the_store_with_the_part_of_each_instance(folder):
    table = load_corpus("complex", store=CountingStore(folder))
    assert table["id"].tolist() == ["train-single", "train-multi", "trial-single", "trial-multi"]
    assert table["part"].tolist() == ["train", "train", "trial", "trial"]
    assert set(table["source"]) == {"complex"}
    assert set(table["readers"]) == {"general"}
    assert table.attrs == {}


def test_genres_are_named_beside_the_parts(folder):
    store, named = CountingStore(folder), ("bible+europarl", "trial+bible", "biomed")
    parts = [load_corpus(f"complex:{name}", store=store)["part"].tolist() for name in named]
    assert parts == [["train"] * 2 + ["trial"] * 2, ["trial"] * 2, []]


def test_the_test_part_is_unrated(folder):
    table = load_corpus("complex:test", store=CountingStore(folder))
    assert table["id"].tolist() == ["test-single", "test-multi"]
    assert "complexity" not in table.columns


@pytest.mark.parametrize(
    ("task", "tokens"), [(1, ["lamb"] * 2), (2, ["lamb", "white lamb", "lamb", "white lamb"])]
)
def test_task_1_is_single_words_and_task_2_includes_expressions(folder, task, tokens):
    table = load_corpus("complex", task=task, store=CountingStore(folder))
    assert table["token"].tolist() == tokens
    assert table.index.tolist() == list(range(len(tokens)))


def test_nothing_is_downloaded_if_downloads_are_off(offline, folder):
    store = CountingStore(folder)
    with pytest.raises(ResourceError):
        load_corpus("complex", store=store, download=False)
    assert store.fetched == 0


@pytest.mark.parametrize("corpus", ["complex", "complex:test"])
def test_a_failed_download_is_an_error(offline, corpus):
    with pytest.raises(ResourceError, match="network is down"):
        load_corpus(corpus, store=offline)


def test_the_default_is_complex_if_it_is_available(folder):
    assert set(load_corpus(store=CountingStore(folder))["source"]) == {"complex"}


def test_the_default_falls_back_on_the_sample_with_a_warning(offline):
    with pytest.warns(UserWarning, match="complex is not available.*The network is down"):
        table = load_corpus(store=offline)
    assert set(table["source"]) == {"sample"}


def test_one_file_is_not_complex(folder):
    store = Store(paths={"complex": folder / "train" / "lcp_single_train.tsv"})
    with pytest.raises(ResourceError, match="6 files"):
        load_corpus("complex", store=store)


def test_a_file_is_read_by_its_path(folder):
    table = load_corpus(str(folder / "train" / "lcp_multi_train.tsv"))
    assert table["id"].tolist() == ["train-multi"]
    assert set(table["source"]) == {"lcp_multi_train.tsv"}
    assert set(table["readers"]) == {"general"}


def test_several_corpora_are_one_table(folder):
    table = load_corpus([folder / "train" / "lcp_single_train.tsv", "sample"])
    assert table["source"].unique().tolist() == ["lcp_single_train.tsv", "sample"]
    assert table.index.is_unique


def test_a_path_is_never_the_name_of_a_corpus(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    with refused("a folder, not a file"):
        load_corpus(Path("complex"))


def test_an_unknown_name_lists_the_valid_ones_and_the_nearest():
    with refused() as caught:
        load_corpus("Complx")
    assert "'Complx'" in caught.value.what
    assert "Did you mean 'complex'?" in caught.value.hint
    assert "complex, word-complexity-lexicon" in caught.value.hint


def test_a_corpus_without_single_words_has_no_task_1(folder):
    with refused("none of task complexity:1, which is about single words"):
        load_corpus(folder / "train" / "lcp_multi_train.tsv", task=1)


@cases("corpora/cases/invalid_corpora", "corpus", "options", "message")
def test_invalid_corpora_and_tasks_raise_an_error(corpus, options, message):
    with refused(message):
        load_corpus(corpus, **options)


def test_the_sample_has_three_genres_of_single_words_and_expressions(no_data):
    table = load_corpus("sample")
    several = is_expression(table["token"])
    assert (~several).sum() >= 240
    assert several.sum() >= 90
    assert set(table["genre"]) == {"bible", "biomed", "europarl"}
    assert table["complexity"].between(0, 1).all()
    spans = zip(table["sentence"], table["start"], table["end"], strict=True)
    marked = [sentence[start:end].lower() for sentence, start, end in spans]
    assert marked == table["token"].str.lower().tolist()


@pytest.mark.parametrize(
    ("part", "words", "expressions"),
    [("train", 7662, 1517), ("trial", 421, 99), ("test", 917, 184)],
)
def test_complex_has_its_published_sizes(data, part, words, expressions):
    table = load_corpus(f"complex:{part}", download=False)
    several = is_expression(table["token"])
    assert ((~several).sum(), several.sum()) == (words, expressions)
    assert len(load_corpus(f"complex:{part}", task=1, download=False)) == words
