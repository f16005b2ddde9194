"""How well the target fits its neighbours: association, similarity and agreement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.articles import begins_with_vowel
from lcp.english.lemmas import lemma
from lcp.english.lexicon.pairs import MEASURES
from lcp.features.families.association import pair_values
from lcp.features.families.lexicon import LexiconFamily
from lcp.features.family import Feature

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from lcp.base.array_types import Floats
    from lcp.english.lexicon.word_table import Lexicon
    from lcp.features.family import Fitted
    from lcp.targets import Targets


#: Words before a singular noun, and before a plural one.
SINGULAR = frozenset({"a", "an", "this", "that", "each", "every", "another", "either", "neither"})
PLURAL = frozenset(
    {"these", "those", "many", "several", "few", "both", "various", "two", "three", "four", "five"}
)
#: Forms of verbs after a singular subject, and after a plural one.
_SINGULAR_VERBS = frozenset({"is", "was", "has", "does"})
_PLURAL_VERBS = frozenset({"are", "were", "have", "do"})
_DETERMINERS = frozenset({"the", "your", "his", "her", "their", "my", "its", "our"})
_IRREGULAR_PLURALS = frozenset({"people", "children", "men", "women", "feet", "teeth"})

_SIDES = (
    ("before", "the word before the target and its first word"),
    ("after", "the target's last word and the word after it"),
    ("content_before", "the nearest content word before the target and its first content word"),
    ("content_after", "the target's last word and the nearest content word after it"),
)
_AGREEMENT = (
    ("plural", "whether the target's last word looks like a plural", "0/1"),
    ("number_fits", "whether its number fits the determiner", "1 yes, -1 no, 0 undetermined"),
    ("verb_fits", "whether its number fits the verb after it", "1 yes, -1 no, 0 undetermined"),
    ("article_fits", "whether its first sound fits the article a or an", "1 yes, -1 no, 0 none"),
    ("determiner_before", "whether a determiner precedes the target", "0/1"),
    ("determiner_inside", "whether the target begins with a determiner", "0/1"),
    ("repeats_neighbour", "whether a neighbour of the target has its lemma", "0/1"),
    ("ends_clause", "whether punctuation or the end of the sentence follows", "0/1"),
    ("before_of", "whether the word 'of' follows the target", "0/1"),
)


@dataclass(frozen=True)
class Gap(LexiconFamily):
    """Association, similarity and agreement of the target with its neighbours.

    Content words are all words except the 150 most frequent of the lexicon, whose pairs were not
    counted. A word on the other side of punctuation is not the word after the target.

    Notes
    -----
    Measures of association: :func:`lcp.english.lexicon.pairs.measures`.

    Examples
    --------
    >>> from lcp.features.family import Fitted, names_of
    >>> from lcp.targets import Targets
    >>> targets, _ = Targets.one("Feed an dogs.", "dogs")
    >>> values = dict(zip(names_of(Gap()), Gap().measure(targets, Fitted())[0].tolist()))
    >>> values["number_fits"], values["article_fits"]
    (-1.0, -1.0)
    """

    name = "gap"
    scope = "context"
    needs_sentence = True

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the measures and the cosine of each pair, then the agreement."""
        source = "Church & Hanks (1990); Evert (2005); counts: lcp, the lexicon's texts"
        rows = []
        for side, pair in _SIDES:
            rows += [
                (f"{name}_{side}", f"{text}, of {pair}", unit, source)
                for name, text, unit in MEASURES
            ]
            text = f"similarity of {pair}"
            rows.append((f"cosine_{side}", text, "cosine, -1 to 1", "lcp, the lexicon's vectors"))
        rows += [(*row, "lcp") for row in _AGREEMENT]
        return [Feature(*row) for row in rows]

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Measure the pairs at both edges of each target."""
        lexicon = self.load(fitted)
        function_words = {lexicon.words[number] for number in lexicon.function_words}
        pairs: list[list[tuple[str, str]]] = [[] for _ in _SIDES]
        agreement = []
        numbers, sentences = inputs.sentence_numbers, inputs.sentences
        words, spans = sentences.words, (numbers, inputs.start, inputs.end)
        places = zip(*words.overlapping(*spans), sentences.overlapping(*spans)[1], strict=True)
        targets = zip(inputs.target, numbers, places, strict=True)
        for token, number, (first, last, place) in targets:
            before = words.lowered[words.edges[number] : first]
            after = words.lowered[last : words.edges[number + 1]]
            filler = words.lowered[first:last] or [token.lower()]
            # A possessive ending is a token, but no word.
            has_ending = sentences.tags[place : place + 1] == ["POS"]
            is_last = not after or sentences.starts[place + has_ending] != words.starts[last]
            following = "" if is_last else after[0]
            previous = before[-1] if before else ""
            content = [word for word in filler if word not in function_words] or filler
            sides = (
                (previous, filler[0]),
                (filler[-1], following),
                (_first_content_word(reversed(before), function_words), content[0]),
                (filler[-1], _first_content_word(after, function_words)),
            )
            for side, pair in zip(pairs, sides, strict=True):
                side.append(pair)
            agreement.append(_agreement(previous, filler, following, is_last=is_last))
        blocks = [_pair_values(lexicon, side) for side in pairs]
        return np.hstack([*blocks, np.array(agreement).reshape(-1, len(_AGREEMENT))])


def _first_content_word(neighbours: Iterable[str], function_words: AbstractSet[str]) -> str:
    """Return the first content word; empty if there is none."""
    return next((word for word in neighbours if word not in function_words), "")


def _pair_values(lexicon: Lexicon, pairs: Sequence[tuple[str, str]]) -> Floats:
    """Return the measures and the cosine of pairs of words, shape (n_pairs, 10)."""
    firsts, seconds = (lexicon.rows(pair[side] for pair in pairs) for side in (0, 1))
    return np.column_stack(pair_values(lexicon, firsts, seconds))


def _agreement(
    previous: str, filler: Sequence[str], following: str, *, is_last: bool
) -> tuple[float, ...]:
    """Return the values of `_AGREEMENT` for words in lower case."""
    first, last = filler[0], filler[-1]
    plural = last in _IRREGULAR_PLURALS or (last.endswith("s") and lemma(last) != last)
    determiner = first if len(filler) > 1 else previous
    determiners = _DETERMINERS | SINGULAR | PLURAL
    # The article is inside the target or before it.
    article, noun = (
        (first, filler[1]) if first in {"a", "an"} and len(filler) > 1 else (previous, first)
    )
    neighbours = {word for word in (previous, following) if word}
    return (
        float(plural),
        _fit(plural, determiner in PLURAL, determiner in SINGULAR),
        _fit(plural, following in _PLURAL_VERBS, following in _SINGULAR_VERBS),
        _fit(begins_with_vowel(noun), article == "an", article == "a"),
        float(previous in determiners),
        float(len(filler) > 1 and first in determiners),
        float(lemma(last) in set(map(lemma, neighbours))),
        float(is_last),
        float(following == "of"),
    )


def _fit(holds: bool, wants: bool, forbids: bool) -> float:  # noqa: FBT001 - three facts
    """Return 1 if a property is as required, -1 if not, 0 if nothing is required."""
    return float(wants or forbids) * (1.0 if holds == wants else -1.0)
