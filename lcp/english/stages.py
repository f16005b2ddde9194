"""The stages after the tokens: ends of sentences, tags and kinds, as columns of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lcp.base.caches import CACHED_TOKENS, RowCache
from lcp.english.columns import Columns, Span
from lcp.english.expressions import expressions_of
from lcp.english.kinds import KINDS, Fact, common_words, facts_of, form_kind, meant_capitals
from lcp.english.network import load_model_of_english
from lcp.english.sentences import layout, sentence_ends
from lcp.english.tags import NOMINAL, PROPER, tag_numbers, with_adverbs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Bools, Ints, Singles

#: Characters of the longest sentence, more than in CompLex's longest.
_LONGEST_SENTENCE = 3_000
#: Facts about the forms that have the tags of each group of `lcp.english.tags.LIMITED` only.
_LIMITS = Fact.PAST, Fact.PLURAL, Fact.COMPARATIVE, Fact.SUPERLATIVE
#: Parts of a unit such as "ml/kg".
_UNIT_PARTS = 3
_WORD, _NAME, _MARKUP, _ABBREVIATION = map(KINDS.index, ("word", "name", "markup", "abbreviation"))

#: What is known about forms, by :func:`_known`.
_FORMS = RowCache(0, CACHED_TOKENS)


class Analysis(NamedTuple):
    """The tokens of a text, and what their analyser knows about them; None for what it does not.

    Attributes
    ----------
    starts, ends : int arrays of shape (n_tokens,)
        Spans in the text in normal characters.
    texts : list of str of length n_tokens
        The tokens.
    is_end : int array of shape (n_tokens,), optional
        1 if a sentence ends after the token, else 0; -1 if that is not known.
    tags : int array of shape (n_tokens,), optional
        Numbers of the tags; -1 for those that are not known.
    is_name : bool array of shape (n_tokens,), optional
        Which words are names, whatever their tags.
    """

    starts: Ints
    ends: Ints
    texts: list[str]
    is_end: Ints | None = None
    tags: Ints | None = None
    is_name: Bools | None = None


def _known(forms: list[str]) -> list[Singles]:
    """Return kind, facts, and row in the layer `tags_after` of each form, and then its own row."""
    model = load_model_of_english()
    kinds = [KINDS.index(form_kind(form)) for form in forms]
    leaders = [model.leaders.get(form.lower(), 0) for form in forms]
    table = np.column_stack([kinds, facts_of(forms), leaders, model.rows(forms)])
    # A row of a larger array would keep all of it in memory.
    return [row.astype(np.float32) for row in table]


def columns_of(analysis: Analysis, plain: str, edges: Ints) -> Columns:
    """Return the tokens with their tags and kinds; spans in the text in normal characters.

    `edges` are the places of the first token of each block, and after the last.
    """
    starts, ends, texts, is_end, numbers, is_name = analysis
    none = np.empty(0, dtype=np.intp)
    if not texts:
        return Columns(expressions_of, [], none, none, none.astype(np.uint32), none, none, none)
    distinct = [*dict.fromkeys(texts)]
    number_of = dict(zip(distinct, range(len(distinct)), strict=True))
    codes = np.fromiter(map(number_of.__getitem__, texts), np.intp, len(texts))
    known = _FORMS.values(distinct, _known)
    model, table = load_model_of_english(), np.array(known)
    kinds, facts, leaders = table[:, :3].astype(np.uint32).T[:, codes]
    rows = np.ascontiguousarray(table[:, 3:])
    columns = Columns(expressions_of, texts, starts, ends, facts, none, kinds, none)
    given = np.full(len(texts), -1) if is_end is None else is_end
    is_last = given > 0
    if (given < 0).any():
        # "5 tsp. salt", "6 p.m. sharp"
        is_short = (kinds == _ABBREVIATION) & columns.has(Fact.UNIT)
        is_lower = columns.has(Fact.LETTER) & ~columns.has(Fact.MAY_BEGIN)
        may_end = columns.has(Fact.MAY_END) & ~(is_short & np.append(is_lower[1:], False))
        may_end[:-1] |= columns.has(Fact.MAY_BEGIN)[1:]
        lines = layout(plain, starts, ends, edges)
        predicted = sentence_ends(model, rows, codes, may_end, lines)
        # Longer sentences than any real one are divided.
        firsts = starts[np.append(0, np.flatnonzero(predicted[:-1]) + 1)]
        parts = (ends - firsts[np.cumsum(predicted) - predicted]) // _LONGEST_SENTENCE
        predicted[:-1] |= np.diff(parts) > 0
        is_last = np.where(given < 0, predicted, is_last)
    columns.sentence_ends = stops = np.flatnonzero(is_last) + 1
    if numbers is None or (numbers < 0).any():
        own = tag_numbers(
            *(model, rows, codes, np.diff(stops, prepend=0)),
            is_common=common_words(facts, stops),
            limited=[*map(columns.has, _LIMITS)],
            leaders=leaders,
        )
        own = with_adverbs(model, own, stops, texts)
        numbers = own if numbers is None else np.where(numbers < 0, own, numbers)
    columns.tags = numbers
    columns.kinds = kinds_in_context(columns)
    if is_name is not None:
        columns.kinds[(columns.kinds == _WORD) & is_name] = _NAME
    return columns


def kinds_in_context(columns: Columns) -> Ints:
    """Return the kinds of tokens by their forms, tags and neighbours, shape (n_tokens,).

    A word with the tag of a proper noun is a name, and so is an adjective or noun that usually has
    a capital, such as "Chinese", unless its place may explain it. A word in capitals is an
    abbreviation if it is not an ordinary word, as in headings. Units belong to the number before
    them, and the parts of contractions to each other.
    """
    kinds = columns.kinds.copy()
    word, name, abbreviation = _WORD, _NAME, _ABBREVIATION
    number, function_word, part = map(KINDS.index, ("number", "function word", "contraction part"))
    proper, nominal = (columns.has_tag(tags)[:-1] for tags in (PROPER, NOMINAL))
    capital, capitals, unit = map(columns.has, (Fact.CAPITAL, Fact.CAPITALS, Fact.UNIT))
    # "RESULTS" in a heading, but "DNA"
    kinds[(kinds == abbreviation) & capitals & ~proper & columns.has(Fact.ORDINARY)] = word
    is_capital = columns.has(Fact.CAPITAL | Fact.CAPITALS | Fact.MIXED)
    # "van Beethoven"
    before_name = _next(proper & is_capital, columns)
    kinds[(kinds == word) & proper & (is_capital | before_name)] = name
    usual = (kinds == word) & nominal & columns.has(Fact.USUAL)
    meant = meant_capitals(columns.facts, columns.sentence_ends)
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


def insert_markup(
    columns: Columns,
    markups: Sequence[list[Span]],
    texts: Sequence[str],
    offsets: Ints,
    edges: Ints,
) -> Ints:
    """Insert markup as tokens, and return the edges of the blocks after it.

    Closing tags are in the sentence before them, others in the next; a block of nothing else is a
    sentence.
    """
    pairs = [(block, span) for block, spans in enumerate(markups) for span in spans]
    blocks = np.array([block for block, _ in pairs], dtype=np.intp)
    begins, ends = np.array([span for _, span in pairs], dtype=np.intp).T
    elements = [texts[block][slice(*span)] for block, span in pairs]
    begins, ends = begins + offsets[blocks], ends + offsets[blocks]
    places = np.searchsorted(columns.starts, begins)
    closes = np.array([element.startswith("</") for element in elements])
    # Sentences by their blocks and the places after their last tokens.
    stops, size = columns.sentence_ends, len(columns.starts) + 1
    empty = np.flatnonzero((np.diff(edges) == 0) & np.array([*map(bool, markups)]))
    keys = (np.searchsorted(edges, stops) - 1) * size + stops
    keys = np.sort(np.append(keys, empty * size + edges[empty]))
    counts = np.diff(keys % size, prepend=0)
    owners = np.searchsorted(keys, blocks * size + places + ~closes)
    owners = np.minimum(owners, np.searchsorted(keys, (blocks + 1) * size) - 1)
    columns.sentence_ends = np.cumsum(counts + np.bincount(owners, minlength=len(keys)))
    columns.starts = np.insert(columns.starts, places, begins)
    columns.ends = np.insert(columns.ends, places, ends)
    tokens = np.array([*columns.texts, None], dtype=object)[:-1]
    columns.texts = np.insert(tokens, places, np.array(elements, dtype=object)).tolist()
    columns.facts = np.insert(columns.facts, places, facts_of(elements))
    columns.tags = np.insert(columns.tags, places, load_model_of_english().tag_names.index(""))
    columns.kinds = np.insert(columns.kinds, places, _MARKUP)
    return edges + np.searchsorted(blocks, np.arange(len(edges)))
