"""Words of running text: rated, explained, replaced and listed."""
