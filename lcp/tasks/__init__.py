"""Tasks other than complexity. Nothing else imports them; see :mod:`lcp.base.task`."""
