"""Settings of a server, and how its worker processes receive them."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass

#: Environment variable with the settings as JSON.
VARIABLE = "LCP_SERVE"


@dataclass(frozen=True)
class Settings:
    """Settings of a server.

    Parameters
    ----------
    model : str, optional
        Folder of a model. Default: the model that comes with the package.
    host : str, default="127.0.0.1"
        Name or address of the server. ``localhost`` is always accepted as well.
    characters : int, default=500_000
        Maximum number of characters of a text. About 45,000 are rated per second.
    seconds : float, default=60
        Time limit of a request.
    document : int, default=20_000_000
        Maximum number of bytes of a document.
    """

    model: str | None = None
    host: str = "127.0.0.1"
    characters: int = 500_000
    seconds: float = 60.0
    document: int = 20_000_000

    def to_environment(self) -> None:
        """Store the settings in the environment, which child processes inherit."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        """Read the settings from the environment. Default: the default settings."""
        return cls(**json.loads(os.environ.get(VARIABLE, "{}")))
