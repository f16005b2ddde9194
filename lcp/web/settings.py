"""What a server is started with, and how its worker processes get to know it."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass

#: Environment variable that holds a server's settings as JSON.
VARIABLE = "LCP_SERVE"


@dataclass(frozen=True)
class Settings:
    """What a server is started with.

    Parameters
    ----------
    model : str, optional
        A model's folder; the one that ships unless given.
    host : str
        Name or address that it is reached by, beside ``localhost``.
    characters : int
        Characters of the longest text; some 45,000 are rated in a second.
    seconds : float
        Seconds after which a request is given up.
    """

    model: str | None = None
    host: str = "127.0.0.1"
    characters: int = 500_000
    seconds: float = 60.0

    def to_environment(self) -> None:
        """Leave the settings to the processes that this one starts."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        """Take the settings that were left, or the defaults."""
        return cls(**json.loads(os.environ.get(VARIABLE, "{}")))
