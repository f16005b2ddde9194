"""Words of running text: found, annotated and counted."""
