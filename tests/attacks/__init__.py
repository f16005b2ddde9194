"""Hostile input: a sample in the tests, thousands with ``python -m tests.attacks``."""
