"""Files: reading them with clear errors, and writing them completely or not at all."""
