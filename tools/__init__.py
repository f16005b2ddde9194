"""Tools of the repository that are not installed with the package."""
