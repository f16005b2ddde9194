"""Words that can replace a target in its sentence, and how hard they are there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.model.loading import as_model
from lcp.model.ratings import Rating, table_of
from lcp.reading.articles import put_in_place
from lcp.reading.candidates import CONFIDENCE, Proposal, proposals
from lcp.reading.senses import span_of
from lcp.resources import Store
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import pandas as pd

    from lcp.corpora.registry import Readers
    from lcp.model.model import ComplexityModel
    from lcp.reading.senses import Sense, Span

#: Smallest difference in complexity that makes a synonym worth offering.
GAIN = 0.005
#: Number of synonyms.
TOP = 5


@dataclass(frozen=True, slots=True)
class Substitute:
    """A word or expression in the place of a target.

    Attributes
    ----------
    form : str
        The word; a synonym is inflected like the target.
    sentence : str
        The sentence with the word instead of the target, capitalised like it, and a matching
        article before it.
    start, end : int
        Character span ``[start, end)`` of the word in this sentence.
    rating : Rating
        Its complexity there, with interval, rank in running text and CEFR level.
    gain : float
        Complexity of the target minus complexity of the word.
    confidence : float or None
        Estimated probability that people accept a synonym in the sentence, 0-1.
    sense, definition : str
        Name and definition of the target's sense in WordNet that a synonym is related to.
    relation : str
        Its relation to this sense; see :class:`lcp.reading.candidates.Proposal`.
    """

    form: str
    sentence: str
    start: int
    end: int
    rating: Rating
    gain: float = 0.0
    confidence: float | None = None
    sense: str = ""
    definition: str = ""
    relation: str = ""


@dataclass(frozen=True)
class Substitutes:
    """Substitutes for a target, the best first. Iteration yields each.

    Attributes
    ----------
    target : Substitute
        The target itself.
    ranked : list of Substitute
        Synonyms, the most acceptable first, or the given candidates, the easiest first.
    notes : list of str
        What a user should know: other occurrences, and candidates that were left out.
    senses : list of Sense
        The target's senses, the likeliest first; see :func:`lcp.reading.senses.senses`. Empty
        if candidates were given.
    """

    target: Substitute
    ranked: list[Substitute]
    notes: list[str] = field(default_factory=list)
    senses: list[Sense] = field(default_factory=list)

    def __iter__(self) -> Iterator[Substitute]:
        return iter(self.ranked)

    def __len__(self) -> int:
        return len(self.ranked)

    def to_frame(self) -> pd.DataFrame:
        """Return a table with a row for the target and for each substitute.

        Returns
        -------
        DataFrame of shape (n_substitutes + 1, 12)
            Columns ``substitute``, the attributes of :class:`lcp.model.ratings.Rating`, ``gain``,
            ``confidence``, ``sense`` and ``definition``.
        """
        table = table_of(Substitute, (self.target, *self.ranked))
        table = table.drop(columns=["sentence", "start", "end", "relation"])
        return table.rename(columns={"form": "substitute"})


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
    encoder: str | None = None,
    gain: float = GAIN,
    confidence: float = CONFIDENCE,
    top: int = TOP,
) -> Substitutes:
    """Return easier synonyms of a target that probably fit its sentence, or rank candidates.

    Synonyms are related words in WordNet and in a thesaurus, inflected like the target. Spelling
    variants are left out. Names have none. Expressions are left out if the model rates none.

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
        Name of the target's sense in WordNet; :func:`lcp.reading.senses.senses` lists them.
        Default: all senses, weighted by their fit to the sentence.
    encoder : str, optional
        Folder or name of a sentence encoder that helps to find the sense; see
        :class:`lcp.features.families.contextual.Contextual`. Default: none.
    gain : float, default=0.005
        Smallest difference in complexity of a synonym.
    confidence : float, default=0.33
        Smallest estimated probability that people accept the best synonym; further ones need half
        of it. A higher value gives fewer but better ones; ``benchmarks/substitution.md`` has the
        trade-off.
    top : int, default=5
        Largest number of synonyms.

    Raises
    ------
    InputError
        If the sentence has no such occurrence of the target, the target no such sense, a
        candidate is not a word, or options for synonyms are combined with candidates.
    ResourceError
        If synonyms are needed, and WordNet or the encoder is missing.

    Examples
    --------
    >>> import lcp
    >>> ranked = lcp.substitutes("It will commence today.", "commence", ["begin"])
    >>> [(word.form, word.sentence) for word in ranked]
    [('begin', 'It will begin today.')]
    """
    rating = as_model(model)
    capabilities = rating.capabilities_
    alone = isinstance(target, str) and occurrence is None and not sentence.strip()
    capabilities.check_options(genre, readers, alone=alone)
    if alone:
        sentence = str(target)
    span, notes = span_of(sentence, target, occurrence)
    form = sentence[slice(*span)]
    if candidates is None:
        store = rating.feature_set_.store or Store()
        proposed, senses = proposals(
            sentence, span, store, sense=sense, encoder=encoder, confidence=confidence / 2
        )
    elif (sense, encoder, gain, confidence, top) == (None, None, GAIN, CONFIDENCE, TOP):
        (proposed, repeated), senses = _distinct(candidates, form), []
        notes += [f"Listed once: {repeated}."] if repeated else []
    else:
        raise InputError(
            "Given candidates are all ranked; options that select synonyms have no effect.",
            where="candidates",
            hint="Leave out sense, encoder, gain, confidence and top, or the candidates.",
        )
    if not capabilities.expressions:
        phrases = [f"“{word.form}”" for word in proposed if " " in word.form]
        proposed = [word for word in proposed if " " not in word.form]
        if phrases and candidates is not None:
            notes.append(f"The model does not rate expressions: {', '.join(phrases)}.")
    rows = [(sentence, *span), *(put_in_place(sentence, span, word.form) for word in proposed)]
    itself, *others = _rated(rating, rows, genre, readers)
    ranked = [
        replace(
            word,
            form=proposal.form if candidates is not None else word.form,
            gain=itself.rating.complexity - word.rating.complexity,
            confidence=proposal.confidence,
            sense=proposal.sense,
            definition=proposal.definition,
            relation=proposal.relation,
        )
        for proposal, word in zip(proposed, others, strict=True)
    ]
    if candidates is not None:
        ranked.sort(key=lambda word: word.rating.complexity)
    else:
        ranked = [word for word in ranked if word.gain >= gain][:top]
        if not ranked or (ranked[0].confidence or 0) < confidence:
            ranked = []
            notes.append(f"No easier synonym of “{form}” certainly fits here.")
    return Substitutes(itself, ranked, notes, senses)


def _rated(
    model: ComplexityModel, rows: list[tuple[str, int, int]], genre: str, readers: str
) -> list[Substitute]:
    """Return the words at spans of sentences, with their complexity."""
    sentences = [text for text, _, _ in rows]
    spans = [(start, end) for _, start, end in rows]
    rated = model.rate(Targets.spans(sentences, spans, genre=genre, readers=readers)).rows()
    return [
        Substitute(
            form=" ".join(text[start:end].split()),
            sentence=text,
            start=start,
            end=end,
            rating=rating,
        )
        for (text, start, end), rating in zip(rows, rated, strict=True)
    ]


def _distinct(candidates: Sequence[str], target: str) -> tuple[list[Proposal], str]:
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
    kept = [Proposal(word) for word in list(distinct.values())[1:]]
    return kept, ", ".join(repeated)
