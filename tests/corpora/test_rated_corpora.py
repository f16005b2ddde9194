"""Entries of the registry of corpora."""

from importlib import import_module
from importlib.resources import files

import pytest

from lcp.corpora.corpus import load_corpus
from lcp.corpora.rated_corpora import corpora
from lcp.resources import registry
from tests.cases import cases
from tests.errors import refused


@pytest.mark.parametrize("corpus", corpora().values(), ids=lambda corpus: corpus.name)
def test_an_entry_names_a_reader_its_files_and_who_rated_it(corpus):
    module, _, function = corpus.parser.partition(":")
    name = module if "." in module else f"lcp.corpora.parsers.{module}"
    assert callable(getattr(import_module(name), function or "read"))
    assert corpus.readers in {"general", "native", "learner"}
    if corpus.bundled:
        assert files("lcp.corpora").joinpath(corpus.bundled).is_file()
        return
    paths = [path for part in corpus.parts.values() for path in part]
    registered = [file.path for name in corpus.resources for file in registry()[name].files]
    assert set(paths) <= set(registered)
    assert set(corpus.default) <= set(corpus.parts)
    assert corpus.scale


@cases("corpora/cases/other_formats", "corpus", "content")
def test_a_file_in_another_format_is_named(tmp_path, corpus, content):
    path = tmp_path / "file.csv"
    path.write_text(content, encoding="utf-8")
    with refused(f"not in the format of the corpus '{corpus}'", where=path):
        load_corpus(f"{corpus}:{path}")
