"""Rated corpora, read into one instance table.

Its columns are ``id``, ``genre``, ``sentence``, ``token``, ``complexity`` if rated, the character
span of the target (``start``, ``end``), the corpus (``source``) and who rated it (``readers``).
"""

from lcp.corpora.loading import load_corpus
from lcp.corpora.readers.instances_tsv import read_instances
from lcp.corpora.targets import find_target

__all__ = ["find_target", "load_corpus", "read_instances"]
