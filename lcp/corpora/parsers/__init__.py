"""Parsers of rated corpora, one module per file format.

Each module defines ``read(path) -> DataFrame``, which returns the instance table of one file with
the columns ``id``, ``genre``, ``sentence``, ``token``, ``start``, ``end`` and, if rated,
``complexity`` (0-1). ``corpora.toml`` names the parser of each corpus.
"""
