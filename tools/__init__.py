"""Tools of the repository that are not installed with the package."""

import tomllib
from pathlib import Path

#: Numbers and words that are set by hand, by the model that they belong to.
SETTINGS = tomllib.loads(Path(__file__).with_name("settings.toml").read_text("utf-8"))
