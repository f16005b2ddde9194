"""Which model answers for which readers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lcp.model.loading import bundled_model, load_model
from lcp.model.model import LEARNER, ComplexityModel
from lcp.targets import Targets

if TYPE_CHECKING:
    from pathlib import Path

    from lcp.model.ratings import Ratings


class Rater:
    """A model, and the bundled one for CEFR levels where the model cannot give them.

    A model for learners with a first language, such as ``learner:es``, knows how hard a word is for
    them; its CEFR level is the same as for all learners.

    Parameters
    ----------
    model : ComplexityModel, str or path, optional
        The model that predicts complexity, or its folder. Default: the bundled model.

    Raises
    ------
    InputError
        If the model cannot be read.
    """

    def __init__(self, model: ComplexityModel | str | Path | None = None) -> None:
        self.model = model if isinstance(model, ComplexityModel) else load_model(model)

    def rate(self, X: Any, *, probability: float = 0.9) -> Ratings:
        """Rate targets; see :meth:`ComplexityModel.rate`."""
        targets = X if isinstance(X, Targets) else Targets.table(X)
        ratings = self.model.rate(targets, probability=probability)
        if self.model.levels_ is None and self.gives_levels:
            words = targets.out_of_sentence(["pos"] if "pos" in targets else [])
            levels = bundled_model().rate(words.for_all(readers=LEARNER))
            return replace(
                ratings,
                level=levels.level,
                level_probability=levels.level_probability,
                listed=levels.listed,
            )
        return ratings

    @property
    def gives_levels(self) -> bool:
        """Whether ratings contain CEFR levels."""
        return self.model.levels_ is not None or "general" not in self.model.capabilities_.readers
