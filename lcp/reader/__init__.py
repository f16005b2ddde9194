"""Texts that people read: their words, meanings, levels, documents, pages and engines."""
