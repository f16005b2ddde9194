"""Files of instances in CompLex's format, in others, and of rated corpora."""

from lcp.corpora.corpus import load_corpus
from lcp.corpora.parsers.instances_file import read_instances
from tests.cases import cases
from tests.errors import refused


@cases("corpora/cases/read")
def test_a_file_is_read(case, tmp_path):
    path = tmp_path / case["name"]
    path.write_bytes(case["text"].encode())
    corpus = f"{case.get('corpus', '')}{path}{case.get('scale', '')}"
    table = load_corpus(corpus, columns=case.get("names"))
    assert {name: table[name].tolist() for name in case["columns"]} == case["columns"]


def test_spans_are_integers(tmp_path):
    path = tmp_path / "mine.tsv"
    path.write_text("sentence\ttoken\nA lamb.\tlamb\n")
    assert read_instances(path)[["start", "end"]].dtypes.astype(str).tolist() == ["int64"] * 2


def test_a_byte_that_is_not_utf_8_raises_an_error_with_line_and_offset(tmp_path):
    path = tmp_path / "mine.tsv"
    data = b"token\tsentence\nnoir\tUn caf\xe9 noir.\n"
    path.write_bytes(data)
    message = f"0xE9 at offset {data.index(0xE9)} is not UTF-8"
    with refused(message, where=f"{path}, line 2"):
        read_instances(path)
