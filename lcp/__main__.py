"""Run ``lcp`` as a command or as ``python -m lcp``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run a command; Ctrl-C while its modules are imported prints no traceback."""
    try:
        from lcp.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted. No partial files were left.\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
