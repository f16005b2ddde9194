"""What the package knows of common words without a download: vectors, norms, counts."""
