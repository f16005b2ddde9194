"""Annotate texts in other programs: spaCy, and everything that passes Arrow batches."""
