"""Train the model of English that ships, from treebanks: ``python -m tools.english``."""
