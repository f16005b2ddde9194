"""A local web page and JSON API: rate a text, explain a word, find easier synonyms."""
