"""CEFR levels of words: listed in vocabulary profiles, else predicted.

The file ``word_levels.tsv`` contains words, parts of speech and levels of the CEFR-J Vocabulary
Profile 1.5 (Tono, 2020; A1 to B2) and the Octanove Vocabulary Profile C1/C2 1.0 (CC BY-SA 4.0).
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.caches import CACHED_WORDS, RowCache
from lcp.base.levels import LEVELS
from lcp.english.expression_forms import expression_rows, without_number
from lcp.english.lemmas import COARSE, is_irregular, lemma, lemmas_alone, possible_lemmas
from lcp.english.lexicon.expression_table import KINDS, load_expressions
from lcp.english.spellings import preferred_spelling
from lcp.english.tables import not_english, pairs, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Levels = NDArray[np.int8]

FILE = Path(__file__).parent / "data/word_levels.tsv"

#: Part of speech and level of each reading of a word.
Readings = tuple[tuple[str, int], ...]
_CACHE = RowCache(0, CACHED_WORDS)

#: Parts of speech of the profiles by universal part-of-speech tag.
PARTS = {
    "NOUN": "noun",
    "PROPN": "noun",
    "VERB": "verb",
    "AUX": "verb",
    "ADJ": "adjective",
    "ADV": "adverb",
    "ADP": "preposition",
    "PRON": "pronoun",
    "DET": "determiner",
    "CCONJ": "conjunction",
    "SCONJ": "conjunction",
    "NUM": "number",
    "INTJ": "interjection",
}


def listed_levels(words: Sequence[str], parts: Sequence[str] | None = None) -> Levels:
    """Return the level of the easiest listed reading of each word.

    Readings are of the form and of its lemma, in British and in American spelling; a misspelling
    has none, even if its lemma is a word.

    Parameters
    ----------
    words : sequence of str of length n_words
        Words and expressions in any case.
    parts : sequence of str, optional
        Parts of speech, as in the profiles (``noun``), universal tags (``NOUN``) or Penn Treebank
        tags (``NNS``), or "". Of a word that is listed with its part of speech, only these readings
        count; a Penn Treebank tag also decides the lemma.

    Returns
    -------
    int8 array of shape (n_words,)
        From 0 (A1) to 5 (C2); -1 for words that are not listed.

    Examples
    --------
    >>> listed_levels(["found", "knives", "playing", "coated", "zugzwang"]).tolist()
    [0, 0, 0, -1, -1]
    >>> listed_levels(["found"], ["noun"]).tolist() == listed_levels(["found"]).tolist()
    True
    >>> listed_levels(["found", "found", "definately"], ["VBD", "VB", "RB"]).tolist()
    [0, 3, -1]
    """
    forms = [without_number(word).lower() for word in words]
    readings = _CACHE.values(forms, _readings)
    if parts is None:
        levels = [each[0][1] if each else -1 for each in readings]
    else:
        levels = [*map(_level_of_part, words, readings, parts)]
    not_words = not_english()
    return np.where([form in not_words for form in forms], -1, levels).astype(np.int8)


#: Penn Treebank tags of inflected nouns and verbs, and length of words that are too short for them.
_INFLECTED, _SHORT = ("NNS", "VBD", "VBG", "VBN", "VBZ"), 3
#: Endings of forms that verbs have, not nouns.
_VERBAL = ("ed", "ing")
#: Verbs that add little to the meaning of their objects ("have a good time"), and those that do so
#: before a preposition too: "go to bed", but not "come to light".
_LIGHT = frozenset({"come", "do", "get", "give", "have", "keep", "make", "take"})
_PLACED = frozenset({"be", "go"})
#: Level, A2, of the hardest word of an everyday combination.
_EASY = LEVELS.index("A2")
_IDIOM, _PHRASAL_VERB = KINDS.index("idiom"), KINDS.index("phrasal verb")


@lru_cache(CACHED_WORDS)
def is_everyday(form: str, fewest: int = 3) -> bool:
    """Return whether a listed expression means what its words mean and all of these are easy.

    It occurs in the texts of the lexicon at least `fewest` times.

    >>> is_everyday("go to bed"), is_everyday("take into account"), is_everyday("ice cream")
    (True, False, False)
    """
    lexicon = load_expressions()
    row = lexicon.row_of.get(form, -1)
    if row < 0 or lexicon.kinds[row] != _IDIOM or lexicon.counts[row] < fewest:
        return False
    verb, *complements = lexicon.lemmas[row].split()
    shares = [lexicon.class_share(w, "IN") + lexicon.class_share(w, "RP") for w in complements]
    is_plain = all(share < 1 / 2 for share in shares)
    if not (verb in _PLACED or (verb in _LIGHT and is_plain)):
        return False
    levels = listed_levels([verb, *complements])
    return bool(((levels >= 0) & (levels <= _EASY)).all())


def expression_levels(
    expressions: Sequence[str], predicted: ArrayLike, common: int = 16, rare: int = 2
) -> Levels:
    """Return the levels of expressions that no profile lists.

    The model knows their words and frequencies, not whether they mean what their words mean. An
    everyday combination has the level of its hardest word, "sit down" has the level of "sit", and
    movements such as "stand up" are at most A2 unless the verb is harder. Other idioms are at least
    B2, and C1 if they hardly occur in prose; phrasal verbs are at least B1 if they are idiomatic,
    such as "call off", and at least B2 if they have three words.

    Parameters
    ----------
    expressions : sequence of str of length n_expressions
        Expressions in any form.
    predicted : array-like of shape (n_expressions,)
        Levels by the model from 0 (A1) to 5 (C2).
    common, rare : int
        Occurrences in the texts of the lexicon from which an idiom is common, and below which it
        hardly occurs in prose.
    """
    lexicon, levels = load_expressions(), np.array(predicted, dtype=np.int8)
    b1, b2, c1 = map(LEVELS.index, ("B1", "B2", "C1"))
    for index, row in enumerate(expression_rows(expressions).tolist()):
        if row < 0:
            continue
        expression, count = lexicon.lemmas[row], lexicon.counts[row]
        if is_everyday(expression):
            levels[index] = listed_levels(lexicon.without_objects(row)).max()
        elif (meaning := _phrasal_verbs().get(expression)) == "idiomatic":
            levels[index] = max(levels[index], b1)
        elif meaning:
            of_verb = listed_levels(expression.split()[:1])[0]
            hardest = of_verb if meaning == "plain" else max(of_verb, min(levels[index], _EASY))
            levels[index] = hardest if of_verb >= 0 else levels[index]
        elif lexicon.kinds[row] == _IDIOM and count < common:
            levels[index] = max(levels[index], c1 if count < rare else b2)
        elif lexicon.kinds[row] == _PHRASAL_VERB and len(lexicon.without_objects(row)) > 2:  # noqa: PLR2004
            levels[index] = max(levels[index], b2)
    return levels


@cache
def _phrasal_verbs() -> dict[str, str]:
    """Return what phrasal verbs mean; rows are edited by hand.

    "Plain": the first sense in WordNet also has the verb alone ("sit down"). "Physical": most uses
    in WordNet's texts are movements, perception or acts of the body ("stand up"). "Idiomatic":
    others that children do not know in the second grade (Dale & O'Rourke 1981): "call off", but not
    "give up".
    """
    return dict(pairs("phrasal_verbs.tsv"))


def _level_of_part(word: str, readings: Readings, part: str) -> int:
    """Return the level of the easiest reading with a part of speech, else of the easiest; or -1."""
    if part[:2] in COARSE:
        readings = listed_readings().get(lemma(word, part)) or readings
        part = COARSE[part[:2]]
    of_part = [level for pos, level in readings if pos == PARTS.get(part, part)]
    return min(of_part or [level for _, level in readings], default=-1)


def _readings(words: Sequence[str]) -> list[Readings]:
    """Return the readings of words in lower case, the easiest first."""
    entries, lexicon = listed_readings(), load_expressions()
    several = [word for word in words if " " in word]
    listed = zip(several, expression_rows(several), strict=True)
    filled = {word: lexicon.filled(row) for word, row in listed if row >= 0}
    spelled = [*map(preferred_spelling, words)]
    inflected = [word for word in dict.fromkeys([*words, *spelled]) if _may_be_listed(word)]
    lemma_of = dict(zip(inflected, lemmas_alone(inflected), strict=True))
    readings = []
    for index, word in enumerate(words):
        spelling = spelled[index]
        variants = (spelling, lemma_of.get(word, word), lemma_of.get(spelling, spelling))
        forms = {word, *((filled.get(word, word),) if " " in word else variants)}
        # "Coated" is a form of the verb, not of the noun "coat".
        matching = [
            reading
            for form in forms
            for reading in entries.get(form, ())
            if form in {word, spelling} or not word.endswith(_VERBAL) or reading[0] == "verb"
        ]
        if not matching and word in lemma_of and len(word) > _SHORT:
            # "swum", "baking": without a sentence, their own readings come first.
            matching = [
                reading
                for tag in _INFLECTED
                for reading in entries.get(lemma(word, tag).lower(), ())
                if reading[0] == COARSE[tag[:2]]
            ]
        readings.append(tuple(sorted(matching, key=itemgetter(1))))
    return readings


def _may_be_listed(word: str) -> bool:
    """Return whether a word may be a form of another one that is listed."""
    entries = listed_readings()
    return is_irregular(word) or any(each in entries for each in possible_lemmas(word))


@cache
def listed_readings() -> dict[str, Readings]:
    """Return part of speech and level of the readings of each listed word."""
    readings = defaultdict(list)
    for row in rows(FILE.name):
        word, pos, level = row.split("\t")
        readings[word].append((pos, LEVELS.index(level)))
    return {word: tuple(entries) for word, entries in readings.items()}
