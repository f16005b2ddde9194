"""The examples of docs/scale.md run, and their rows are the results of direct calls."""

import gzip
import re
import shutil
import sys
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow.dataset import dataset

import lcp
from lcp.reader.engines.arrow import BatchAnnotator
from tests.processes import python

PAGE = Path(__file__).parents[3] / "docs" / "scale.md"
TEXTS = {
    "a": "The acquiescence surprised me. Deep rivers rose, didn't they?",
    "b": "Deep rivers rose.\n\nThe haploinsufficiency was mild in Paris.",
    "c": "",
    "d": "Of the.",
    "e": None,
    "f": "The river rose.",
}
#: Package of each engine.
ENGINES = {
    "Hugging Face datasets": "datasets",
    "Spark": "pyspark",
    "DuckDB": "duckdb",
    "polars": "polars",
    "Dask": "dask",
    "Ray": "ray",
    "datatrove": "datatrove",
}
#: Engines that start a server.
SLOW = {"Spark", "Ray"}


def examples():
    """Yield each engine that the page names in a heading, and each example below it."""
    page = PAGE.read_text("utf-8") if PAGE.is_file() else ""
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        engine = section.partition("\n")[0]
        for code in re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL):
            yield pytest.param(engine, code, marks=[pytest.mark.slow] * (engine in SLOW), id=engine)


def annotated_by(engine, code, texts, folder):
    """Run an example on two files of texts; returns the rows that it writes, by id."""
    if find_spec(ENGINES[engine]) is None:
        pytest.skip(f"{ENGINES[engine]} is not installed")
    if engine == "Spark" and shutil.which("java") is None:
        pytest.skip("Java is not installed: Debian's default-jre-headless")
    (folder / "in").mkdir()
    table = pa.table({"id": [*texts], "text": [*texts.values()]})
    half = len(table) // 2
    pq.write_table(table.slice(0, half), folder / "in" / "0.parquet")
    pq.write_table(table.slice(half), folder / "in" / "1.parquet")
    script = folder / "example.py"
    script.write_text(code, encoding="utf-8")
    settings = {"HF_HOME": str(folder / "home"), "PYSPARK_PYTHON": sys.executable}
    done = python(script, cwd=folder, SPARK_LOCAL_IP="127.0.0.1", **settings)
    assert done.returncode == 0, done.stderr
    (written,) = folder.glob("out*")
    rows = dataset(written, format="parquet").to_table().to_pylist()
    by_id = {row["id"]: row for row in rows}
    assert len(by_id) == len(rows)
    return by_id


def direct(text):
    """Return the words and the summary of a text."""
    if text is None:
        return {"words": None, "summary": None}
    words = lcp.annotate(text).to_frame().astype(object)
    (summary,) = BatchAnnotator(words=False)({"text": [text]})["summary"]
    return {"words": words.where(words.notna(), None).to_dict("records"), "summary": summary}


def test_each_engine_of_the_page_has_an_example():
    if not PAGE.is_file():
        pytest.skip("no documentation beside the tests")
    assert {example.values[0] for example in examples()} == ENGINES.keys()


@pytest.mark.parametrize(("engine", "code"), [*examples()])
def test_rows_of_an_engine_equal_direct_calls(engine, code, tmp_path, no_data):
    expected = {name: {"id": name, "text": text, **direct(text)} for name, text in TEXTS.items()}
    if engine == "datatrove":  # its readers leave out documents without text
        expected = {name: row for name, row in expected.items() if row["text"]}
        for row in expected.values():
            del row["words"]
    assert annotated_by(engine, code, TEXTS, tmp_path) == expected


@pytest.mark.slow
def test_spark_annotates_many_sentences_as_direct_calls_do(data, tmp_path):
    path = data / "text" / "wikipedia_6889_articles.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        parts = (part for line in lines for part in re.split(r"(?<=[.!?]) (?=[A-Z])", line.strip()))
        sentences = islice((part for part in parts if " " in part), 20_000)
        texts = {f"{row:05}": text for row, text in enumerate(sentences)}
    (code,) = (example.values[1] for example in examples() if example.values[0] == "Spark")
    rows = annotated_by("Spark", code, texts, tmp_path)
    assert rows.keys() == texts.keys()
    columns = BatchAnnotator()({"text": [*texts.values()]})
    for name, words, summary in zip(texts, columns["words"], columns["summary"], strict=True):
        assert (rows[name]["words"], rows[name]["summary"]) == (words, summary), texts[name]
