"""Skip doctests of modules whose extra is not installed."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("fastapi") else ["lcp/web/*"]
