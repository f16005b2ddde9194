"""Registry and local store of norms, frequency lists, word lists, vectors and corpora."""

from lcp.resources.resource import Column, Resource, ResourceFile, registry
from lcp.resources.store import Store

__all__ = ["Column", "Resource", "ResourceFile", "Store", "registry"]
