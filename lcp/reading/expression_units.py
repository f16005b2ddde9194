"""Expressions of sentences: listed in the lexicon, and names of several words."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from lcp.english.expression_matcher import edges, find_expressions
from lcp.english.word_classes import word_classes
from lcp.lexicon.expressions import KINDS, load_expressions
from lcp.lexicon.file import load_lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.english.segmentation import Segment

Span = tuple[int, int]

#: Abbreviations and words before a name that belong to it.
_TITLES = frozenset({"mr.", "mrs.", "ms.", "dr.", "dr", "mr", "mrs", "ms", "prof.", "st.", "sir"})
#: Share of capitalised occurrences inside sentences from which a word is probably a name.
_USUALLY = 0.5


class Expression(NamedTuple):
    """An expression in a sentence.

    Attributes
    ----------
    parts : tuple of (int, int)
        Character spans of its words in the sentence.
    kind : str
        One of :data:`lcp.lexicon.expressions.KINDS`.
    form : str
        Dictionary form; a name as it is in the sentence.
    edges : tuple of int
        Start and end of each run of its words: four numbers if it is apart. A possessive that
        fills a slot is a part of the run.
    """

    parts: tuple[Span, ...]
    kind: str
    form: str
    edges: tuple[int, ...]

    @property
    def runs(self) -> list[Span]:
        """The edges in pairs."""
        return list(zip(self.edges[::2], self.edges[1::2], strict=True))

    def is_unit(self, kind: str) -> bool:
        """Whether it is rated, if `kind` is the kind of a target of its tokens.

        Fixed phrases of function words, such as "out of", are not.
        """
        return kind in {"expression", "name"} or self.kind in {"phrasal verb", "idiom"}


def expressions_of(
    sentences: Sequence[Segment], classes: Sequence[Sequence[str]] | None = None
) -> Iterator[list[Expression]]:
    """Yield the expressions of each sentence in order, without overlaps.

    Parameters
    ----------
    sentences : sequence of Segment
        Sentences with the kinds of their tokens, which decide on names.
    classes : sequence of sequences of str, optional
        As for :func:`lcp.english.expression_matcher.find_expressions`.
    """
    lexicon = load_expressions()
    words = [
        [text[start:end] for start, end, _ in sentence.tokens]
        for sentence, text in ((sentence, sentence.plain) for sentence in sentences)
    ]
    for sentence, matches in zip(sentences, find_expressions(words, classes), strict=True):
        listed = []
        for row, places, _ in matches:
            parts = tuple([sentence.tokens[index][:2] for index in places])
            kind = KINDS[lexicon.kinds[row]]
            listed.append(Expression(parts, kind, lexicon.forms[row], edges(sentence.text, parts)))
        shaped = list(chain(_names(sentence), _hyphenated(sentence)))
        covered = {part for expression in shaped for part in expression.parts}
        free = [expression for expression in listed if covered.isdisjoint(expression.parts)]
        yield (
            sorted([*free, *shaped], key=lambda expression: expression.parts[0]) if shaped else free
        )


def _hyphenated(sentence: Segment) -> Iterator[Expression]:
    """Yield hyphenated words that a tokeniser, such as spaCy's own, has divided."""
    text, tokens = sentence.text, sentence.tokens
    if "-" not in text:
        return
    hyphens = [index for index, (start, end, _) in enumerate(tokens) if text[start:end] == "-"]
    for index in hyphens:
        parts = tuple([token[:2] for token in tokens[max(index - 1, 0) : index + 2]])
        whole = (parts[0][0], parts[-1][1])
        form = text[slice(*whole)]
        if len(parts) == 3 and form.replace("-", "").isalpha():  # noqa: PLR2004 - with its sides
            yield Expression(parts, "compound", form.lower(), whole)


def _names(sentence: Segment) -> Iterator[Expression]:
    """Yield the names of two or more words, with their titles: "Bank of England"."""
    text, tokens = sentence.text, sentence.tokens
    runs: list[list[Span]] = []
    for index in [index for index, token in enumerate(tokens) if token.kind == "name"]:
        start, end, _ = tokens[index]
        first, last, _ = tokens[index - 1] if index else tokens[0]
        between = text[runs[-1][-1][1] : start] if runs else ""
        if between.isspace():
            runs[-1].append((start, end))
        elif between == " of ":
            runs[-1] += [(first, last), (start, end)]
        elif text[first:last].lower() in _TITLES and text[last:start].isspace():
            runs.append([(first, last), (start, end)])
        else:
            runs.append([(start, end)])
    for run in runs:
        whole = (run[0][0], run[-1][1])
        form = text[slice(*whole)]
        if len(run) > 1 and (whole[0] or not _is_described(form)):
            yield Expression(tuple(run), "name", form, whole)


def _is_described(form: str) -> bool:
    """Return whether capitals at the start of a sentence are for emphasis: "Great Service"."""
    words, lexicon = form.lower().split(), load_lexicon()
    capitals = lexicon.capital_share(lexicon.rows(words))
    return bool((capitals < _USUALLY).all()) and word_classes([words])[0][0] == "JJ"
