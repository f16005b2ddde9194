"""Build the bundled lexicon from running text and rated norms."""
