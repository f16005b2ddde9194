"""A local web page and JSON API: annotate a text, explain a word, find easier synonyms."""
