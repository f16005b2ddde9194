"""The bundled lexicon of expressions."""

import pytest

from lcp.english.lexicon.expression_table import load_expressions, read_expressions
from lcp.errors import ResourceError


def test_every_form_is_listed_once_with_its_count():
    lexicon = load_expressions()
    assert lexicon.lemmas == sorted(lexicon.lemmas, key=str.split)
    assert len(set(lexicon.lemmas)) == len(lexicon.lemmas) == len(lexicon.counts)


def test_the_file_takes_less_than_two_megabytes(request):
    path = request.config.rootpath / "lcp/english/lexicon/data/expressions.npz"
    assert path.stat().st_size < 2_000_000


def test_a_damaged_file_is_reported(tmp_path):
    path = tmp_path / "expressions.npz"
    path.write_bytes(b"PK")
    with pytest.raises(ResourceError, match="damaged"):
        read_expressions(path)
