"""What people ask about, across families, and how one speaks of it.

A theme gathers columns that say much the same: five counts of how often a word is met are one
reason, not five. Columns of no theme are gathered by their family and told by their own
description and unit, so that a family from another package needs no line here.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from lcp.explanation.norm_themes import NORM_THEMES
from lcp.explanation.phrases import Phrase, Theme

if TYPE_CHECKING:
    from lcp.explanation.phrases import Format


def theme_of(column: str) -> Theme | None:
    """First theme that a column ``family__feature`` belongs to.

    >>> theme_of("frequency__zipf").title
    'Frequency'
    >>> theme_of("weather__rain") is None
    True
    """
    for theme in THEMES:
        if any(fnmatchcase(column, pattern) for pattern in theme.columns):
            return theme
    return None


def _nothing(_: float) -> str:
    return ""


def _unless_none(count: float) -> str:
    return f"{count:.0f}" if count else ""


def _either(column: str, no: str, yes: str, value: Format = _nothing) -> Phrase:
    """Make the phrase of a truth or a count: for 0, and for 1 or more."""
    return Phrase(column, no, "", yes, (0.0, 1.0), value=value)


def _pairs(value: float) -> str:
    count = round(10**value - 1)
    if not count:
        return "too rarely to be counted"
    return f"{count:,} time{'s' if count > 1 else ''} in the lexicon's texts"


#: Rare from 3 down, frequent from 4 up (van Heuven et al. 2014).
_ZIPF_LIMITS = (3.0, 4.0)
_ZIPF: Format = "Zipf {:.1f}".format
_LETTERS: Format = "{:.0f} letters".format

#: The limits are thereabouts the tenth and ninetieth percentile of CompLex' words, or the
#: points of the norm's own scale, unless another source is named.
THEMES = (
    Theme(
        "Frequency",
        (
            "frequency__*",
            "lexicon__zipf_*",
            "lexicon__contextual_diversity",
            "lexicon__channels",
            "lexicon__known",
            "clusters__log_count",
            "wordlists__ngsl*",
        ),
        (
            Phrase(
                "frequency__zipf",
                "is rare",
                "is neither rare nor common",
                "is common",
                _ZIPF_LIMITS,
                "rarer",
                "commoner",
                _ZIPF,
            ),
        ),
        unknown="it is not in the list of frequencies",
    ),
    *NORM_THEMES,
    Theme(
        "Capitals",
        (
            "length__capitals",
            "length__initial_capital",
            "length__acronym",
            "lexicon__capitalised",
            "context__capitalised_inside",
        ),
        (
            _either(
                "length__capitals", "has no capital letters", "has capital letters", _unless_none
            ),
            Phrase(
                "lexicon__capitalised",
                "is seldom written with a capital",
                "is sometimes written with a capital",
                "is mostly written with a capital",
                (0.2, 0.5),
                value=lambda share: f"{100 * share:.0f} % of the time",
            ),
            _either(
                "context__capitalised_inside",
                "has no capital inside this sentence",
                "has a capital inside this sentence",
            ),
        ),
    ),
    Theme(
        "Word family",
        ("morphology__family_*",),
        (
            Phrase(
                "morphology__family_zipf",
                "is of a rare word family",
                "is of a word family neither rare nor common",
                "is of a common word family",
                _ZIPF_LIMITS,
                "rarer",
                "commoner",
                _ZIPF,
                "word families",
            ),
            Phrase(
                "morphology__family_top",
                "is of a word family without a common word",
                "is of a word family without a very common word",
                "is of a word family with a common word",
                _ZIPF_LIMITS,
                "rarer",
                "commoner",
                lambda zipf: f"{_ZIPF(zipf)} at most",
                "word families",
            ),
            Phrase(
                "morphology__family_size",
                "is alone in its word family",
                "has relatives",
                "has many relatives",
                (0.0, 6.0),
                value=lambda words: (
                    f"{words:.0f} other word{'s' if words > 1 else ''}" if words else ""
                ),
            ),
        ),
        unknown="no word of its family is known",
    ),
    Theme(
        "Word parts",
        (
            "length__prefix",
            "length__suffix",
            "length__greek_latin",
            "morphology__*",
            "norms__morphemes",
        ),
        (
            _either(
                "length__greek_latin", "has no Greek or Latin part", "has a Greek or Latin part"
            ),
            *(
                _either(f"length__{part}", f"has no known {part}", f"has a known {part}")
                for part in ("prefix", "suffix")
            ),
            Phrase(
                "morphology__part_share",
                "has no common word inside",
                "has a common word inside",
                "has a common word for most of its letters",
                (0.0, 0.7),
                value=lambda share: f"{100 * share:.0f} % of its letters" if share else "",
            ),
        ),
    ),
    Theme(
        "Spelling",
        ("ngrams__*",),
        tuple(
            Phrase(
                f"ngrams__{counted}_mean",
                "is spelled unlike most words",
                "is spelled much as other words are",
                "is spelled like many words",
                (-3.5, -2.2),
                "more unusual",
                "more usual",
                _nothing,
            )
            for counted in ("type", "token")
        ),
    ),
    Theme(
        "Length",
        ("length__*",),
        (
            Phrase(
                "length__characters",
                "is short",
                "is of middling length",
                "is long",
                (5.0, 9.0),
                "shorter",
                "longer",
                _LETTERS,
            ),
        ),
    ),
    Theme(
        "Word or expression",
        ("association__*", "context__expression_words", "glove__words_similarity"),
        (
            Phrase(
                "association__log_count",
                "is an expression whose words seldom go together",
                "is an expression whose words sometimes go together",
                "is an expression whose words often go together",
                (0.6, 1.3),
                "less often",
                "more often",
                _pairs,
                "expressions",
            ),
            Phrase(
                "association__cosine",
                "is an expression whose words are far apart in meaning",
                "is an expression whose words are neither far apart nor close in meaning",
                "is an expression whose words are close in meaning",
                (0.3, 0.6),
                "farther apart",
                "closer",
                "cosine {:.2f}".format,
                "expressions",
            ),
            Phrase(
                "context__expression_words",
                "is a single word",
                "",
                "is an expression",
                (1.0, 2.0),
                value=lambda count: f"{count:.0f} words" if count > 1 else "",
            ),
        ),
    ),
    Theme(
        "Word vectors",
        ("*__pc_*", "glove__*", "clusters__*"),
        unknown="the company it keeps in texts, in numbers that have no names",
    ),
)

#: Phrases by their column.
PHRASES = {phrase.column: phrase for theme in THEMES for phrase in theme.phrases}
