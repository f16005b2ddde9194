"""Build a lexicon from running text and rated norms."""
