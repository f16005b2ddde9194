"""Two measures of abstractness: imperceptibility of a word, nonspecificity of its sense.

Both are those with which SemEval-2021 Task 4 chose its abstract words (Zheng et al. 2021).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.columns import factorized
from lcp.corpora.instances import as_instances
from lcp.corpora.targets import place_target
from lcp.disambiguation.choice import with_wordnet
from lcp.disambiguation.lesk import gloss_overlaps
from lcp.disambiguation.usage import usages
from lcp.english.text import expression_words
from lcp.extractors.wordnet import wordnet_reader
from lcp.lexicon.imperceptibility import imperceptibility
from lcp.resources import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from lcp.disambiguation.usage import Span, Usage


@dataclass(frozen=True, slots=True)
class Abstractness:
    """How abstract a target is in its sentence. NaN and "" stand for unknown values.

    Attributes
    ----------
    imperceptibility : float
        Predicted concreteness, 0 (cannot be perceived) to 1 (can be perceived); the mean of the
        target's words. Words below 0.35 count as abstract in SemEval-2021 Task 4.
    nonspecificity : float
        Length of the longest path from the sense to the root of WordNet's hypernyms, 0 (most
        general) to 19; nouns and verbs only. Below 6 counts as abstract (Changizi 2008).
    depth : float
        Length of the shortest path.
    rank : float
        Rank of the sense among those with its part of speech, the most frequent is 1.
    overlap : float
        Overlap of the sense's extended gloss with those of the words around the target; see
        :func:`lcp.disambiguation.lesk.gloss_overlaps`.
    sense, gloss : str
        WordNet's name of the sense, and its definition.
    """

    imperceptibility: float
    nonspecificity: float = math.nan
    depth: float = math.nan
    rank: float = math.nan
    overlap: float = math.nan
    sense: str = ""
    gloss: str = ""


def abstractness(
    target: str,
    *,
    sentence: str | None = None,
    passage: str = "",
    occurrence: int | None = None,
    store: Store | None = None,
) -> Abstractness:
    """Return how abstract a word or expression is, with its sense in the sentence.

    The sense is the one with the highest score by Adapted Lesk (Banerjee & Pedersen 2002), the most
    frequent one of several.

    Parameters
    ----------
    target : str
        A word or expression.
    sentence : str, optional
        The sentence. Default: none, which selects the most frequent sense.
    passage : str, optional
        Text that follows the sentence; its first words can help to choose the sense.
    occurrence : int, optional
        Which occurrence of the target in the sentence, counted from 1. Default: the first.
    store : Store, optional
        Store that provides WordNet and the tagger. Default: a store of this machine.

    Raises
    ------
    InputError
        If the target is not in its sentence.
    ResourceError
        If WordNet or the tagger is missing.
    """
    text = target if sentence is None else sentence
    span, _ = place_target(text, target, occurrence)
    text = f"{text} {passage}".strip() if passage else text
    return measured([text], [0], [span], store or Store())[0]


def abstractness_table(table: pd.DataFrame, store: Store | None = None) -> pd.DataFrame:
    """Return the abstractness of every instance.

    Returns
    -------
    DataFrame of shape (n_instances, 9)
        Columns ``id`` (if the instances have one), ``token``, and the attributes of
        :class:`Abstractness`.
    """
    instances = as_instances(table)
    owners, sentences = factorized(instances["sentence"])
    spans = list(zip(instances["start"].tolist(), instances["end"].tolist(), strict=True))
    results = measured(sentences, owners.tolist(), spans, store or Store())
    columns = {
        field.name: [getattr(each, field.name) for each in results]
        for field in fields(Abstractness)
    }
    names = [name for name in ("id", "token") if name in instances]
    return instances[names].assign(**columns)


def measured(
    sentences: Sequence[str], owners: Sequence[int], spans: Sequence[Span | None], store: Store
) -> list[Abstractness]:
    """Return the abstractness of many targets.

    Parameters
    ----------
    sentences : sequence of str
        Distinct sentences.
    owners : sequence of int of length n_targets
        Number of each target's sentence.
    spans : sequence of pair of int of length n_targets
        Character span of each target; None if unknown.
    store : Store
        Store that provides WordNet and the tagger.

    Returns
    -------
    list of Abstractness of length n_targets
        All values NaN without a span.
    """
    resources = with_wordnet(store)
    perceived = _means([_words(sentences[n], span) for n, span in zip(owners, spans, strict=True)])
    with wordnet_reader(resources.nltk("wordnet")) as reader:
        used = usages(reader, sentences, owners, spans, resources)
        pairs = zip(used, perceived, strict=True)
        return [_describe(reader, usage, score) for usage, score in pairs]


def _words(sentence: str, span: Span | None) -> list[str]:
    return [] if span is None else expression_words(sentence[slice(*span)])


def _means(lists: list[list[str]]) -> list[float]:
    """Return the mean imperceptibility of the words of each target."""
    distinct = sorted({word for own in lists for word in own})
    scores = dict(zip(distinct, imperceptibility(distinct).tolist(), strict=True))
    return [float(np.mean([scores[word] for word in own])) if own else math.nan for own in lists]


def _describe(reader: Any, usage: Usage | None, score: float) -> Abstractness:
    if usage is None:
        return Abstractness(score)
    overlaps = gloss_overlaps(reader, usage.senses, usage.before, usage.after)
    number = int(overlaps.argmax())  # the first, which is the most frequent, of equal ones
    sense = usage.senses[number]
    shortest, longest = reader.depths(sense) if usage.part in "nv" else (math.nan, math.nan)
    return Abstractness(
        imperceptibility=score,
        nonspecificity=float(longest),
        depth=float(shortest),
        rank=number + 1.0,
        overlap=float(overlaps[number]),
        sense=sense.name(),
        gloss=sense.definition(),
    )
