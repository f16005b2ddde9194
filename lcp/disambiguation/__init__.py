"""Senses of words in sentences: part of speech, WordNet's senses and the choice between them."""
