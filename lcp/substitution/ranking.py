"""Rank substitutes for a word or expression by their complexity in the sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.english.text import expression_words
from lcp.model.complexity_model import ComplexityModel
from lcp.model.conformal import check_coverage
from lcp.model.installed import predictor_for
from lcp.model.loading import load_model
from lcp.resources import Store
from lcp.substitution.easier import GAIN
from lcp.substitution.instances import substituted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pandas as pd

    from lcp.corpora.registry import Readers


@dataclass(frozen=True)
class Ranking:
    """Substitutes for a target, the easiest first.

    Attributes
    ----------
    target : str
        The target as written in the sentence.
    notes : list of str
        The sense of the target, and which candidates were left out.
    table : DataFrame of shape (n_candidates + 1, 5)
        The target and its candidates: ``candidate``, ``complexity`` (0-1), its prediction
        interval ``low`` and ``high`` (NaN if the model is not calibrated) and ``difference``
        (complexity minus the target's).
    """

    target: str
    notes: list[str]
    table: pd.DataFrame


def rank(
    sentence: str,
    target: str,
    candidates: Sequence[str] | None = None,
    *,
    model: ComplexityModel | str | Path | None = None,
    genre: str = "",
    readers: Readers = "general",
    occurrence: int | None = None,
    coverage: float = 0.9,
) -> Ranking:
    """Rank words or expressions that can replace a target, the easiest first.

    Each is rated in the target's position, with the target's initial capital and a matching
    article ("a" or "an") before it.

    Parameters
    ----------
    sentence, target : str
        The sentence, and the target as written in it.
    candidates : sequence of str, optional
        Possible replacements. Default: those of :func:`lcp.easier_synonyms`, which may be none.
    model : ComplexityModel or path, optional
        A trained model or its folder. Default: the model that comes with the package.
    genre : str, default=""
        Genre of the sentence, if known.
    readers : str, default="general"
        Who reads the sentence; see :class:`lcp.annotation.Annotator`.
    occurrence : int, optional
        Which occurrence of the target, counted from 1. Default: the first.
    coverage : float, default=0.9
        Share of ratings inside the prediction interval.

    Raises
    ------
    InputError
        If the sentence has no such occurrence of the target, `candidates` is empty, one is not a
        word, or one is an expression and the model accepts single words only.
    ResourceError
        If synonyms are needed, and WordNet or the tagger is missing.

    Examples
    --------
    >>> import lcp
    >>> lcp.rank("It will commence today.", "commence", ["begin"]).table["candidate"].tolist()
    ['begin', 'commence']
    """
    check_coverage(coverage)
    fitted = model if isinstance(model, ComplexityModel) else load_model(model)
    predictor = predictor_for(fitted, readers)
    table, notes = substituted(
        sentence,
        target,
        candidates,
        occurrence=occurrence,
        store=fitted.feature_set_.store or Store(),
    )
    if not predictor.feature_set_.multiword_ and predictor is not fitted:
        table, notes = _single_words(table, notes)
    table = table.assign(genre=genre, readers=readers)
    rated = predictor.with_interval(table, predictor.predict(table), coverage=coverage)
    rated.insert(0, "candidate", table["candidate"])
    rated["difference"] = rated["complexity"] - rated["complexity"].iloc[0]
    if candidates is None:
        rated = rated[(rated["difference"] <= -GAIN) | (rated.index == 0)]
        if len(rated) == 1:
            notes = [*notes, f"WordNet has no easier synonym of “{target}” that fits here."]
    by_complexity = rated.sort_values("complexity", kind="stable", ignore_index=True)
    return Ranking(table["candidate"].iloc[0], notes, by_complexity)


def _single_words(table: pd.DataFrame, notes: list[str]) -> tuple[pd.DataFrame, list[str]]:
    """Leave out expressions, except a target that is one, with a note."""
    is_word = table["token"].map(lambda form: len(expression_words(form)) == 1)
    kept = table[is_word | (table.index == 0)]
    if len(kept) < len(table):
        names = ", ".join(f"“{name}”" for name in table["candidate"].drop(kept.index))
        notes = [*notes, f"Expressions are not rated for these readers: {names}."]
    return kept.reset_index(drop=True), notes
