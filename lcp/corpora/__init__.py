"""Rated corpora, read into one instance table.

Its columns are ``id``, ``genre``, ``sentence``, ``token``, ``complexity`` if rated, the character
span of the target (``start``, ``end``), the corpus (``source``) and who rated it (``readers``).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lcp.corpora.loading import load_corpus
    from lcp.corpora.parsers.instances_file import read_instances
    from lcp.targets.find import find_target

# Imported on first use: a prediction needs none of the parsers.
_HOME = {
    "find_target": "lcp.targets.find",
    "load_corpus": "loading",
    "read_instances": "parsers.instances_file",
}

__all__ = ["find_target", "load_corpus", "read_instances"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
