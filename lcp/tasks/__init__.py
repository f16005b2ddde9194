"""Tasks other than complexity. Nothing else in the package imports them; see :mod:`lcp.task`."""
