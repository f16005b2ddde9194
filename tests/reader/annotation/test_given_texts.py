"""What is no text or list of texts is refused, and an error in a list names the text."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import lcp
from tests.errors import refused

TEXT = "The deep river."


@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame({"text": [TEXT]}),
        {"text": [TEXT]},
        pa.table({"text": [TEXT]}),
    ],
)
def test_a_table_is_no_list_of_texts(table):
    with refused(f"The type {type(table).__name__} is not a list", hint="example table['text']"):
        lcp.annotate(table)


@pytest.mark.parametrize("given", [b"river", bytearray(b"river"), memoryview(b"river")])
def test_bytes_are_no_list_of_texts(given):
    with refused(f"The type {type(given).__name__} is not a list", hint="Decode it"):
        lcp.annotate(given)


def test_the_hint_for_a_path_names_the_function_that_reads_documents(tmp_path):
    path = tmp_path / "river.txt"
    path.write_text(TEXT, encoding="utf-8")
    with refused("is not a list of texts", hint="lcp.reader.documents.read_text"):
        lcp.annotate(path)
    from lcp.reader.documents import read_text

    assert len(lcp.annotate(read_text(path))) == 2


@pytest.mark.parametrize("given", [None, 1.5])
def test_what_is_no_text_says_what_to_give(given):
    with refused(f"The type {type(given).__name__} ", hint="Give a string or a list of strings."):
        lcp.annotate(given)


def test_an_annotator_refuses_one_string_as_texts_at_once():
    annotator = lcp.Annotator()
    with refused("The type str is not a list", hint="Give a list of texts, or use lcp.annotate."):
        annotator.texts(TEXT)
    assert not hasattr(annotator, "annotate")
    assert [len(each) for each in annotator.texts(iter([TEXT]))] == [2]


@pytest.mark.parametrize("value", [None, np.nan, pd.NA, 5])
def test_an_error_gives_the_number_of_the_text(value):
    texts = pd.Series([TEXT] * 1000 + [value, TEXT], dtype=object)
    where, hint = "text 1000, counted from 0", "Remove missing values, or give strings."
    with refused("not a string but", where=where, hint=hint):
        lcp.annotate(texts)
    with refused("not a string but bytes", where="text 1, counted from 0", hint="Decode it."):
        lcp.annotate([TEXT, b"river"])
    with refused("U\\+0000 at position 6 ", where="text 1, counted from 0"):
        lcp.annotate([TEXT, "river \0"])
    with refused("U\\+0000 at position 6 ") as caught:
        lcp.annotate("river \0")
    assert caught.value.where is None
