"""A local page and JSON API: rate a text, explain a word, find easier ones."""
