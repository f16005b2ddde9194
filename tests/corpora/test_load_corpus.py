"""Corpora by name and by path."""

from pathlib import Path

import pytest

from lcp.corpora import load_corpus
from lcp.errors import InputError, ResourceError
from lcp.resources import Store, registry
from lcp.text import expression_words

RATED, UNRATED = "id\tcorpus\tsentence\ttoken\tcomplexity\n", "id\tcorpus\tsentence\ttoken\n"


def write_part(folder, part):
    """One single word and one expression, in CompLex's two files."""
    folder = folder / part
    folder.mkdir(parents=True)
    header, rating = (UNRATED, "") if part == "test" else (RATED, "\t0.5")
    for kind, token in (("single", "lamb"), ("multi", "white lamb")):
        path = folder / f"lcp_{kind}_{part}.tsv"
        path.write_text(f"{header}{part}-{kind}\tnews\tA white lamb.\t{token}{rating}\n")


@pytest.fixture
def folder(tmp_path):
    for part in ("train", "trial", "test"):
        write_part(tmp_path / "complex", part)
    return tmp_path / "complex"


class StoreOf(Store):
    """Has CompLex, but its download has to be asked for."""

    def __init__(self, folder):
        super().__init__(mirror=folder, cache=folder)
        self.fetched = 0

    def fetch(self, name):
        self.fetched += 1
        return [self.mirror.parent / file.path for file in registry()[name].files]


@pytest.fixture
def nowhere(tmp_path, no_data, monkeypatch):
    """A store without CompLex on a machine without network."""

    def fail(resource, cache):
        raise ResourceError("The network is down.", hint="Set LCP_DATA.")

    monkeypatch.setattr("lcp.resources.download.download", fail)
    return Store(cache=tmp_path / "cache")


def test_complex_is_read_from_the_store_with_the_part_of_each_instance(folder):
    table = load_corpus("complex", store=StoreOf(folder))
    assert table["id"].tolist() == ["train-single", "train-multi", "trial-single", "trial-multi"]
    assert table["part"].tolist() == ["train", "train", "trial", "trial"]
    assert table.attrs == {"corpus": "complex"}


def test_the_test_part_is_unrated(folder):
    table = load_corpus("complex", parts=("test",), store=StoreOf(folder))
    assert table["id"].tolist() == ["test-single", "test-multi"]
    assert "complexity" not in table.columns


def test_unrated_instances_among_rated_ones_have_no_number(folder):
    table = load_corpus(folder, parts=("train", "test"))
    assert table["complexity"].isna().tolist() == [False, False, True, True]


@pytest.mark.parametrize(("task", "token"), [(1, "lamb"), (2, "white lamb")])
def test_a_task_keeps_its_targets_under_fresh_row_numbers(folder, task, token):
    table = load_corpus("complex", task=task, store=StoreOf(folder))
    assert table["token"].tolist() == [token, token]
    assert table.index.tolist() == [0, 1]
    assert table.attrs == {"corpus": "complex"}


def test_nothing_is_downloaded_unasked(nowhere, folder):
    store = StoreOf(folder)
    with pytest.raises(ResourceError):
        load_corpus("complex", store=store, download=False)
    assert store.fetched == 0


def test_missing_complex_is_an_error_that_names_both_ways_to_provide_it(nowhere):
    with pytest.raises(ResourceError) as caught:
        load_corpus("complex", store=nowhere, download=False)
    assert caught.value.exit_code == 3
    assert "lcp fetch complex" in str(caught.value)
    assert "LCP_DATA" in str(caught.value)


def test_a_failed_download_is_an_error(nowhere):
    with pytest.raises(ResourceError, match="network is down"):
        load_corpus("complex", store=nowhere)


def test_auto_is_complex_where_it_can_be_had(folder):
    assert load_corpus(store=StoreOf(folder)).attrs == {"corpus": "complex"}


def test_auto_is_else_the_sample_and_says_why(nowhere):
    table = load_corpus("auto", task=2, store=nowhere)
    assert table.attrs["corpus"] == "sample"
    assert table.attrs["why"] == "The network is down.\nSet LCP_DATA."


def test_the_sample_never_stands_in_for_the_test_part(nowhere):
    with pytest.raises(ResourceError):
        load_corpus("auto", parts=("test",), store=nowhere)
    with pytest.raises(InputError, match="no test part"):
        load_corpus("sample", parts=("test",))


