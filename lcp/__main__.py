"""Run ``lcp`` as ``python -m lcp``."""

from lcp.cli import main

main()
