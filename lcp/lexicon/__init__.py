"""The bundled lexicon: vectors, predicted norms and counts of common words."""