def test_one_file_is_not_complex(folder):
    store = Store(paths={"complex": folder / "train" / "lcp_single_train.tsv"})
    with pytest.raises(ResourceError, match="6 files"):
        load_corpus("complex", store=store)


def test_a_file_is_read_by_its_path(folder):
    path = folder / "train" / "lcp_multi_train.tsv"
    table = load_corpus(str(path))
    assert table["id"].tolist() == ["train-multi"]
    assert table.attrs == {"corpus": "lcp_multi_train.tsv"}


def test_a_folder_laid_out_like_complex_is_read_by_its_path(folder):
    table = load_corpus(folder, parts=("trial", "train"))
    assert table["part"].tolist() == ["trial", "trial", "train", "train"]
    assert table.attrs == {"corpus": "complex"}


def test_a_folder_may_hold_single_words_only(folder):
    (folder / "train" / "lcp_multi_train.tsv").unlink()
    assert load_corpus(folder, parts="train")["token"].tolist() == ["lamb"]


def test_a_folder_may_hold_one_file_per_part(tmp_path):
    (tmp_path / "test.tsv").write_text(f"{UNRATED}1\tnews\tA lamb.\tlamb\n")
    assert load_corpus(tmp_path, parts=("test",))["part"].tolist() == ["test"]


def test_a_folder_without_a_part_is_refused(folder):
    for path in (folder / "trial").iterdir():
        path.unlink()
    with pytest.raises(InputError, match="no trial part") as caught:
        load_corpus(folder)
    assert caught.value.where == str(folder)


def test_two_files_of_a_folder_do_not_share_an_id(folder):
    for part in ("train", "trial"):
        (folder / part / f"lcp_single_{part}.tsv").write_text(f"{RATED}x\tn\tA ewe.\tewe\t0\n")
    with pytest.raises(InputError, match=r"'x' stands in two files \(train and trial\)"):
        load_corpus(folder)


def test_a_folder_called_like_a_corpus_is_read_when_given_as_a_path(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    assert load_corpus(Path("complex"), parts="trial")["id"].tolist() == [
        "trial-single",
        "trial-multi",
    ]


def test_an_unknown_name_gets_the_valid_ones_and_the_nearest():
    with pytest.raises(InputError) as caught:
        load_corpus("Complx")
    assert "'Complx'" in caught.value.what
    assert "Did you mean 'complex'?" in caught.value.hint
    assert "auto, complex, sample" in caught.value.hint


def test_a_path_that_does_not_exist_is_a_missing_file():
    with pytest.raises(InputError, match=r"mine\.tsv: There is no such file"):
        load_corpus("mine.tsv")


def test_a_task_without_targets_is_refused(folder):
    path = folder / "train" / "lcp_single_train.tsv"
    with pytest.raises(InputError, match="no multi-word expression"):
        load_corpus(path, task=2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"task": 3}, "no task 3"),
        ({"parts": ("train", "dev")}, "no part called 'dev'"),
        ({"parts": ()}, "No part"),
    ],
)
def test_unknown_tasks_and_parts_are_refused(options, words):
    with pytest.raises(InputError, match=words):
        load_corpus("sample", **options)


def test_the_sample_has_three_genres_of_single_words_and_expressions(no_data):
    table = load_corpus("sample")
    multi = table["token"].map(lambda token: len(expression_words(token)) > 1)
    assert (~multi).sum() >= 240
    assert multi.sum() >= 90
    assert set(table["corpus"]) == {"bible", "biomed", "europarl"}
    assert table["complexity"].between(0, 1).all()
    assert table.attrs == {"corpus": "sample"}
    assert [
        sentence[start:end].lower()
        for sentence, start, end in zip(
            table["sentence"], table["start"], table["end"], strict=True
        )
    ] == table["token"].str.lower().tolist()


@pytest.mark.parametrize(
    ("task", "part", "rows"),
    [
        (1, "train", 7662),
        (2, "train", 1517),
        (1, "trial", 421),
        (2, "trial", 99),
        (1, "test", 917),
        (2, "test", 184),
        (None, "train", 9179),
    ],
)
def test_complex_has_its_published_sizes(data, task, part, rows):
    assert len(load_corpus("complex", task=task, parts=(part,), download=False)) == rows
