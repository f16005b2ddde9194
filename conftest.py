"""Skip doctests of modules whose extra is not installed."""

from __future__ import annotations

from importlib.util import find_spec

_MODULES = {"fastapi": "lcp/reader/web/*"}
collect_ignore_glob = [module for package, module in _MODULES.items() if not find_spec(package)]
