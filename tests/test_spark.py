"""Spark: the numbers of one process, resumption, and killed workers."""

from __future__ import annotations

import logging
import os
import shutil
from importlib.util import find_spec

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lcp import spark as lcp_spark
from lcp.batch import BatchAnnotator
from lcp.errors import InputError, LCPError, ResourceError
from lcp.parquet import annotate_part, finish, parts_of
from lcp.parquet import run as run_local

TEXTS = [f"The deep river rose {number} times.\n\nA naïve ewe slept." for number in range(12)]
KILLER = "Kill this worker."

needs_spark = pytest.mark.skipif(
    find_spec("pyspark") is None or shutil.which("java") is None,
    reason='Java or pyspark is not installed: apt-get install default-jre-headless, ".[spark]"',
)
pytestmark = [
    # Sockets between Spark and Python are closed by the garbage collector.
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def annotator(small_model):
    return BatchAnnotator(small_model)


@pytest.fixture
def parts(tmp_path, annotator):
    texts = [*TEXTS[:6], KILLER, *TEXTS[6:]]
    pq.write_table(pa.table({"text": texts}), tmp_path / "in.parquet")
    return parts_of(f"{tmp_path}/*.parquet", tmp_path / "out", annotator, rows=4)


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    logging.getLogger("py4j").setLevel(logging.ERROR)


@pytest.fixture
def spark():
    session = lcp_spark.session("local[2]")
    yield session
    session.stop()


@needs_spark
def test_a_data_frame_gets_the_numbers_of_one_process(annotator, spark):
    rows = list(enumerate([*TEXTS, None, ""]))
    df = spark.createDataFrame(rows, "id long, text string").repartition(2)
    rated = lcp_spark.annotate(df, model=annotator.model)
    assert rated.columns == ["id", "text", "words", "complexity"]
    table = pa.Table.from_batches(rated._collect_as_arrow()).sort_by("id")
    columns = dict(zip(("id", "text"), map(list, zip(*rows, strict=True)), strict=True))
    expected = annotator(pa.table(columns))
    assert table.to_pylist() == expected.to_pylist()
    with pytest.raises(InputError, match="no column 'body'"):
        lcp_spark.annotate(df, "body", model=annotator.model)


@needs_spark
def test_a_killed_worker_loses_and_doubles_no_rows(parts, annotator, tmp_path):
    marker = str(tmp_path / "killed")

    # Defined here, so that it is pickled by value: workers cannot import the tests.
    class Fragile(BatchAnnotator):
        def stream(self, batches):
            for batch in super().stream(row for b in batches for row in _single(b)):
                yield batch
                if batch.column("text")[0].as_py() == KILLER and not os.path.exists(marker):  # noqa: PTH110
                    open(marker, "w").close()  # noqa: PTH123
                    os.kill(os.getpid(), 9)

    def _single(batch):
        return [batch.slice(row, 1) for row in range(len(batch))]

    fragile = Fragile(annotator.model)
    *_, done = lcp_spark.run(parts, fragile, "local[2,4]")
    assert os.path.exists(marker)  # noqa: PTH110
    assert done == len(parts) == 4
    assert finish(parts).texts == 13
    assert len(list((tmp_path / "out").iterdir())) == 4
    written = pa.concat_tables(pq.read_table(part.target) for part in parts)
    assert written == annotator(pq.read_table(tmp_path / "in.parquet"))


@needs_spark
def test_a_failed_job_keeps_its_parts_and_another_engine_continues(parts, annotator, tmp_path):
    annotate_part(parts[0], annotator)
    before = os.stat(parts[0].target).st_mtime_ns  # noqa: PTH116
    source = tmp_path / "in.parquet"
    source.rename(tmp_path / "moved")
    with pytest.raises(LCPError, match="FileNotFoundError"):
        list(lcp_spark.run(parts, annotator, "local[2]"))
    (tmp_path / "moved").rename(source)
    assert list(run_local(parts, annotator)) == [1, 2, 3]
    assert os.stat(parts[0].target).st_mtime_ns == before  # noqa: PTH116
    assert finish(parts).texts == 13
    assert list(lcp_spark.run(parts, annotator)) == []


def test_missing_software_raises_an_error(parts, annotator, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ResourceError, match=r"lcp\[spark\]"):
        list(lcp_spark.run(parts, annotator))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(ResourceError, match="Java"):
        list(lcp_spark.run(parts, annotator))
