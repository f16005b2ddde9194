"""datatrove: a step of a pipeline, run by its local executor."""

from __future__ import annotations

import importlib
import json
import pickle
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lcp.batch import BatchAnnotator

pytest.importorskip("datatrove", reason="datatrove is not installed")

TEXTS = [f"The deep river rose {number} times." for number in range(5)]
pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")


def test_two_tasks_of_the_local_executor_rate_all_documents(tmp_path, small_model):
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.readers import ParquetReader
    from datatrove.pipeline.writers import ParquetWriter

    from lcp.datatrove import ComplexityStep

    (tmp_path / "in").mkdir()
    for name, texts in (("a", TEXTS[:3]), ("b", TEXTS[3:])):
        table = pa.table({"id": texts, "text": texts})
        pq.write_table(table, tmp_path / f"in/{name}.parquet")
    pipeline = [
        ParquetReader(str(tmp_path / "in")),
        ComplexityStep(str(small_model), words=True, batch_size=2),
        ParquetWriter(str(tmp_path / "out")),
    ]
    executor = LocalPipelineExecutor(
        pipeline, tasks=2, workers=2, logging_dir=str(tmp_path / "logs")
    )
    stats = executor.run()
    rows = pq.read_table(tmp_path / "out").to_pylist()
    assert sorted(row["id"] for row in rows) == TEXTS
    written = {row["id"]: row["metadata"] for row in rows}
    expected = BatchAnnotator(small_model)({"text": TEXTS})
    assert [written[text]["words"] for text in TEXTS] == expected["words"]
    assert [written[text]["complexity"] for text in TEXTS] == expected["complexity"]
    assert "rated_words" in json.dumps(json.loads(stats.to_json()))


def test_a_step_can_be_pickled_for_slurm(small_model):
    from datatrove.data import Document

    from lcp.datatrove import ComplexityStep

    step = pickle.loads(pickle.dumps(ComplexityStep(str(small_model))))  # noqa: S301
    [document] = step([Document(TEXTS[0], "0")])
    assert set(document.metadata) == {"complexity"}
    assert document.metadata["complexity"]["content_words"] == 4


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "datatrove.pipeline.base", None)
    monkeypatch.delitem(sys.modules, "lcp.datatrove", raising=False)
    with pytest.raises(ImportError, match=r"lcp\[datatrove\]"):
        importlib.import_module("lcp.datatrove")
