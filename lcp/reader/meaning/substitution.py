"""Words that can replace a target in its sentence, and how hard they are there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lcp.english.analysis import whole_sentences
from lcp.errors import InputError
from lcp.model.saved_model import as_model
from lcp.reader.meaning.finder import OFFER, MeaningFinder, Offer, predictions_in_place
from lcp.reader.meaning.results import Substitutes
from lcp.reader.meaning.senses import target_edges
from lcp.targets.find import check_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lcp.base.reader_groups import Readers
    from lcp.english.columns import Span
    from lcp.model.model import ComplexityModel


def substitutes(
    sentence: str,
    target: str | Span,
    candidates: Sequence[str] | None = None,
    *,
    model: ComplexityModel | str | Path | None = None,
    genre: str = "",
    readers: Readers = "general",
    occurrence: int | None = None,
    sense: str | None = None,
    gain: float = OFFER.gain,
    confidence: float = OFFER.confidence,
    limit: int = OFFER.limit,
) -> Substitutes:
    """Return easier synonyms of a target that probably fit its sentence, or rank candidates.

    Synonyms are related words in WordNet and in a thesaurus, inflected like the target. Spelling
    variants are left out. Names have none. Expressions are left out if the model does not predict
    for them.

    Parameters
    ----------
    sentence : str
        The sentence; empty for a word alone.
    target : str or tuple of (int, int)
        The target as written in the sentence, or its character span ``[start, end)``.
    candidates : sequence of str, optional
        Words or expressions to rank. Default: easier synonyms.
    model : ComplexityModel or path, optional
        A trained model or its folder. Default: the model that comes with the package.
    genre : str, default=""
        Genre of the sentence, if known.
    readers : str, default="general"
        Who reads the sentence; see :class:`lcp.Annotator`.
    occurrence : int, optional
        Which occurrence of the target, counted from 1. Default: the first.
    sense : str, optional
        Name of the target's sense in WordNet; :func:`lcp.reader.meaning.senses.senses` lists them.
        Default: all senses, weighted by their fit to the sentence.
    gain : float, default=0.005
        Smallest difference in complexity of a synonym.
    confidence : float, default=0.33
        Smallest estimated probability that people accept the best synonym; further ones need half
        of it. A higher value gives fewer but better ones; ``benchmarks/substitution.md`` has the
        trade-off.
    limit : int, default=5
        Largest number of synonyms.

    Raises
    ------
    InputError
        If the sentence has no such occurrence of the target, the target no such sense, a
        candidate is not a word, or options for synonyms are combined with candidates.
    ResourceError
        If synonyms are needed, and WordNet is missing.

    Examples
    --------
    >>> import lcp
    >>> ranked = lcp.substitutes("It will commence today.", "commence", ["begin"])
    >>> [(word.form, word.sentence) for word in ranked]
    [('begin', 'It will begin today.')]
    """
    check_text("sentence", sentence)
    fitted = as_model(model)
    capabilities = fitted.capabilities_
    alone = isinstance(target, str) and occurrence is None and not sentence.strip()
    capabilities.check_options(genre, readers, alone=alone)
    if alone:
        sentence = str(target)
    edges, notes = target_edges(sentence, target, occurrence)
    form = sentence[edges[0] : edges[-1]]
    offer = Offer(sense, gain, confidence, limit)
    if candidates is None:
        [analysed] = whole_sentences([sentence])
        meaning = MeaningFinder(fitted, readers, genre).meaning(analysed, edges, offer)
        if not meaning.substitutes:
            notes.append(f"No easier synonym of “{form}” is likely to fit this sentence.")
        return replace(meaning, notes=notes)
    if offer != OFFER:
        raise InputError(
            "Given candidates are all ranked; options that select synonyms have no effect.",
            where="candidates",
            hint="Leave out sense, gain, confidence and limit, or the candidates.",
        )
    words, repeated = _distinct(candidates, form)
    notes += [f"Listed once: {repeated}."] if repeated else []
    phrases = [f"“{word}”" for word in words if " " in word and not capabilities.expressions]
    if phrases:
        words = [word for word in words if " " not in word]
        notes.append(f"The model does not predict for expressions: {', '.join(phrases)}.")
    itself, *others = predictions_in_place(
        fitted, sentence, edges, words, readers=readers, genre=genre
    )
    ranked = [
        replace(other, form=word, gain=itself.prediction.complexity - other.prediction.complexity)
        for word, other in zip(words, others, strict=True)
    ]
    return Substitutes(itself, sorted(ranked, key=lambda word: word.prediction.complexity), notes)


def _distinct(candidates: Sequence[str], target: str) -> tuple[list[str], str]:
    """Return the candidates once each, without the target, and the repeated ones as text."""
    if isinstance(candidates, str) or not all(isinstance(item, str) for item in candidates):
        raise InputError(
            f"Candidates must be a list of strings, not {candidates!r}.",
            where="candidates",
            hint='Give for example ["stream", "brook"].',
        )
    words = [" ".join(candidate.split()) for candidate in candidates]
    if not words or not all(any(map(str.isalnum, word)) for word in words):
        raise InputError(
            "A candidate contains no letter or digit." if words else "There are no candidates.",
            where="candidates",
            hint="Give one or more words or expressions, or leave candidates out for synonyms.",
        )
    distinct = {" ".join(target.lower().split()): target}
    repeated = {}
    for word in words:
        if word.lower() in distinct:
            repeated[f"“{word}”"] = True
        distinct.setdefault(word.lower(), word)
    return list(distinct.values())[1:], ", ".join(repeated)
