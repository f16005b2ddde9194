"""Entries of the registry of corpora."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files

import pytest

from lcp.corpora.registry import corpora
from lcp.resources import registry


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
