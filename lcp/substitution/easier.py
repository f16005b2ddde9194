"""Easier synonyms of a word or expression in its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.corpora.targets import place_target
from lcp.english.articles import put_in_place
from lcp.english.text import expression_words
from lcp.model.complexity_model import ComplexityModel
from lcp.model.installed import predictor_for
from lcp.model.loading import load_model
from lcp.resources import Store
from lcp.substitution.proposals import CONFIDENCE, proposals

if TYPE_CHECKING:
    from pathlib import Path

    from lcp.columns import Columns
    from lcp.corpora.registry import Readers

#: Smallest difference in complexity that makes a synonym worth offering.
GAIN = 0.03


@dataclass(frozen=True, slots=True)
class Substitute:
    """An easier synonym of a target.

    Attributes
    ----------
    form : str
        The synonym, inflected and capitalised like the target.
    complexity : float
        Its complexity in the target's place, 0-1.
    gain : float
        Complexity of the target minus that of the synonym.
    confidence : float
        Estimated probability that people accept the synonym in the sentence, 0-1.
    sense : str
        Name of the target's sense in WordNet, such as ``rook.n.02``.
    gloss : str
        Definition of this sense.
    sentence : str
        The sentence with the synonym instead of the target, and a matching article before it.
    """

    form: str
    complexity: float
    gain: float
    confidence: float
    sense: str
    gloss: str
    sentence: str


def easier_synonyms(
    sentence: str,
    target: str,
    *,
    model: ComplexityModel | str | Path | None = None,
    genre: str = "",
    readers: Readers = "general",
    occurrence: int | None = None,
    sense: str | None = None,
    gain: float = GAIN,
    confidence: float = CONFIDENCE,
) -> list[Substitute]:
    """Return synonyms that are easier than a target and probably fit its sentence.

    Candidates are synonyms, similar words and hypernyms in WordNet, inflected like the target.
    Rarer words and spelling variants are left out, and expressions if the model rates none. Names
    have no synonyms.

    Parameters
    ----------
    sentence, target : str
        The sentence, and the target as written in it.
    model : ComplexityModel or path, optional
        A trained model or its folder. Default: the model that comes with the package.
    genre : str, default=""
        Genre of the sentence, if known.
    readers : str, default="general"
        Who reads the sentence; see :class:`lcp.annotation.Annotator`.
    occurrence : int, optional
        Which occurrence of the target, counted from 1. Default: the first.
    sense : str, optional
        Name of the target's sense in WordNet; :func:`lcp.senses` lists them. Default: all senses,
        weighted by their fit to the sentence.
    gain : float, default=0.03
        Smallest difference in complexity.
    confidence : float, default=0.3
        Smallest estimated probability that people accept the synonym. A higher value gives fewer
        but better synonyms; ``benchmarks/substitution.md`` has the trade-off.

    Returns
    -------
    list of Substitute
        The most acceptable first; empty if no synonym is easier and fits.

    Raises
    ------
    InputError
        If the sentence has no such occurrence of the target, or the target no such sense.
    ResourceError
        If WordNet or the tagger is missing.
    """
    fitted = model if isinstance(model, ComplexityModel) else load_model(model)
    predictor = predictor_for(fitted, readers)
    span, _ = place_target(sentence, target, occurrence)
    store = fitted.feature_set_.store or Store()
    proposed = proposals(sentence, span, store, sense=sense, confidence=confidence)
    if not predictor.feature_set_.multiword_:
        proposed = [each for each in proposed if len(expression_words(each.form)) == 1]
    if not proposed:
        return []
    placed = [put_in_place(sentence, span, proposal.form) for proposal in proposed]
    spans = [span, *((start, end) for _, start, end in placed)]
    texts = [sentence, *(text for text, _, _ in placed)]
    forms = [text[slice(*each)] for text, each in zip(texts, spans, strict=True)]
    instances: Columns = {
        "sentence": texts,
        "token": forms,
        "start": [start for start, _ in spans],
        "end": [end for _, end in spans],
        "genre": [genre] * len(texts),
        "readers": [readers] * len(texts),
    }
    hardest, *others = predictor.predict_columns(instances).tolist()
    rated = zip(forms[1:], others, proposed, texts[1:], strict=True)
    return [
        Substitute(form, value, hardest - value, each.confidence, each.sense, each.gloss, text)
        for form, value, each, text in rated
        if hardest - value >= gain
    ]
