"""``python -m lcp`` is ``lcp``."""

from lcp.cli import main

main()
