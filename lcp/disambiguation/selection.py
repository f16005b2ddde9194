"""The rules that selected the abstract words of SemEval-2021 Task 4 (Zheng et al. 2021, section 3).

The authors removed a word from the summary of a news text if it passed all of them. They tagged
with Stanza and compared the words with GloVe vectors and with BERT; here, the tagger is NLTK's and
the vectors are those of the lexicon.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.columns import factorized
from lcp.corpora.instances import as_instances, require_columns
from lcp.disambiguation.abstractness import measured
from lcp.disambiguation.lesk import WINDOW, is_function_word
from lcp.english.text import lemma, word_spans, words
from lcp.extractors.pos import PartOfSpeech
from lcp.extractors.wordnet import wordnet_reader
from lcp.lexicon.file import load_lexicon
from lcp.resources import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: A word is imperceptible below the first and nonspecific below the second threshold. It is too
#: similar to a word of the passage above the third.
IMPERCEPTIBLE, NONSPECIFIC, SIMILAR = 0.35, 6, 0.85

#: The rules in the order of the paper, with their descriptions.
RULES = {
    "content_word": "noun, verb, adjective or adverb",
    "imperceptible": f"imperceptibility below {IMPERCEPTIBLE}",
    "noun_or_verb": "noun or verb",
    "nonspecific": f"nonspecificity below {NONSPECIFIC}",
    "new_lemma": "lemma not in the passage",
    "no_synonym": "no synonym or antonym in the passage, over all senses",
    "dissimilar": f"similarity to the passage's words up to {SIMILAR}",
}
_FILTERS = ("new_lemma", "no_synonym", "dissimilar")
#: Rules that each kind of abstract word passes.
KINDS = {
    "imperceptibility": ("content_word", "imperceptible", *_FILTERS),
    "nonspecificity": ("noun_or_verb", "nonspecific", *_FILTERS),
}
_CLASSES = ("noun", "verb", "adjective", "adverb")


def selection_rules(table: pd.DataFrame, store: Store | None = None) -> pd.DataFrame:
    """Return which rules each target passes.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances whose ``sentence`` is a summary, with the column ``passage``.
    store : Store, optional
        Store that provides WordNet and the tagger. Default: a store of this machine.

    Returns
    -------
    DataFrame of shape (n_instances, 14)
        Columns ``id`` (if the instances have one), ``token``, the values that the rules compare:
        ``imperceptibility`` (0-1), ``nonspecificity`` (NaN if unknown, which does not pass),
        ``similarity`` (highest cosine with a word of the passage; NaN, which passes, if there is
        no vector), a bool for each of `RULES`, and one for each of `KINDS` of abstract words,
        ``imperceptibility_candidate`` and ``nonspecificity_candidate``.

    Raises
    ------
    InputError
        If the column ``passage`` is missing, or a target is not in its sentence.
    ResourceError
        If WordNet or the tagger is missing.
    """
    store = store or Store()
    require_columns(table, "passage")
    instances = as_instances(table)
    classes = PartOfSpeech().use_store(store).extract(instances)[list(_CLASSES)] == 1
    scores = _abstractness(instances, store)
    values = instances[[name for name in ("id", "token") if name in instances]].assign(
        imperceptibility=[score.imperceptibility for score in scores],
        nonspecificity=[score.nonspecificity for score in scores],
    )
    codes, passages = factorized(instances["passage"])
    described = [_Passage.read(text) for text in passages]
    own = [described[code] for code in codes]
    tokens = [token.lower() for token in instances["token"]]
    values["similarity"] = _similarities(tokens, own)
    rules = {
        "content_word": classes.any(axis=1),
        "imperceptible": values["imperceptibility"] < IMPERCEPTIBLE,
        "noun_or_verb": classes["noun"] | classes["verb"],
        "nonspecific": values["nonspecificity"] < NONSPECIFIC,
        "new_lemma": [
            lemma(token) not in passage.lemmas for token, passage in zip(tokens, own, strict=True)
        ],
        "no_synonym": _without_synonyms(tokens, own, store),
        "dissimilar": ~(values["similarity"] > SIMILAR),
    }
    values = values.assign(**{name: np.asarray(rules[name], dtype=bool) for name in RULES})
    for kind, names in KINDS.items():
        values[f"{kind}_candidate"] = values[list(names)].all(axis=1)
    return values


def passing_shares(rules: pd.DataFrame, groups: Sequence[str]) -> pd.DataFrame:
    """Return the share of targets that pass each rule, and all rules of each kind.

    Parameters
    ----------
    rules : DataFrame of shape (n_instances, n_columns)
        Result of :func:`selection_rules`.
    groups : sequence of str of length n_instances
        Group of each target, such as the part of its corpus.

    Returns
    -------
    DataFrame of shape (9, n_groups)
        Indexed by the descriptions of the rules; shares from 0 to 1.
    """
    names = RULES | {f"{kind}_candidate": f"all rules for {kind}" for kind in KINDS}
    shares = rules[list(names)].groupby(np.asarray(groups, dtype=object), sort=False).mean()
    return shares.T.rename(index=names).rename_axis("rule")


def _abstractness(instances: pd.DataFrame, store: Store) -> Sequence[Any]:
    """Measure the targets in the summary and the beginning of the passage.

    The paper chose senses in the summary with the passage. Adapted Lesk compares the content words
    nearest to the target, so only the first ones of the passage can matter.
    """
    starts = {text: _beginning(text) for text in instances["passage"].unique()}
    texts = instances["sentence"] + " " + instances["passage"].map(starts)
    owners, distinct = factorized(texts)
    spans = list(zip(instances["start"].tolist(), instances["end"].tolist(), strict=True))
    return measured(distinct, owners.tolist(), spans, store)


def _beginning(text: str) -> str:
    """Return a text up to its last content word that Adapted Lesk can compare."""
    ends = (end for start, end in word_spans(text) if not is_function_word(text[start:end]))
    return text[: max(islice(ends, WINDOW), default=0)]


class _Passage(NamedTuple):
    """Lemmas of a passage, and directions of its content words."""

    lemmas: frozenset[str]
    directions: Floats

    @classmethod
    def read(cls, text: str) -> _Passage:
        forms = sorted({word.lower() for word in words(text)})
        vectors = load_lexicon().directions([w for w in forms if not is_function_word(w)])
        return cls(frozenset(map(lemma, forms)), vectors[~np.isnan(vectors).any(axis=1)])


def _similarities(tokens: Sequence[str], passages: Sequence[_Passage]) -> list[float]:
    """Return the highest cosine of each target with a word of its passage."""
    directions = load_lexicon().directions(tokens)
    return [
        float((passage.directions @ own).max()) if len(passage.directions) else np.nan
        for own, passage in zip(directions, passages, strict=True)
    ]


def _without_synonyms(
    tokens: Sequence[str], passages: Sequence[_Passage], store: Store
) -> list[bool]:
    """Return whether no synonym or antonym of any sense of each target is in its passage."""
    with wordnet_reader(store.nltk("wordnet")) as reader:

        @lru_cache(None)
        def others(word: str) -> frozenset[str]:
            entries = [entry for sense in reader.synsets(word) for entry in sense.lemmas()]
            entries += [other for entry in entries for other in entry.antonyms()]
            return frozenset(entry.name().lower() for entry in entries) - {word, lemma(word)}

        return [
            others(token).isdisjoint(passage.lemmas)
            for token, passage in zip(tokens, passages, strict=True)
        ]
