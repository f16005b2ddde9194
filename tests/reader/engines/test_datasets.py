"""Hugging Face datasets: ``map`` with several processes, and its cache."""

import pytest

from lcp.reader.engines.arrow import BatchAnnotator
from tests.processes import python

datasets = pytest.importorskip("datasets", reason="datasets is not installed")

TEXTS = [f"The deep river rose {number} times." for number in range(6)] + [None, ""]
pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")


@pytest.fixture
def dataset(tmp_path):
    datasets.disable_progress_bars()
    datasets.Dataset.from_dict({"text": TEXTS}).save_to_disk(tmp_path / "data")
    return datasets.load_from_disk(tmp_path / "data")


def test_two_processes_give_the_numbers_of_one(dataset, small_model):
    annotator = BatchAnnotator(small_model)
    expected = annotator({"text": TEXTS})
    annotated = dataset.map(annotator, batched=True, batch_size=3, num_proc=2)
    assert annotated.column_names == ["text", "words", "summary"]
    assert annotated["words"][:] == expected["words"]
    assert annotated["summary"][:] == expected["summary"]


def test_arrow_tables_are_mapped_too(dataset, small_model):
    annotator = BatchAnnotator(small_model)
    annotated = dataset.with_format("arrow").map(annotator, batched=True, batch_size=3)
    assert annotated.with_format(None)["words"][:] == annotator({"text": TEXTS})["words"]


def test_the_cache_is_used(dataset, small_model, monkeypatch):
    first = dataset.map(BatchAnnotator(small_model), batched=True)

    def fail(*_):
        raise AssertionError

    monkeypatch.setattr(BatchAnnotator, "_columns", fail)
    again = dataset.map(BatchAnnotator(small_model), batched=True)
    assert again.cache_files == first.cache_files
    with pytest.raises(AssertionError):
        dataset.map(BatchAnnotator(small_model, threshold=0.5), batched=True)


def test_the_fingerprint_is_the_same_in_another_process(small_model):
    from datasets.fingerprint import Hasher

    code = (
        "import sys; from lcp.reader.engines.arrow import BatchAnnotator;"
        "from datasets.fingerprint import Hasher;"
        "annotator = BatchAnnotator(sys.argv[1]); annotator({'text': ['A deep river.']});"
        "print(Hasher.hash(annotator))"
    )
    done = python("-c", code, small_model, PYTHONHASHSEED="7")
    assert done.stdout.strip() == Hasher.hash(BatchAnnotator(small_model))
    assert Hasher.hash(BatchAnnotator(small_model, genre="bible")) != done.stdout.strip()
