"""Arrow batches: schema, the same numbers for any division into batches, and pickling."""

import pickle
import shutil

import pyarrow as pa
import pytest

import lcp
from lcp.reader.engines import arrow
from lcp.reader.engines.arrow import BatchAnnotator
from tests.errors import refused
from tests.processes import python

TEXTS = [
    "The acquiescence surprised me. Deep rivers rose, didn't they?",
    "",
    None,
    "Of the.",
    "Deep rivers rose.\n\nThe haploinsufficiency was mild in Paris.",
    "The\0river\0rose.",
] * 3


@pytest.fixture(scope="module")
def batch():
    columns = {"id": list(range(len(TEXTS))), "text": TEXTS}
    schema = pa.schema([("id", pa.int64()), ("text", pa.string())], {"pandas": "{}"})
    return pa.RecordBatch.from_pydict(columns, schema)


@pytest.mark.filterwarnings("ignore:Predictions may differ")
@pytest.mark.parametrize("bundled", [True, False])
def test_numbers_equal_those_of_single_texts_for_any_batches(
    no_data, batch, small_model, bundled, monkeypatch
):
    annotator = BatchAnnotator(None if bundled else small_model, names=True)
    whole = annotator(batch)
    for text, words in zip(TEXTS, whole.column("words").to_pylist(), strict=True):
        if text is not None:
            options = {"model": annotator.model, "names": True}
            alone = lcp.annotate(text.replace("\0", " "), **options).to_frame()
            expected = alone.astype(object).where(alone.notna(), None).to_dict("records")
            assert words == expected
    monkeypatch.setattr(arrow, "SLICE_CHARACTERS", 40)
    sliced = list(annotator.stream([batch.slice(0, 7), batch.slice(7)]))
    assert len(sliced) > 4
    assert pa.Table.from_batches(sliced) == pa.Table.from_batches([whole])
    arrow._annotator.cache_clear()
    single = [annotator(batch.slice(row, 1)) for row in reversed(range(len(batch)))]
    assert pa.Table.from_batches(single[::-1]) == pa.Table.from_batches([whole])


def test_a_null_text_gives_nulls_and_an_empty_one_no_words(batch, small_model):
    annotated = BatchAnnotator(small_model)(batch)
    words, summary = annotated.column("words"), annotated.column("summary")
    assert (words[2].as_py(), summary[2].as_py()) == (None, None)
    for row in (1, 3):
        assert words[row].as_py() == []
        about = summary[row].as_py()
        assert (about["mean_complexity"], about["n_content_words"]) == (None, 0)
        assert about["share_hard"] == (0 if about["n_running_words"] else None)
    assert [word["start"] for word in words[5].as_py()] == [4, 10]


def test_an_empty_batch_has_the_output_schema(batch, small_model):
    annotator = BatchAnnotator(small_model)
    assert annotator(batch.slice(0, 0)).schema == annotator.schema(batch.schema)
    assert annotator(batch.slice(0, 0)).num_rows == 0


def test_tables_and_mappings_are_annotated_too(batch, small_model):
    annotator = BatchAnnotator(small_model)
    whole = annotator(batch)
    assert annotator(pa.Table.from_batches([batch] * 2)).num_rows == 2 * len(batch)
    assert annotator({"text": TEXTS}) == {
        name: whole.column(name).to_pylist() for name in ("words", "summary")
    }
    assert set(BatchAnnotator(small_model, words=False)({"text": TEXTS})) == {"summary"}
    large = pa.RecordBatch.from_pydict({"t": pa.array(TEXTS, pa.large_string())})
    annotated = BatchAnnotator(small_model, column="t")(large)
    assert annotated.column("words") == whole.column("words")


@pytest.mark.parametrize(
    ("columns", "where"),
    [({"body": ["a"]}, "text"), ({"text": [1]}, "text"), ({"text": ["a"], "words": [1]}, "words")],
)
def test_invalid_columns_raise_an_error(small_model, columns, where):
    with refused(where=where):
        BatchAnnotator(small_model)(pa.table(columns))


