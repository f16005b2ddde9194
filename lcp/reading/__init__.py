"""Words of running text: found, rated and counted."""
