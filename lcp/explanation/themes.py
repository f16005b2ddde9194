"""What people ask about, across families, and how one speaks of it.

A theme gathers columns that say much the same: five counts of how often a word is met are one
reason, not five. Columns of no theme are gathered by their family and told by their own
description and unit, so that a family from another package needs no line here.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

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


def _level(value: float) -> str:
    return f"CEFR {('A1', 'A2', 'B1', 'B2', 'C1', 'C2')[min(max(round(value), 1), 6) - 1]}"


_KNOWN = ("is less widely known", "is widely known", "is known to nearly everyone")
_BETTER = ("less known", "better known")
_SEEN = ("is seldom met", "is met now and then", "is met often", (3.5, 5.0), "less familiar")
_LEARNED = ("is learned early", "is learned at school age", "is learned late")
_SOONER = ("earlier", "later")
_SIMPLE = ("is simple for learners", "is of middling difficulty for learners")
_CONCRETE = ("is abstract", "is neither abstract nor concrete", "is concrete")
_MORE_CONCRETE = ("more abstract", "more concrete")
_PICTURE = ("is hard to picture", "can be pictured", "is easy to picture")
_PICTURED = ("harder to picture", "easier to picture")
_PREVALENT: Format = "prevalence {:.1f} of 10".format
_FAMILIAR: Format = "familiarity {:.1f} of 7".format
_CONCRETENESS: Format = "concreteness {:.1f} of 5".format
_IMAGEABLE: Format = "imageability {:.1f} of 7".format
_AGE: Format = "at about age {:.1f}".format
_GRADE: Format = "in about grade {:.0f}".format
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
                # Rare from 3 down, frequent from 4 up (van Heuven et al. 2014).
                (3.0, 4.0),
                "rarer",
                "commoner",
                "Zipf {:.1f}".format,
            ),
        ),
        unknown="it is not in the list of frequencies",
    ),
    Theme(
        "Familiarity",
        (
            "lexicon__prevalence",
            "lexicon__*familiarity",
            "norms__prevalence",
            "norms__*known*",
            "norms__glasgow_familiarity",
            "mrc__familiarity",
        ),
        (
            *(
                Phrase(f"{family}__prevalence", *_KNOWN, (7.5, 9.0), *_BETTER, _PREVALENT)
                for family in ("norms", "lexicon")
            ),
            *(
                Phrase(column, *_SEEN, "more familiar", _FAMILIAR)
                for column in (
                    "norms__glasgow_familiarity",
                    "mrc__familiarity",
                    "lexicon__familiarity",
                    "lexicon__glasgow_familiarity",
                )
            ),
        ),
    ),
    Theme(
        "Age of learning",
        ("lexicon__aoa*", "norms__aoa*", "norms__glasgow_aoa", "mrc__aoa"),
        (
            Phrase("norms__aoa_rated", *_LEARNED, (7.0, 11.0), *_SOONER, _AGE),
            Phrase("lexicon__aoa", *_LEARNED, (7.0, 11.0), *_SOONER, _AGE),
            Phrase("norms__aoa_test_mean", *_LEARNED, (4.5, 9.5), *_SOONER, _GRADE),
            Phrase("lexicon__aoa_test", *_LEARNED, (4.5, 9.5), *_SOONER, _GRADE),
        ),
    ),
    Theme(
        "Learners of English",
        ("lexicon__maddela_xu", "norms__maddela_xu", "wordlists__cefr", "wordlists__awl"),
        (
            *(
                Phrase(
                    f"{family}__maddela_xu",
                    *_SIMPLE,
                    "is hard for learners",
                    (2.2, 4.0),
                    "simpler",
                    "harder",
                    "difficulty {:.1f} of 6".format,
                )
                for family in ("norms", "lexicon")
            ),
            Phrase(
                "wordlists__cefr",
                "is learned at the start",
                "is learned at the middle levels",
                "is learned at the last levels",
                (2.0, 5.0),
                value=_level,
            ),
        ),
    ),
    Theme(
        "Concreteness",
        tuple(
            f"{family}__*{norm}"
            for family in ("lexicon", "norms", "mrc")
            for norm in ("concreteness", "imageability")
        ),
        (
            *(
                Phrase(
                    f"{family}__concreteness",
                    *_CONCRETE,
                    (2.5, 3.5),
                    *_MORE_CONCRETE,
                    _CONCRETENESS,
                )
                for family in ("norms", "lexicon")
            ),
            *(
                Phrase(f"{family}__imageability", *_PICTURE, (3.5, 5.0), *_PICTURED, _IMAGEABLE)
                for family in ("mrc", "lexicon")
            ),
        ),
    ),
    Theme(
        "Meanings",
        ("wordnet__senses*", "norms__polysemy", "norms__semantic*", "lexicon__semantic*"),
        (
            Phrase(
                "wordnet__senses",
                "has few senses",
                "has several senses",
                "has many senses",
                (1.0, 6.0),
                "fewer",
                "more",
                "{:.0f} in WordNet".format,
            ),
            *(
                Phrase(
                    f"{family}__semantic_diversity",
                    "is used in one kind of context",
                    "is used in several kinds of context",
                    "is used in many kinds of context",
                    (4.0, 8.0),
                    "fewer",
                    "more",
                    "diversity {:.1f} of 10".format,
                )
                for family in ("norms", "lexicon")
            ),
        ),
    ),
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
                "morphology__family_size",
                "is alone with its stem",
                "shares its stem",
                "shares its stem with many",
                (0.0, 6.0),
                "fewer",
                "more",
                lambda words: f"{words:.0f} other word{'s' if words > 1 else ''}" if words else "",
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
                "is an expression whose words are akin in meaning",
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
