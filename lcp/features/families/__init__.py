"""Feature families, one module each. Their contract is in :mod:`lcp.features.family`."""
