"""What a model can predict for, as it declares itself in ``model.json``."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from lcp.base.reader_groups import ALL, GENERAL, NATIVE
from lcp.base.schema import SchemaError
from lcp.base.task import TASKS
from lcp.errors import InputError, nearest, quoted
from lcp.features.aggregation import only_single_words
from lcp.targets.instance_columns import row_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lcp.base.array_types import Bools
    from lcp.targets import Targets

Value = TypeVar("Value")


def predicted_as(readers: str) -> str:
    """Return the readers with the same predictions: for native readers, those in general."""
    return GENERAL if readers == NATIVE else readers


def of_readers(values: Mapping[str, Value], readers: str) -> Value:
    """Return the value for readers.

    Raises
    ------
    InputError
        If there is none.
    """
    if predicted_as(readers) not in values:
        raise InputError(
            f"The model has learned nothing about readers '{readers}'.",
            where="readers",
            hint=f"It has learned about {', '.join(values)}.",
        )
    return values[predicted_as(readers)]


@dataclass(frozen=True)
class Capabilities:
    """What a model can predict for, written when it is trained.

    Attributes
    ----------
    task : str
        Task and variant that the model was trained for, such as ``complexity:2``.
    readers : tuple of str
        Readers that it predicts for.
    expressions : bool
        Whether it predicts for expressions of several words.
    sentence_counts : mapping of str to tuple of str
        Genres in which the sentence of a target counts, by readers; ``*`` stands for all. Elsewhere
        the prediction is for the word alone.
    columns : tuple of str
        Further columns that predictions depend on, such as ``translation``.
    compared_within : str
        Column that names groups whose members are compared, such as ``item``; empty if each target
        is predicted by itself.
    interval_needs : str
        Column without which a target has no prediction interval; empty for none.
    """

    task: str = "complexity:2"
    readers: tuple[str, ...] = (GENERAL, NATIVE)
    expressions: bool = True
    sentence_counts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: {ALL: (ALL,)})
    columns: tuple[str, ...] = ()
    compared_within: str = ""
    interval_needs: str = ""

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """Restore the result of :meth:`to_dict`, whose types were checked.

        Raises
        ------
        SchemaError
            If it has other keys, or no readers.
        """
        if not stored["readers"] or stored.keys() != {each.name for each in fields(cls)}:
            raise SchemaError("what the model predicts for is incomplete")
        lists = {name: tuple(stored[name]) for name in ("readers", "columns")}
        counts = {name: tuple(genres) for name, genres in stored["sentence_counts"].items()}
        return cls(**{**stored, **lists, "sentence_counts": counts})

    def to_dict(self) -> dict[str, object]:
        """Return the capabilities, for JSON."""
        return asdict(self)

    def check(self, targets: Targets) -> None:
        """Raise :class:`InputError` for the first target that the model cannot predict for."""
        for readers in dict.fromkeys(targets.readers):
            if readers not in self.readers:
                where = f"{row_name(targets.readers.index(readers))}, readers"
                raise self._unknown_readers(readers, where=where)
        if not self.expressions and targets.is_expression.any():
            row = int(np.argmax(targets.is_expression))
            raise only_single_words(targets.target[row], where=row_name(row))
        if self.compared_within and self.compared_within not in targets:
            raise InputError(
                f"The model compares targets with the same '{self.compared_within}'; the column is "
                "missing.",
                hint="Use the bundled model for words.",
            )

    def check_options(self, genre: str, readers: str, *, alone: bool = False) -> None:
        """Raise :class:`InputError` if the model cannot use the options of all targets.

        Parameters
        ----------
        genre, readers : str
            As the user names them; "" for no genre.
        alone : bool, default=False
            Whether no target has a sentence, so that a genre has no effect.
        """
        for where, value in (("genre", genre), ("readers", readers)):
            if not isinstance(value, str):
                hint = "Give its name as a string."
                raise InputError(f"{quoted(value)} is not a name.", where=where, hint=hint)
        if readers not in self.readers:
            raise self._unknown_readers(readers, where="readers")
        if genre and not self.uses(genre, readers):
            genres = self.genres(readers)
            if not genres:
                raise InputError(
                    f"For readers '{readers}', the genre '{genre}' has no effect.",
                    where="genre",
                    hint="Leave it out: the prediction is for the word alone.",
                )
            raise InputError(
                f"The model does not know the genre '{genre}'.",
                where="genre",
                hint=f"{nearest(genre, genres)} Without a genre, the sentence does not count.",
            )
        if genre and alone:
            raise InputError(
                "The target has no sentence, so its genre has no effect.",
                where="genre",
                hint="Give a sentence too, or leave the genre out.",
            )

    def _unknown_readers(self, readers: str, *, where: str) -> InputError:
        """Return the error for readers that the model does not predict for."""
        return InputError(
            f"The model does not predict for readers '{readers}'.",
            where=where,
            hint=f"It predicts for {', '.join(self.readers)}. {_training(readers)}",
        )

    @property
    def distinct_readers(self) -> list[str]:
        """The readers whose predictions differ."""
        return list(dict.fromkeys(map(predicted_as, self.readers)))

    def uses(self, genre: str, readers: str) -> bool:
        """Return whether sentences of a genre count for readers."""
        genres = self.genres(readers)
        return genre in genres or ALL in genres

    def genres(self, readers: str) -> tuple[str, ...]:
        """Return the genres in which the sentence counts for readers; ``*`` stands for all."""
        return self.sentence_counts.get(readers, self.sentence_counts.get(ALL, ()))

    def counts_sentence(self, targets: Targets) -> Bools:
        """Return whether the sentence of each target counts, shape (n_targets,)."""
        counted = np.zeros(len(targets), dtype=bool)
        rows = zip(targets.genre, targets.readers, targets.sentence, strict=True)
        for row, (genre, readers, sentence) in enumerate(rows):
            genres = self.genres(readers)
            # A model that uses the sentence in all genres is measured as a whole.
            counted[row] = ALL in genres or (genre in genres and sentence != "")
        return counted


def _training(readers: str) -> str:
    """Return how to get a model for other readers."""
    tasks = [name for name, plugin in TASKS.plugins.items() if readers in plugin.readers]
    if not tasks:
        return "For others, name a model that was trained for them."
    return (
        f"Train a model for them with `lcp fit --task {tasks[0]} --out {tasks[0]}`, then add "
        f"`--model {tasks[0]}`."
    )
