"""The rated corpora that can be loaded by name, read from ``corpora.toml``."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import as_file
from importlib.resources import files as package_files
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.base.task import TASKS
from lcp.errors import InputError, ResourceError
from lcp.resources.resource import registry as resource_registry

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd

    from lcp.base.reader_groups import Readers
    from lcp.resources import Store


@dataclass(frozen=True, slots=True)
class RatedCorpus:
    """A rated corpus: where its files are, how to read them and who rated them.

    Attributes
    ----------
    name : str
        Name that :func:`lcp.load_corpus` accepts.
    parser : str
        ``MODULE:FUNCTION``, or a module of :mod:`lcp.corpora.parsers` with a function ``read``.
    readers : {"general", "native", "learner"}
        Who rated the words.
    scale : str
        What was rated, and how it is mapped to complexity from 0 to 1.
    resources : sequence of str
        Entries of the resource registry; empty for a bundled corpus.
    parts : dict of str to list of str
        Paths of each part's files in the resources.
    default : sequence of str
        Parts that are loaded when none is named. Default: all.
    genres : sequence of str
        Genres that can be named beside the parts.
    quantity : str
        What the ratings measure.
    bundled : str
        File in this package that contains the whole corpus.
    """

    name: str
    parser: str
    readers: Readers
    scale: str
    resources: Sequence[str] = ()
    parts: dict[str, list[str]] = field(default_factory=dict)
    default: Sequence[str] = ()
    genres: Sequence[str] = ()
    quantity: str = "complexity"
    bundled: str = ""

    def read(self, parts: tuple[str, ...], store: Store, *, download: bool) -> pd.DataFrame:
        """Read parts of the corpus; without one, the default parts.

        A part can also be the path of a file in the format of the corpus. If genres are named, too,
        only their instances are returned.

        Returns
        -------
        DataFrame of shape (n_instances, n_columns)
            The instance table, with a column ``part`` if the corpus has parts. Ratings are NaN in
            unrated parts that are read together with rated ones.

        Raises
        ------
        InputError
            If the corpus has no such part, or a file has another format.
        ResourceError
            If a file is missing or altered, or cannot be downloaded.
        """
        import pandas as pd

        self._check_parts(parts)
        if self.bundled:
            with as_file(package_files("lcp.corpora") / self.bundled) as path:
                return self._parsed(path)
        genres = [part for part in parts if part in self.genres]
        parts = tuple(part for part in parts if part not in genres)
        selected_parts = parts or self.default or tuple(self.parts)
        registered = any(part in self.parts for part in selected_parts)
        paths = self._paths(store, download=download) if registered else {}
        tables = [
            self._parsed(paths.get(file, Path(file))).assign(part=Path(part).name)
            for part in selected_parts
            for file in self.parts.get(part, [part])
        ]
        table = pd.concat(tables, ignore_index=True)
        return table[table["genre"].isin(genres)] if genres else table

    def _parsed(self, path: Path) -> pd.DataFrame:
        """Return the instance table of a file."""
        module, _, function = self.parser.partition(":")
        name = module if "." in module else f"lcp.corpora.parsers.{module}"
        read: Callable[[Path], pd.DataFrame] = getattr(import_module(name), function or "read")
        try:
            return read(path)
        except (ValueError, LookupError, TypeError) as error:
            raise InputError(
                f"The file is not in the format of the corpus '{self.name}' ({error}).",
                where=str(path),
                hint="Correct it, or delete it and run `lcp resources fetch` for a new copy.",
            ) from error

    def _check_parts(self, parts: tuple[str, ...]) -> None:
        """Raise :class:`InputError` for the first that is neither a part, a genre nor a file."""
        valid = (*self.parts, *self.genres)
        for part in parts:
            if part not in valid and (self.bundled or not Path(part).is_file()):
                raise InputError(
                    f"The corpus '{self.name}' has no part '{part}'.",
                    hint=f"Its parts are {', '.join(valid)}. A file in its format is a part, "
                    f"too: {self.name}:FILE."
                    if self.parts
                    else "Name the corpus without a part, or split it with `lcp split`.",
                )

    def _paths(self, store: Store, *, download: bool) -> dict[str, Path]:
        """Return the local path of each file of the resources."""
        located: dict[str, Path] = {}
        for resource in self.resources:
            paths = store.fetch(resource) if download else store.require(resource)
            names = [file.path for file in resource_registry()[resource].files]
            if len(paths) != len(names):
                raise ResourceError(
                    f"The corpus '{self.name}' consists of {len(names)} files; got {len(paths)}.",
                    where=str(paths[0]),
                    hint="To read a single file, give its path as the corpus.",
                )
            located |= zip(names, paths, strict=True)
        return located


def corpora() -> dict[str, RatedCorpus]:
    """Return every registered corpus by name: of ``corpora.toml``, then of plugins."""
    return _read(Path(__file__).with_name("corpora.toml"), *TASKS.files("corpora.toml"))


@cache
def _read(*paths: Path) -> dict[str, RatedCorpus]:
    import tomllib

    entries = [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]
    return {name: RatedCorpus(name, **entry) for table in entries for name, entry in table.items()}
