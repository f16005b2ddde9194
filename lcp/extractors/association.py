"""How strongly the words of an expression belong together, in texts and in dictionaries."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.extractors.base import Feature
from lcp.extractors.lexicon import LexiconFamily
from lcp.extractors.wordnet import has_entry
from lcp.lexicon.association import MEASURES, measures
from lcp.lexicon.file import load_lexicon
from lcp.text import expression_words, lemma

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.lexicon.file import Lexicon, Rows

_TEXTS = "counts: lcp, the lexicon's texts"
_SOURCE = f"Church & Hanks (1990); Evert (2005); {_TEXTS}"


class Association(LexiconFamily):
    """Association of neighbouring words of an expression; NaN for a single word.

    An expression of three or more words gets the mean over its neighbouring pairs. A pair
    with one of the most frequent words, or with a word that the lexicon does not hold, was
    not counted and is NaN; a pair that was not seen has a count of 0 and a smoothed PMI.

    Parameters
    ----------
    file : str, default=""
        A lexicon that `lcp lexicon build` made; the one that ships unless given.
    wordnet : bool, default=True
        Whether WordNet has an entry of the expression, as it is written or with the lemma of
        its last word.
    concreteness : bool, default=True
        Whether the expression is, in the same forms, among the 2,896 of two words that
        Brysbaert et al. (2014) had rated.

    Notes
    -----
    Measures: :func:`lcp.lexicon.association.measures`. Continuations are log10(1 + n), n the
    number of distinct words that follow a word, or that precede it (Kneser & Ney 1995).

    Examples
    --------
    >>> table = pd.DataFrame({"token": ["natural selection", "mountain"]})
    >>> family = Association(wordnet=False, concreteness=False)
    >>> family.extract(table)["pmi"].notna().tolist()
    [True, False]
    """

    name = "association"
    level = "context"

    def __init__(self, *, file: str = "", wordnet: bool = True, concreteness: bool = True) -> None:
        self.file = file
        self.wordnet = wordnet
        self.concreteness = concreteness

    def resources(self) -> tuple[str, ...]:
        """Name WordNet and the norms of concreteness, as far as they are asked for."""
        chosen = {"wordnet": self.wordnet, "concreteness": self.concreteness}
        return tuple(name for name, asked in chosen.items() if asked)

    def features(self) -> Sequence[Feature]:
        """Describe the measures, the words' neighbours and cosine, and the dictionaries."""
        registers = load_lexicon(self.file).about["pair_registers"]
        listed = [Feature(name, text, unit, _SOURCE) for name, text, unit in MEASURES]
        listed += [
            Feature(
                f"log_count_{register}",
                f"how often the words follow each other in {register} text",
                "log10(count + 1)",
                _TEXTS,
            )
            for register in registers
        ]
        listed += [
            Feature(
                f"{side}_{place}",
                f"distinct words that {verb} the {place} word",
                "log10(count + 1)",
                f"Kneser & Ney (1995); {_TEXTS}",
            )
            for place in ("first", "second")
            for side, verb in (("followers", "follow"), ("preceders", "precede"))
        ]
        told = "nearness of the two words' vectors"
        listed.append(Feature("cosine", told, "cosine, -1 to 1", "lcp, the lexicon's vectors"))
        if self.wordnet:
            told = "whether WordNet has an entry of the expression"
            listed.append(Feature("in_wordnet", told, "0/1", "Fellbaum (1998), WordNet"))
        if self.concreteness:
            told = "whether the expression was rated for concreteness"
            source = "Brysbaert, Warriner & Kuperman (2014)"
            listed.append(Feature("in_concreteness", told, "0/1", source))
        return listed

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Measure the pairs of neighbouring words of each distinct target.

        Parameters
        ----------
        frame : DataFrame of shape (n_instances, ...)
            Column ``token``.

        Returns
        -------
        DataFrame of shape (n_instances, n_features)

        Raises
        ------
        ResourceError
            When the lexicon is missing, damaged, or not that of the training; when WordNet or
            the norms of concreteness are asked for and not on this machine.
        """
        lexicon = self.load()
        codes, tokens = pd.factorize(frame["token"])
        words = [expression_words(str(token)) for token in tokens]
        expressions = [number for number, listed in enumerate(words) if len(listed) > 1]
        columns = [feature.name for feature in self.features()]
        values = np.full((len(tokens), len(columns)), np.nan)
        if expressions:
            chosen = [words[number] for number in expressions]
            values[expressions] = np.column_stack(
                [_mean_over_pairs(lexicon, chosen), self._memberships(chosen)]
            )
        return pd.DataFrame(values[codes], index=frame.index, columns=columns)

    def _memberships(self, expressions: list[list[str]]) -> NDArray[np.bool_]:
        """Whether each dictionary that is asked for holds each expression."""
        forms = [
            [" ".join(words).lower(), " ".join([*words[:-1], lemma(words[-1])]).lower()]
            for words in expressions
        ]
        found = []
        if self.wordnet:
            found.append(has_entry(self.store.nltk("wordnet"), forms))
        if self.concreteness:
            rated = self.store.table("concreteness").index
            found.append([any(form in rated for form in either) for either in forms])
        return np.array(found, dtype=np.bool_).reshape(-1, len(expressions)).T


def _mean_over_pairs(lexicon: Lexicon, expressions: list[list[str]]) -> NDArray[np.float64]:
    """Values of each expression's pairs of neighbours, averaged over those that have a value."""
    numbers = np.repeat(np.arange(len(expressions)), [len(words) - 1 for words in expressions])
    listed = [pair for words in expressions for pair in pairwise(words)]
    firsts, seconds = (lexicon.rows(side) for side in zip(*listed, strict=True))
    values = pd.DataFrame(_pair_values(lexicon, firsts, seconds))
    return values.groupby(numbers).mean().to_numpy()


def _pair_values(lexicon: Lexicon, firsts: Rows, seconds: Rows) -> NDArray[np.float64]:
    """Measures, counts by register, neighbours and cosine; shape (n_pairs, n_values)."""
    pairs, tokens = lexicon.pairs, lexicon.about["tokens"]
    left, right = lexicon.vector_values(firsts), lexicon.vector_values(seconds)
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    around = [
        side(words) for words in (firsts, seconds) for side in (pairs.followers, pairs.preceders)
    ]
    return np.column_stack(
        [
            measures(
                pairs.count(firsts, seconds),
                lexicon.counts[firsts],
                lexicon.counts[seconds],
                tokens,
            ),
            np.log10(pairs.count_by_register(firsts, seconds) + 1),
            np.log10(np.column_stack(around) + 1),
            np.einsum("ij,ij->i", left, right) / lengths,
        ]
    )
