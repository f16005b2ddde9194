"""Copies of documents with glosses, or with colours for complex words."""
