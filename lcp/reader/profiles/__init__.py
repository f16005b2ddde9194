"""Profiles of texts: levels, coverage, diversity and words to learn."""
