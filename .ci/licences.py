"""Print the licences of all packages of this environment as a Markdown table.

Run it in an environment into which only lcp was installed: the table then lists lcp and its
dependencies.
"""

from __future__ import annotations

from importlib import metadata

#: Tools of the environment that lcp does not need.
_TOOLS = {"pip", "setuptools", "wheel"}
_PREFIX = "License :: "
#: Longest licence in the old field, which some packages fill with the whole text.
_LONGEST = 60


def licence(package: metadata.PackageMetadata) -> str:
    """Return the SPDX expression of a package, else its classifiers, else the old field."""
    if expression := package.get("License-Expression"):
        return str(expression)
    classifiers = [
        line.split(" :: ")[-1]
        for line in package.get_all("Classifier") or []
        if line.startswith(_PREFIX)
    ]
    old = (package.get("License") or "").strip().split("\n")[0]
    return ", ".join(classifiers) or old[:_LONGEST] or "not stated"


def main() -> None:
    """Print the table."""
    packages = {
        distribution.metadata["Name"]: distribution for distribution in metadata.distributions()
    }
    print("| package | version | licence |\n|---|---|---|")
    for name in sorted(packages, key=str.lower):
        if name not in _TOOLS:
            print(f"| {name} | {packages[name].version} | {licence(packages[name].metadata)} |")


if __name__ == "__main__":
    main()
