"""Association of the words of an expression, in texts and in dictionaries."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, compress
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.expression_forms import expression_rows
from lcp.english.lemmas import lemma
from lcp.english.lexicon.expression_table import KINDS, PARTS, load_expressions
from lcp.english.lexicon.pairs import MEASURES, measures
from lcp.english.lexicon.word_table import cosines, load_lexicon
from lcp.features.aggregation import AGGREGATIONS
from lcp.features.families.lexicon import LexiconFamily
from lcp.features.family import Feature
from lcp.resources.wordnet_database import has_entry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from lcp.base.array_types import Bools, Floats, Ints
    from lcp.english.lexicon.word_table import Lexicon
    from lcp.features.family import Fitted
    from lcp.resources.store import Store
    from lcp.targets import Targets

_TEXTS = "counts: lcp, the lexicon's texts"
_SOURCE = f"Church & Hanks (1990); Evert (2005); {_TEXTS}"

_IN_WORDNET = "whether WordNet has an entry for the expression"
_IN_CONCRETENESS = "whether the expression was rated for concreteness"
_BRYSBAERT = "Brysbaert, Warriner & Kuperman (2014)"
_FIXEDNESS = "literal words or a name (0), an expression (1), or an idiom (2)"
#: Features by the option that adds them.
_OPTIONAL = {
    "wordnet": ("in_wordnet", _IN_WORDNET, "0/1", "Fellbaum (1998), WordNet"),
    "concreteness": ("in_concreteness", _IN_CONCRETENESS, "0/1", _BRYSBAERT),
    "fixedness": ("fixedness", _FIXEDNESS, "0-2", "lcp, the lexicon of expressions"),
}


@dataclass(frozen=True)
class Association(LexiconFamily):
    """Association of the adjacent words of an expression; NaN for a single word.

    An expression of three or more words gets the mean over its pairs of adjacent words. A pair
    that contains one of the most frequent words or a word outside the lexicon was not counted and
    is NaN. A counted pair that does not occur has a count of 0 and a smoothed PMI.

    Parameters
    ----------
    wordnet : bool, default=True
        Whether to check if WordNet has an entry for the expression, as in the sentence or with
        the lemma of its last word.
    concreteness : bool, default=True
        Whether to check if the expression, in the same forms, is among the 2,896 two-word
        expressions that were rated for Brysbaert et al. (2014).
    fixedness : bool, default=False
        Whether to return how far the expression has a meaning that its words do not show: 2 for an
        idiom, except for a verb and one word ("take place"), 1 for other expressions in the lexicon
        of expressions, 0 for names and other sequences of words.

    Notes
    -----
    Measures: :func:`lcp.english.lexicon.pairs.measures`. Followers and preceders are
    log10(1 + n), where n is the number of distinct words that follow or precede a word (Kneser &
    Ney 1995).

    Examples
    --------
    >>> from lcp.features.family import Fitted
    >>> from lcp.targets import Targets
    >>> targets = Targets.words(["natural selection", "mountain"])
    >>> family = Association(wordnet=False, concreteness=False)
    >>> np.isnan(family.measure(targets, Fitted())).all(axis=1).tolist()
    [False, True]
    """

    name = "association"
    scope = "context"

    wordnet: bool = True
    concreteness: bool = True
    fixedness: bool = False

    def resources(self) -> tuple[str, ...]:
        """Return WordNet and the norms of concreteness, if used."""
        return tuple(name for name in ("wordnet", "concreteness") if getattr(self, name))

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the measures, the neighbours, the cosine and the dictionary entries."""
        registers = load_lexicon().about["pair_registers"]
        log, kneser_ney = "log10(count + 1)", f"Kneser & Ney (1995); {_TEXTS}"
        rows = [(*measure, _SOURCE) for measure in MEASURES]
        text = "occurrences of the word pair in {} text"
        rows += [(f"log_count_{name}", text.format(name), log, _TEXTS) for name in registers]
        rows += [
            (f"{side}_{place}", f"distinct words that {verb} the {place} word", log, kneser_ney)
            for place in ("first", "second")
            for side, verb in (("followers", "follow"), ("preceders", "precede"))
        ]
        text = "similarity of the two words' vectors"
        rows.append(("cosine", text, "cosine, -1 to 1", "lcp, the lexicon's vectors"))
        used = [row for option, row in _OPTIONAL.items() if getattr(self, option)]
        return [Feature(*row) for row in [*rows, *used]]

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Measure the pairs of adjacent words of each expression."""
        lexicon = self.load(fitted)
        words = [*map(str.split, inputs.target)]
        several = np.array([*map(len, words)]) > 1
        if not several.any():
            return np.full((len(words), len(self.features({}))), np.nan)
        expressions = [*compress(words, several)]
        blocks: list[NDArray[Any]] = [_mean_over_pairs(lexicon, expressions)]
        if self.wordnet or self.concreteness:
            blocks.append(self._memberships(expressions, fitted.store))
        if self.fixedness:
            blocks.append(_fixedness([*compress(inputs.target, several)])[:, None])
        measured = np.hstack(blocks)
        values = np.full((len(words), measured.shape[1]), np.nan)
        values[several] = measured
        return values

    def _memberships(self, expressions: list[list[str]], store: Store) -> Bools:
        """Return whether each dictionary in use contains each expression."""
        forms = [
            [" ".join(words).lower(), " ".join([*words[:-1], lemma(words[-1])]).lower()]
            for words in expressions
        ]
        columns = []
        if self.wordnet:
            columns.append(has_entry(store.nltk("wordnet"), forms))
        if self.concreteness:
            rated = store.table("concreteness").index
            columns.append([any(form in rated for form in either) for either in forms])
        return np.array(columns, dtype=np.bool_).T


def _fixedness(expressions: Sequence[str]) -> Ints:
    """Return 2 for idioms, 1 for other expressions, and 0 for names and literal words."""
    lexicon = load_expressions()
    rows = expression_rows(expressions)
    kinds, parts = lexicon.kinds[rows], lexicon.parts[rows]
    short = np.array([lexicon.lemmas[row].count(" ") == 1 for row in rows])
    figurative = (kinds == KINDS.index("idiom")) & ~(short & (parts == PARTS.index("VERB")))
    return np.where((rows < 0) | (kinds == KINDS.index("name")), 0, 1 + figurative)


def _mean_over_pairs(lexicon: Lexicon, expressions: list[list[str]]) -> Floats:
    """Average the values of each expression's word pairs, ignoring NaN."""
    sizes = np.array([*map(len, expressions)]) - 1
    rows = lexicon.rows(chain.from_iterable(expressions))
    # The last word of an expression and the first of the next are no pair.
    places = np.delete(np.arange(len(rows)), np.cumsum(sizes + 1) - 1)
    firsts, seconds = rows[places], rows[places + 1]
    associations, similarities = pair_values(lexicon, firsts, seconds)
    pairs = lexicon.pairs
    around = np.hstack([pairs.neighbours(firsts), pairs.neighbours(seconds)])
    by_register = pairs.count_by_register(firsts, seconds)
    counts = np.log10(np.hstack([by_register, around]) + 1)
    values = np.hstack([associations, counts, similarities[:, None]])
    return AGGREGATIONS["mean"](values, np.cumsum(sizes) - sizes)


def pair_values(lexicon: Lexicon, firsts: Ints, seconds: Ints) -> tuple[Floats, Floats]:
    """Return the measures of pairs of words, and the cosines of their vectors.

    The words are given by their rows in the lexicon. Shapes (n_pairs, 9) and (n_pairs,).
    """
    counts = (lexicon.pairs.count(firsts, seconds), lexicon.counts[firsts], lexicon.counts[seconds])
    vectors = lexicon.vector_values(firsts), lexicon.vector_values(seconds)
    return measures(*counts, lexicon.about["tokens"]), cosines(*vectors)
