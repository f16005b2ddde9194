"""Find the expressions of the bundled lexicon in sentences: inflected, apart, with slots."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from lcp.english.text import WORD
from lcp.english.word_classes import class_shares, word_classes
from lcp.lexicon.expressions import (
    KINDS,
    PARTS,
    POSSESSIVES,
    Expressions,
    Match,
    folded,
    load_expressions,
    parted,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Span = tuple[int, int]

_TOKEN = re.compile(rf"{WORD.pattern}|[^\w\s]+|_+")
#: Classes of verbs, of nouns, and of words that open an object or noun phrase.
VERBS = frozenset({"VB", "VBG", "VBN", "MD"})
NOUNS = frozenset({"NN", "NNP"})
_OPENS_OBJECT = frozenset({"DT", "PRP", "NN", "NNP", "CD", "VBG", "POS"})
#: Those that no verb has ("to bed" may be a verb).
_OBJECTS = frozenset({"DT", "PRP", "NNP", "CD"})
#: Classes of the last word of a noun: "human being".
_HEADS = NOUNS | {"VBG"}
#: Classes of words that end the search for the rest of an expression that is apart.
_BARRIERS = frozenset({"PUNCT", "VB", "MD", "CC"})
#: Parts of speech whose expressions are found by the classes of their words.
_CLASSIFIED = frozenset(map(PARTS.index, ("VERB", "NOUN", "AUX")))
#: Shares of verbs among the occurrences of a word that may begin a request, and after a plural.
_REQUEST, _SOMETIMES = 0.3, 0.02
#: Share from which most occurrences of a word are verbs.
_MOSTLY = 0.5
#: Classes after which a word that may be a verb or a noun is a noun.
_BEFORE_NOUN = frozenset({"DT", "JJ", "POS", "CD", "NN", "NNP"})
#: Particles that are prepositions where an object follows: "sat on the chair".
PREPOSITIONS = frozenset({"in", "on", "by", "to", "about", "at", "through", "across", "along"})
#: Verbs of motion, after which every particle with an object is literal: "ran up the hill".
_MOTION = frozenset(
    {
        *("walk", "run", "go", "come", "climb", "drive", "ride", "move", "fly", "fall", "jump"),
        *("crawl", "step", "swim", "sail", "travel", "roll", "slide", "slip", "march", "rush"),
        *("head", "sneak", "swing", "get", "look", "pass", "hurry", "race", "wander", "creep"),
    }
)
#: Verbs that have an object: an adjacent particle is not its preposition ("put on the hat").
_TRANSITIVE = frozenset(
    {
        *("add", "bring", "build", "carry", "cash", "factor", "fill", "give", "hand", "lay", "let"),
        *("lock", "make", "pass", "phase", "plug", "pull", "push", "put", "send", "set", "switch"),
        *("take", "throw", "trade", "try", "turn", "usher"),
    }
)
#: Objects of literal particles: "turned down the street".
_PATHS = frozenset(
    {
        *("aisle", "alley", "avenue", "corridor", "hall", "highway", "hill", "lane", "mountain"),
        *("path", "river", "road", "slope", "stairs", "street", "track", "trail"),
    }
)
_PASSIVE = frozenset({"am", "are", "be", "been", "being", "is", "was", "were"})


def tokens(sentence: str) -> list[Span]:
    """Return the spans of words, their contracted endings, and punctuation marks.

    >>> [("Don't!"[start:end]) for start, end in tokens("Don't!")]
    ['Do', "n't", '!']
    """
    spans = []
    for match in _TOKEN.finditer(sentence):
        start, end = match.span()
        inner = start + len(parted(folded(match[0]))[0])
        spans += [(start, inner), (inner, end)] if inner < end else [(start, end)]
    return spans


def edges(sentence: str, parts: Sequence[Span]) -> tuple[int, ...]:
    """Return the start and end of each run of an expression's words, joined over possessives.

    >>> edges("He took off his hat", [(3, 7), (8, 11)]), edges("Take it off", [(0, 4), (8, 11)])
    ((3, 11), (0, 4, 8, 11))
    """
    bounds = list(parts[0])
    for start, end in parts[1:]:
        between = folded(sentence[bounds[-1] : start]).strip()
        if between and between not in POSSESSIVES and not between.endswith("'s"):
            bounds += [start, end]
        bounds[-1] = end
    return tuple(bounds)


def occurrences(sentence: str, expression: str) -> list[tuple[int, ...]]:
    """Return where a listed expression occurs, inflected or apart: the edges of each occurrence.

    Of occurrences that overlap, the shortest counts.

    >>> occurrences("He took his hat off.", "take off"), occurrences("His hat.", "take off")
    ([(3, 7, 16, 19)], [])
    """
    lexicon, spans = load_expressions(), tokens(sentence)
    row = lexicon.rows([expression])[0]
    words = [sentence[start:end] for start, end in spans]
    matches = [
        match
        for match in lexicon.matches(words)
        if match.row == row and all(words[index][0].isalnum() for index in match.skipped)
    ]
    return [
        edges(sentence, [spans[index] for index in match.places]) for match in _disjoint(matches)
    ]


def rated_forms(targets: Sequence[str]) -> list[str]:
    """Return the form in which each target is rated: one for all forms of a listed expression.

    That is the base form, or the past form if the verb's base form is more often a noun, for
    example, which would decide on its frequency. Names and other targets stay as they are.

    >>> rated_forms(["lost her voice", "facing off", "river"])
    ['lose your voice', 'faced off', 'river']
    """
    several = [place for place, target in enumerate(targets) if " " in target]
    if not several:
        return [*targets]
    lexicon, forms = load_expressions(), [*targets]
    rows = lexicon.rows([targets[place] for place in several]).tolist()
    for place, row in zip(several, rows, strict=True):
        if row >= 0 and KINDS[lexicon.kinds[row]] != "name":
            first, *others = lexicon.base(row).split()
            is_verb = PARTS[lexicon.parts[row]] == "VERB"
            if is_verb and class_shares(first).get("VB", 0) < _MOSTLY:
                first = _past_forms().get(first, first)
            forms[place] = " ".join([first, *others])
    return forms


@cache
def _past_forms() -> dict[str, str]:
    """Return a past form of each verb."""
    inflected = map(str.split, load_expressions().inflected)
    return {
        base: form
        for form, part, base in inflected
        if part == "v" and not form.endswith(("ing", "s"))
    }


def find_expressions(
    sentences: Sequence[Sequence[str]], classes: Sequence[Sequence[str]] | None = None
) -> list[list[Match]]:
    """Return the expressions of each sentence in order; they share no words.

    Of expressions that overlap, the one with the most words counts, then one that is not apart,
    then the first.

    Parameters
    ----------
    sentences : sequence of sequences of str
        Words, their contracted endings and punctuation marks; see :func:`tokens`.
    classes : sequence of sequences of str, optional
        Class of each of them. Default: :func:`lcp.english.word_classes.word_classes`.

    Examples
    --------
    >>> words = "He took his hat off and kicked the bucket .".split()
    >>> [places for _, places, _ in find_expressions([words])[0]]
    [(1, 4), (6, 7, 8)]
    """
    lexicon = load_expressions()
    matches = [
        [match for match in lexicon.matches(words) if lexicon.shares[match.row]]
        for words in sentences
    ]
    if classes is None:
        some = [
            row
            for row, candidates in enumerate(matches)
            if any(lexicon.parts[match.row] in _CLASSIFIED for match in candidates)
        ]
        names = word_classes([sentences[row] for row in some])
        by_row: dict[int, Sequence[str]] = dict(zip(some, names, strict=True))
        classes = [by_row.get(row, ()) for row in range(len(sentences))]
    return [
        _disjoint(match for match in candidates if fits(lexicon, match, words, tags))
        for words, candidates, tags in zip(sentences, matches, classes, strict=True)
    ]


def _disjoint(matches: Iterable[Match]) -> list[Match]:
    """Return the matches without overlaps in order; they may be nested in the gap of another."""
    used: set[int] = set()
    kept: list[Match] = []
    for match in sorted(matches, key=_preference):
        places = match.places
        if used.isdisjoint(places) and not any(_cross(places, other.places) for other in kept):
            used.update(places)
            kept.append(match)
    return sorted(kept, key=lambda match: match.places)


def _preference(match: Match) -> tuple[int, int, bool, int, int]:
    """Return the key that sorts matches: most words, closest, not a verb and preposition, first."""
    lexicon, (row, places, skipped) = load_expressions(), match
    # "at once" in "came at once", not "come at"
    is_verb = KINDS[lexicon.kinds[row]] == "phrasal verb" and not lexicon.gaps[row]
    return -len(places), places[-1] - places[0], is_verb, places[0], len(skipped)


def _cross(first: Sequence[int], second: Sequence[int]) -> bool:
    """Return whether only a part of one sequence of places is in a gap of the other."""
    return first[0] < second[0] < first[-1] < second[-1] or (
        second[0] < first[0] < second[-1] < first[-1]
    )


def fits(lexicon: Expressions, match: Match, words: Sequence[str], classes: Sequence[str]) -> bool:
    """Return whether the classes of words and their neighbours allow an expression."""
    row, (first, *_, last), skipped = match
    if _is_blocked(skipped, classes):
        return False
    part, kind = PARTS[lexicon.parts[row]], KINDS[lexicon.kinds[row]]
    if kind == "name":
        return words[first][:1].isupper() and words[last][:1].isupper()
    if part != "VERB":
        # "going to leave", but not "going to the park"
        is_object = part == "AUX" and not _OBJECTS.isdisjoint(classes[last + 1 : last + 2])
        return not is_object and (part != "NOUN" or classes[last] in _HEADS)
    if classes[first] not in VERBS and not _may_be_verb(
        words, first, classes, is_apart=bool(skipped)
    ):
        return False
    return kind != "phrasal verb" or _is_particle(lexicon, match, words, classes)


def _is_particle(
    lexicon: Expressions, match: Match, words: Sequence[str], classes: Sequence[str]
) -> bool:
    """Return whether the last word of a phrasal verb is not a preposition with an object."""
    row, (first, *_, last), skipped = match
    verb, may_part = lexicon.forms[row].split()[0], lexicon.gaps[row] > 0
    place = last + (words[last] != "of")
    if (
        verb in _MOTION
        and words[place : place + 1] == ["of"]
        and classes[place + 1 : place + 2] == ["DT"]
    ):
        # "ran out of milk", but not "ran out of the house"
        return False
    follows = next((name for name in classes[last + 1 :] if name != "JJ"), "")
    if follows not in _OPENS_OBJECT:
        return True
    on_path = not skipped and not _PATHS.isdisjoint(map(str.lower, words[last + 1 : last + 4]))
    if on_path or not may_part:
        # "ran into the street", but not "ran into a friend" or "depend on the road"
        return not (on_path and (may_part or verb in _MOTION))
    if not skipped and verb in _TRANSITIVE:
        return first == 0 or words[first - 1].lower() not in _PASSIVE
    if words[last].lower() in PREPOSITIONS or verb in _MOTION:
        return False
    # "gave it up years ago", but not "took it off the shelf"
    in_gap = [classes[index] for index in skipped]
    return not in_gap or (in_gap == ["PRP"] and follows in NOUNS)


def _is_blocked(skipped: range, classes: Sequence[str]) -> bool:
    """Return whether a word in a gap ends a clause; after an article or adjective, it is a noun."""
    return any(
        classes[index] in _BARRIERS
        and (classes[index] != "VB" or classes[index - 1] not in _BEFORE_NOUN - NOUNS)
        for index in skipped
    )


def _may_be_verb(
    words: Sequence[str], index: int, classes: Sequence[str], *, is_apart: bool
) -> bool:
    """Return whether a word that is tagged as a noun, for example, may be a verb."""
    share = class_shares(words[index].lower()).get("VB", 0)
    if index:
        # "Critics point out that", but not "the exit point"
        follows_plural = classes[index - 1] == "NN" and words[index - 1].endswith("s")
        return classes[index - 1] not in _BEFORE_NOUN or (follows_plural and share > _SOMETIMES)
    # A request: "Turn that down", "Hit the road", "Look after it"
    return is_apart or classes[1] in {"DT", "PRP"} or share > _REQUEST
