"""Examples in modules that need an extra are tested where it is installed."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("fastapi") else ["lcp/web/*"]
