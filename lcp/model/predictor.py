"""Predict with what a model has learned, and remember the words."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.caches import RowCache, cached_property, module_lock
from lcp.base.levels import LEVELS
from lcp.base.reader_groups import LEARNER
from lcp.base.task import TASKS
from lcp.english.english_words import is_english
from lcp.english.expression_forms import forms_alone
from lcp.english.word_levels import expression_levels, listed_levels
from lcp.model.capabilities import of_readers
from lcp.model.input_folder import model_folder, read_state
from lcp.model.intervals import check_probability
from lcp.model.predictions import Predictions
from lcp.model.running_text import RunningText
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lcp.base.array_types import Bools, Floats, Objects
    from lcp.model.fitted_state import FittedState
    from lcp.resources import Store


#: Words whose complexity is kept in memory.
CACHED_COMPLEXITIES = 50_000
_NAMES = np.array(LEVELS, dtype=object)
# Threads that need the bundled model at the same time read it once.
_LOCK = module_lock()


class Predictor:
    """What predicts for targets. Models and threads may share it; a pickled one is its state.

    Parameters
    ----------
    state : FittedState
        What was learned. It never changes.
    """

    def __init__(self, state: FittedState) -> None:
        self.state = state
        self._measurer = state.feature_set.measurer_
        self._cache = RowCache(1, CACHED_COMPLEXITIES)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.state,)

    def predictions(self, targets: Targets, *, probability: float = 0.9) -> Predictions:
        """Return predictions for targets; see :meth:`lcp.ComplexityModel.predictions`.

        Raises
        ------
        InputError
            If the model cannot predict for a target. Names the first such row.
        """
        check_probability(probability)
        state = self.state
        state.capabilities.check(targets)
        counted = state.capabilities.counts_sentence(targets)
        complexity, learner = self._complexity(targets, counted, levels=state.levels is not None)
        low, high = self._limits(targets, counted, complexity, probability)
        harder = np.full(len(targets), np.nan)
        for readers in dict.fromkeys(targets.readers):
            rows = np.array(targets.readers, dtype=object) == readers
            harder[rows] = self.running_text.share_below(complexity[rows], readers)
        level, source, level_probability = self._levels(targets, learner)
        return Predictions(
            complexity=complexity,
            low=low,
            high=high,
            harder_than=harder,
            level=level,
            level_source=source,
            level_probability=level_probability,
        )

    def one(
        self, sentence: str, target: str, *, genre: str, readers: str, occurrence: int | None = None
    ) -> tuple[Targets, list[str]]:
        """Return one target, and notes; see :meth:`lcp.targets.Targets.one`.

        Raises
        ------
        InputError
            As there, and if the genre has no effect, or the model does not know the readers.
        """
        targets, notes = Targets.one(
            sentence, target, genre=genre, readers=readers, occurrence=occurrence
        )
        alone = bool(targets.alone.all())
        self.state.capabilities.check_options(genre, readers, alone=alone)
        return targets, notes

    def predict(self, targets: Targets) -> Floats:
        """Return the complexity of each target, 0-1, shape (n_targets,).

        Raises
        ------
        InputError
            As for :meth:`predictions`.
        """
        self.state.capabilities.check(targets)
        counted = self.state.capabilities.counts_sentence(targets)
        return np.asarray(self._complexity(targets, counted)[0])

    def contributions(self, targets: Targets) -> tuple[tuple[str, ...], Floats, Floats]:
        """Attribute predictions to the features, exactly.

        Returns
        -------
        forms : tuple of str
            The form in which each target is measured; see
            :func:`lcp.english.expression_forms.forms_alone`.
        values : ndarray of shape (n_targets, n_features)
            The features, in the order of the feature set's columns.
        contributions : ndarray of shape (n_targets, n_features + 1)
            On the scale from 0 to 1; the last column is the base. Each row adds up to the
            prediction before it is clipped.

        Raises
        ------
        InputError
            As for :meth:`predictions`, and if the estimator cannot be explained; the message names
            recipes that can.
        """
        self.state.capabilities.check(targets)
        counted = self.state.capabilities.counts_sentence(targets)
        targets, measurer = self._prepared(targets), self._measurer
        forms = np.array(targets.target, dtype=object)
        n_features = len(measurer.columns)
        values = np.full((len(targets), n_features), np.nan)
        contributions = np.full((len(targets), n_features + 1), np.nan)
        for rows, alone in ((counted, False), (~counted, True)):
            if rows.any():
                part = targets.take(rows)
                part = _in_form_alone(self._alone(part)) if alone else part
                matrix = measurer.measure(part)
                forms[rows], values[rows] = part.target, matrix.values
                contributions[rows] = self.state.estimator.contributions(matrix)
        return tuple(forms), values, contributions

    @cached_property
    def running_text(self) -> RunningText:
        """Complexity of the words of running text, predicted at the first access."""
        capabilities = self.state.capabilities
        readers = () if capabilities.compared_within else capabilities.distinct_readers
        return self.state.running_text or RunningText.of(self.predict, readers)

    def _levels(self, targets: Targets, learner: Floats) -> tuple[Objects, Objects, Floats]:
        """Return the level of each target, its source and its probability.

        `learner` is the complexity for learners.
        """
        if self.state.levels is not None:
            level, probabilities = self.state.levels.levels(learner)
            in_list = listed_levels(targets.target, targets.get("pos"))
            is_listed = in_list >= 0
            several = np.array([" " in token for token in targets.target], dtype=bool) & ~is_listed
            expressions = [targets.target[row] for row in np.flatnonzero(several)]
            probability = probabilities[np.arange(len(level)), level]
            of_model = level.copy()
            level[several] = expression_levels(expressions, level[several])
            probability[level != of_model] = np.nan
            is_word, unlisted = is_listed.copy(), np.flatnonzero(~is_listed)
            is_word[unlisted] = [is_english(targets.target[row]) for row in unlisted]
            names = _NAMES[np.where(is_listed, in_list, level)]
            sources = np.where(is_listed, "listed", "predicted").astype(object)
            names[~is_word] = sources[~is_word] = None
            return names, sources, np.where(is_word, np.where(is_listed, 1.0, probability), np.nan)
        if self.state.gives_levels:
            # A word's CEFR level is the same for learners with any first language.
            words = targets.out_of_sentence(["pos"] if "pos" in targets else [])
            predicted = bundled_predictor().predictions(words.for_all(readers=LEARNER))
            return predicted.level, predicted.level_source, predicted.level_probability
        without = np.full(len(targets), None)
        return without, without, np.full(len(targets), np.nan)

    def _limits(
        self, targets: Targets, counted: Bools, complexity: Floats, probability: float
    ) -> Floats:
        """Return the limits of the intervals, shape (2, n_targets); NaN without an interval."""
        intervals, column = self.state.intervals, self.state.capabilities.interval_needs
        if intervals is None:
            return np.full((2, len(targets)), np.nan)
        # A genre whose sentence does not count changes nothing, not even the interval.
        pairs = zip(targets.genre, counted, strict=True)
        effective = replace(
            targets, genre=tuple([genre if counts else "" for genre, counts in pairs])
        )
        limits = intervals.limits(effective, complexity, probability=probability)
        if column:
            # The intervals are calibrated on targets that have it.
            texts = targets.get(column, [""] * len(targets))
            limits[[not (isinstance(text, str) and text.strip()) for text in texts]] = np.nan
        return limits.T

    def _complexity(self, targets: Targets, counted: Bools, *, levels: bool = False) -> Floats:
        """Return the complexity of targets for their readers, and for learners if `levels`.

        `counted` are the targets whose sentence counts. The result has the shape (2, n_targets).
        """
        targets = self._prepared(targets)
        complexity = np.full((2, len(targets)), np.nan)
        if counted.any():
            complexity[0, counted] = self._predicted(targets.take(counted))
        if not counted.all():
            complexity[0, ~counted] = self._of_words(targets.take(~counted))
        if levels:
            # Predictions for learners do not depend on the sentence.
            complexity[1] = self._of_words(targets.out_of_sentence().for_all(readers=LEARNER))
        return complexity

    def _of_words(self, targets: Targets) -> Floats:
        """Return the complexity of targets whose sentence does not count, shape (n_targets,).

        Each distinct target is measured once, and not at all if it was precomputed.
        """
        alone = self._alone(targets)
        keys = list(zip(alone.target, alone.readers, *alone.extra.values(), strict=True))
        place_of = dict(zip(keys, range(len(keys)), strict=True))

        def measured(new: list[tuple[str, ...]]) -> list[float]:
            return self._measured_words(alone.take([*map(place_of.__getitem__, new)]))

        return np.array(self._cache.values(keys, measured), dtype=np.float64)

    def _measured_words(self, alone: Targets, size: int = 2_000) -> list[float]:
        """Return the complexity of each word.

        Words are measured in parts of this size, so that caches of words contain them.
        """
        alone = _in_form_alone(alone)
        complexity, missing = np.full(len(alone), np.nan), np.arange(len(alone))
        if self.state.words is not None:
            is_stored, predicted = self.state.words.look_up(alone.target)
            for readers in dict.fromkeys(alone.readers):
                rows = np.array(alone.readers, dtype=object) == readers
                values = of_readers(predicted, readers)
                complexity[rows & is_stored] = values[rows[is_stored]]
            missing = np.flatnonzero(~is_stored)
        for first in range(0, len(missing), size):
            rows = missing[first : first + size]
            complexity[rows] = self._predicted(alone.take(rows))
        results: list[float] = complexity.tolist()
        return results

    def _predicted(self, targets: Targets) -> Floats:
        """Return the complexity of targets from their features."""
        predicted = self.state.estimator.predict(self._measurer.measure(targets)).clip(0, 1)
        # The precision in which predictions of listed words are saved.
        return predicted.astype(np.float32).astype(np.float64)

    def _alone(self, targets: Targets) -> Targets:
        """Return targets as they are measured if their sentence does not count."""
        further = [name for name in self.state.capabilities.columns if name in targets]
        return targets.out_of_sentence(further)

    def _prepared(self, targets: Targets) -> Targets:
        """Return targets as the model's task measures them."""
        # Ratings of a corpus train on its scale; predictions are on that of the readers.
        if "source" in targets:
            targets = targets.having(source=[""] * len(targets))
        return self._prepare(targets, self._measurer.store) if self._prepare else targets

    @cached_property
    def _prepare(self) -> Callable[[Targets, Store], Targets] | None:
        return TASKS.find(self.state.capabilities.task).prepare


def _in_form_alone(alone: Targets) -> Targets:
    forms = forms_alone(alone.target, [readers == LEARNER for readers in alone.readers])
    return replace(alone, target=tuple(forms))


def bundled_predictor() -> Predictor:
    """Return the predictor of the bundled model, which the process shares."""
    return read_bundled()[0]


def read_bundled() -> tuple[Predictor, list[str]]:
    """Return the predictor of the bundled model, and what differs from its training."""
    with _LOCK:
        return _read_once(model_folder())


@cache
def _read_once(folder: Path) -> tuple[Predictor, list[str]]:
    state, changes = read_state(folder)
    return Predictor(state), changes
