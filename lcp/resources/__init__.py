"""Norms, frequency lists, word lists, vectors and corpora: what they are and where they lie."""

from lcp.resources.registry import Column, Resource, ResourceFile, registry
from lcp.resources.store import Store

__all__ = ["Column", "Resource", "ResourceFile", "Store", "registry"]
