"""Generators of hostile input: a sample in the tests, thousands in ``benchmarks/attack.py``."""
