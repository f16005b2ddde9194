"""Size of caches of results per word."""

from __future__ import annotations

#: In running text, about 90% of the words hit a cache of this size.
CACHED_WORDS = 16_384
