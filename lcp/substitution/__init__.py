"""Substitutes for a word or expression, ranked by their complexity in the sentence."""