def test_two_columns_of_texts_raise_an_error(small_model):
    table = pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], ["text", "text"])
    with refused() as error:
        BatchAnnotator(small_model)(table)
    assert "2 columns" in error.value.what


def test_bytes_that_are_not_utf8_are_replaced(small_model):
    texts = pa.array([b"A deep \xff river.", b"\xf0\x9f", None]).cast(pa.binary())
    batch = pa.RecordBatch.from_arrays(
        [pa.Array.from_buffers(pa.string(), 3, texts.buffers())], ["text"]
    )
    expected = BatchAnnotator(small_model)({"text": ["A deep \ufffd river.", "\ufffd", None]})
    assert BatchAnnotator(small_model)(batch)["words"].to_pylist() == expected["words"]


def test_a_pickled_annotator_contains_no_model(batch, small_model):
    annotator = BatchAnnotator(small_model)
    annotated = annotator(batch)
    stored = pickle.dumps(annotator)
    assert len(stored) < 1_000
    assert pickle.loads(stored)(batch) == annotated  # noqa: S301
    assert pickle.dumps(BatchAnnotator(small_model)) == stored


def test_a_process_loads_a_model_once_per_options(batch, small_model, monkeypatch):
    loaded = []
    load = lcp.load_model
    monkeypatch.setattr(
        "lcp.reader.engines.arrow.load_model", lambda at: loaded.append(at) or load(at)
    )
    arrow._annotator.cache_clear()
    for _ in range(2):
        BatchAnnotator(small_model)(batch)
        BatchAnnotator(small_model, threshold=0.5)(batch)
    assert len(loaded) == 2


def test_another_model_at_the_same_path_raises_an_error(batch, small_model, tmp_path):
    moved = shutil.copytree(small_model, tmp_path / "model")
    annotator = BatchAnnotator(moved)
    shutil.rmtree(moved)
    lcp.ComplexityModel("frequency-baseline", "ridge").fit(lcp.load_corpus("sample")).save(moved)
    arrow._annotator.cache_clear()
    with refused():
        annotator(batch)


def test_importing_the_module_imports_no_engine():
    code = (
        "import sys, lcp.reader.engines.arrow, lcp.reader.engines.parquet; "
        "print({'spacy', 'datasets', 'pandas', 'sklearn'} & set(sys.modules))"
    )
    done = python("-c", code)
    assert done.stdout.strip() == "set()"


def test_a_model_is_named_by_its_folder(learners):
    batch = pa.RecordBatch.from_pydict({"text": ["Several children were reluctant."]})
    annotator = BatchAnnotator(learners, readers="learner:es")
    (words,) = annotator(batch).column("words").to_pylist()
    annotated = list(lcp.annotate(batch["text"][0].as_py(), model=learners, readers="learner:es"))
    expected = [word.prediction.complexity for word in annotated]
    assert [word["complexity"] for word in words] == expected
    assert pickle.loads(pickle.dumps(annotator))(batch).num_rows == 1  # noqa: S301


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_data_frame_gives_the_same_as_its_arrow_table(library, small_model):
    frames = pytest.importorskip(library)
    annotator = BatchAnnotator(small_model)
    expected = annotator(pa.table({"text": ["The river rose.", None]}))
    result = annotator(frames.DataFrame({"text": ["The river rose.", None]}))
    assert isinstance(result, pa.Table)
    assert result.column("words").to_pylist() == expected.column("words").to_pylist()


@pytest.mark.parametrize("batch", ["The river rose.", ["The river rose."], 1, None])
def test_another_batch_is_refused_by_its_type(batch, small_model):
    with refused(f"type {type(batch).__name__}"):
        BatchAnnotator(small_model)(batch)


def test_a_dict_without_the_column_is_refused(small_model):
    with refused("no columns 'text'", hint="body"):
        BatchAnnotator(small_model)({"body": ["The river rose."]})
