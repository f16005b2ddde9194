"""What readers and teachers said of words: the themes of norms and word lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.explanation.phrases import Phrase, Theme

if TYPE_CHECKING:
    from lcp.explanation.phrases import Format


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

#: The limits are thereabouts the tenth and ninetieth percentile of CompLex' words, or the
#: points of the norm's own scale.
NORM_THEMES = (
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
)
