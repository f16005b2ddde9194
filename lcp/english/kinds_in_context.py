"""Kinds of tokens in their sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.english.kinds import KINDS, Fact, meant_capitals
from lcp.english.tags import NOMINAL, PROPER

if TYPE_CHECKING:
    from lcp.base.array_types import Bools, Ints
    from lcp.english.columns import Columns

#: Parts of a unit such as "ml/kg".
_UNIT_PARTS = 3


def kinds_in_context(columns: Columns) -> Ints:
    """Return the kinds of tokens by their forms, tags and neighbours, shape (n_tokens,).

    A word with the tag of a proper noun is a name, and so is an adjective or noun that usually has
    a capital, such as "Chinese", unless its place may explain it. A word in capitals is an
    abbreviation if it is not an ordinary word, as in headings. Units belong to the number before
    them, and the parts of contractions to each other.
    """
    vocabulary = columns.vocabulary
    kinds = vocabulary.kinds[columns.forms].astype(np.intp)
    word, name, abbreviation, number, function_word, part = map(
        KINDS.index,
        ("word", "name", "abbreviation", "number", "function word", "contraction part"),
    )
    proper, nominal = (
        np.isin(columns.tags, [*map(vocabulary.tags.index, tags)]) for tags in (PROPER, NOMINAL)
    )
    capital, capitals, unit = map(columns.has, (Fact.CAPITAL, Fact.CAPITALS, Fact.UNIT))
    # "RESULTS" in a heading, but "DNA"
    kinds[(kinds == abbreviation) & capitals & ~proper & columns.has(Fact.ORDINARY)] = word
    is_capital = columns.has(Fact.CAPITAL | Fact.CAPITALS | Fact.MIXED)
    # "van Beethoven"
    before_name = _next(proper & is_capital, columns)
    kinds[(kinds == word) & proper & (is_capital | before_name)] = name
    usual = (kinds == word) & nominal & columns.has(Fact.USUAL)
    meant = meant_capitals(vocabulary.facts[columns.forms], columns.sentence_ends)
    kinds[usual & (meant | columns.has(Fact.ALWAYS))] = name
    kinds[(kinds == function_word) & proper & capital] = name
    kinds[(kinds == function_word) & proper & capitals] = abbreviation
    kinds[(kinds == abbreviation) & capitals & proper & columns.has(Fact.LONG)] = name
    kinds[(kinds == word) & columns.has(Fact.MIXED)] = name
    kinds[_next(kinds == number, columns) & columns.has(Fact.CURRENCY)] = number
    # "10 ml/kg": each part follows a number
    for _ in range(_UNIT_PARTS):
        follows = np.append(False, kinds[:-1] == number)
        follows[columns.sentence_ends[:-1]] = False
        kinds[follows & (unit | (_next(unit, columns) & columns.has(Fact.SLASH)))] = number
    adjacent = np.append(False, columns.starts[1:] == columns.ends[:-1])
    endings = adjacent & columns.has(Fact.ENDING)
    before = np.append(endings[1:], False) & columns.has(Fact.STEM)
    kinds[(endings & ~columns.is_possessive) | before] = part
    kinds[endings & columns.is_possessive] = function_word
    return kinds


def _next(values: Bools, columns: Columns) -> Bools:
    """Return the value of the token after each token in its sentence, False for the last."""
    following = np.append(values[1:], False)
    following[columns.sentence_ends - 1] = False
    return following
