"""Syllables and sounds of words.

A word has the syllables of its pronunciation in the CMU Pronouncing Dictionary (Weide 1998), which
is in ``syllables.npz``; a model of letters, trained on the dictionary, counts the syllables of
other words. ``python -m tools.syllables`` writes the file. ``syllables.tsv`` has the syllables of
words of which both count others: most end with an e that is pronounced.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.base.caches import CACHED_WORDS
from lcp.english.affixes import CLASSICAL_BEGINNINGS, PREFIXES, beginnings
from lcp.english.characters import normal_text
from lcp.english.lemmas import lemma
from lcp.english.numerals import spoken
from lcp.english.spellings import LIGATURES, other_spelling
from lcp.english.tables import pairs
from lcp.english.word_frequency import zipf
from lcp.files.npz import stored_arrays, text_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

FILE = Path(__file__).parent / "data/syllables.npz"
#: Number of letters on each side of a letter from which the model predicts its syllable.
CONTEXT = 4
#: Character that stands for the first phoneme in the file.
FIRST_CODE = ord("0")

#: A number with the ending of an ordinal or plural, or letters with apostrophes.
_PART = re.compile(
    r"(?P<number>[0-9](?:[0-9.,]*[0-9])?)(?:(?:(?P<ordinal>st|nd|rd|th)|'?s)(?![^\W\d_]))?"
    r"|(?P<letters>[^\W\d_]+(?:'[^\W\d_]*)*)"
)
_VOWEL, _OPEN = re.compile("[aeiouy]"), frozenset("aeiou")
#: Prefixes, and combining forms with the vowel that joins them.
_PREFIXES = PREFIXES.union(*((form, f"{form}o") for form in CLASSICAL_BEGINNINGS))
#: A stem with a plural in -es.
_SIBILANT = re.compile("(?:[sxz]|[cs]h)$")
#: Inflectional endings, and the phonemes after which they are a syllable; -ing always is.
_SYLLABIC = {"s": {"S", "Z", "SH", "ZH", "CH", "JH"}, "ed": {"T", "D"}, "ing": set[str]()}
#: Penn Treebank tags of words with these endings (Marcus et al. 1993).
_TAGS = {"s": "NNS", "ed": "VBD", "ing": "VBG"}
#: Length from which any word may follow a prefix, the least one, and its Zipf frequency.
_LONG, _SHORT, _FREQUENT = 7, 5, 3.0
#: Number of letters of unlisted words that are abbreviations: words of two letters are listed.
_ABBREVIATION = 2
#: Sorted lines that are searched at once.
_BLOCK = 64

Weights = dict[str, dict[str, float]]


class SortedLines(Mapping[str, str]):
    r"""Lines of a text by sorted lines of another: a dictionary in a tenth of the memory.

    >>> forms = SortedLines(b"be\ngo", b"was\nwent")
    >>> forms["go"], forms.get("be\ngo")
    ('went', None)
    """

    def __init__(self, keys: bytes, values: bytes) -> None:
        # A line is found with the breaks around it.
        self._keys, self._values = b"\n%b\n" % keys, values
        self._places, self._value_places = _starts(keys), _starts(values)
        #: Where blocks begin and the last one ends, and the first line of each.
        self._edges = [*self._places[:-1:_BLOCK], self._places[-1]]
        ends = self._places[1::_BLOCK]
        self._firsts = [keys[a : b - 1] for a, b in zip(self._edges[:-1], ends, strict=True)]

    def __getitem__(self, key: str) -> str:
        line = key.encode(errors="replace")
        block = max(0, bisect_right(self._firsts, line) - 1)
        start, end = self._edges[block : block + 2]
        place = self._keys.find(b"\n%b\n" % line, start, end + 1)
        if place < 0 or b"\n" in line:
            raise KeyError(key)
        row = bisect_left(self._places, place)
        return self._values[self._value_places[row] : self._value_places[row + 1] - 1].decode()

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys[1:-1].decode().split("\n"))

    def __len__(self) -> int:
        return len(self._places) - 1


def _starts(text: bytes) -> array[int]:
    """Return where the lines of a text begin, and where one after them would."""
    breaks = np.flatnonzero(np.frombuffer(text, dtype=np.uint8) == ord("\n"))
    return array("I", [0, *(breaks + 1).tolist(), len(text) + 1])


class Sounds(NamedTuple):
    """The dictionary and the model.

    Attributes
    ----------
    about : dict
        ``phonemes`` by code, ``intercept`` and ``step`` of the weights, and ``scores``.
    codes : mapping of str to str
        Phonemes of each word, one character per phoneme.
    weights : dict of str to dict of str to float
        See :func:`by_letters`.
    """

    about: dict[str, Any]
    codes: Mapping[str, str]
    weights: Weights


@cache
def sounds() -> Sounds:
    """Read the dictionary and the model, once.

    Raises
    ------
    ResourceError
        If the file is missing or damaged.
    """
    with stored_arrays(FILE, "pronouncing dictionary") as stored:
        about = json.loads(stored["about"].tobytes())
        codes = SortedLines(stored["words"].tobytes(), stored["codes"].tobytes())
        weights = (stored["weights"] * about["step"]).tolist()
        return Sounds(about, codes, by_letters(text_lines(stored["contexts"]), weights))


@lru_cache(maxsize=CACHED_WORDS)
def syllables(word: str) -> int:
    """Return the number of syllables of a word; 0 without letters and digits.

    Parts of a word with hyphens are added up. Numbers count as they are read aloud, and
    abbreviations without vowels as they are spelled.

    Parameters
    ----------
    word : str
        A word in any case.

    Examples
    --------
    >>> syllables("mountain"), syllables("colour"), syllables("well-known"), syllables("1990s")
    (2, 2, 2, 4)
    >>> syllables("blockchains"), syllables("immunoglobulin"), syllables("naïve")
    (2, 6, 2)
    """
    key = _plain(word)
    total = _listed(key) if key.isascii() else 0
    if total:
        return total
    for part in _PART.finditer(key):
        if part["letters"]:
            total += _count_letters(part["letters"])
        else:
            total += sum(map(syllables, spoken(part["number"], ordinal=bool(part["ordinal"]))))
    return total


def pronunciation(word: str) -> tuple[str, ...] | None:
    """Return the phonemes of a word in ARPAbet; None if a part of it is not in the dictionary.

    Vowels end with a digit, their stress.

    Examples
    --------
    >>> pronunciation("Colour"), pronunciation("xylorimba")
    (('K', 'AH1', 'L', 'ER0'), None)
    """
    key = _plain(word)
    if whole := _listed_phonemes(key):
        return whole
    parts = [_listed_phonemes(part) for part in key.split("-") if part]
    joined = [sound for part in parts for sound in part or ()]
    return tuple(joined) if parts and all(parts) else None


def _plain(word: str) -> str:
    return (word if word.isascii() and word.isalpha() else normal_text(word)).lower()


def _count_letters(part: str) -> int:
    listed = _listed(part)
    word, marked = _without_marks(_as_plural(part))
    if listed and not marked:
        return listed
    if "'" in word:
        # Contractions, and names such as d'Artagnan.
        return sum(map(_count_letters, filter(_VOWEL.search, word.split("'")))) or 1
    if listed:
        # A vowel with a mark is not silent: "résumé".
        return max(listed, _predicted(word, marked))
    if len(word) == _ABBREVIATION or not _VOWEL.search(word):
        names = [_listed_phonemes(letter) or () for letter in word]
        if all(names):
            return sum(map(_vowels, names))
    return _of_inflected(word) or _of_prefixed(word) or _predicted(word, marked)


def _listed(form: str) -> int:
    """Return the syllables of a form in the table or the dictionary; 0 for other forms."""
    plain = _as_plural(_without_marks(form)[0])
    return _counted().get(plain) or _vowels(_listed_phonemes(form) or ())


@cache
def _counted() -> dict[str, int]:
    return {word: int(number) for word, number in pairs("syllables.tsv")}


@lru_cache(maxsize=CACHED_WORDS)
def _listed_phonemes(form: str) -> tuple[str, ...] | None:
    """Return the phonemes of a form in the dictionary, also in another spelling."""
    model, (plain, _) = sounds(), _without_marks(form)
    for spelling in dict.fromkeys((plain, _as_plural(plain), other_spelling(plain))):
        codes = model.codes.get(spelling)
        if codes is not None:
            phonemes = model.about["phonemes"]
            return tuple([phonemes[ord(code) - FIRST_CODE] for code in codes])
    return None


def _as_plural(form: str) -> str:
    """Return the plural that sounds like a possessive; other words as they are."""
    stem, apostrophe, ending = form.rpartition("'")
    if not apostrophe or ending not in {"", "s"}:
        return form
    return f"{stem}es" if ending and _SIBILANT.search(stem) else stem + ending


def _without_marks(form: str) -> tuple[str, set[int]]:
    """Return a form without diacritics, and the places of vowels that had one."""
    if form.isascii():
        return form, set()
    plain, marked = "", set()
    for character in unicodedata.normalize("NFD", form.translate(LIGATURES)):
        if not unicodedata.combining(character):
            plain += character
        elif _VOWEL.match(plain[-1:]):
            marked.add(len(plain) - 1)
    return plain, marked


def _vowels(phonemes: tuple[str, ...]) -> int:
    # A word without a vowel, such as "shh", has a syllable.
    return max(min(1, len(phonemes)), sum(phoneme[-1].isdigit() for phoneme in phonemes))


def _of_inflected(word: str) -> int:
    """Return the syllables of a form of a word in the dictionary; 0 for other words."""
    ending = next((ending for ending in _SYLLABIC if word.endswith(ending)), None)
    base = lemma(word, _TAGS[ending]) if ending else word
    listed = _listed(base) if base != word else 0
    if not listed or not ending:
        return 0
    last = (_listed_phonemes(base) or " ")[-1]
    return listed + (last in _SYLLABIC[ending] or ending == "ing")


def _of_prefixed(word: str) -> int:
    """Return the syllables of a word in the dictionary with a prefix, where two vowels meet.

    A short word after the prefix is frequent: "deicing", not "Beauman". 0 for other words.
    """
    for size in beginnings(word, _PREFIXES):
        rest = word[size:]
        is_word = len(rest) >= _LONG or (len(rest) >= _SHORT and zipf(rest) >= _FREQUENT)
        if is_word and {word[size - 1], rest[0]} <= _OPEN and (count := _listed(rest)):
            return _count_letters(word[:size]) + count
    return 0


def _predicted(word: str, marked: set[int]) -> int:
    model = sounds()
    return max(1, round(expected(word, model.weights, model.about["intercept"], marked)))


def by_letters(contexts: Iterable[str], weights: Iterable[float]) -> Weights:
    """Return weights of n-grams around letters by the letters before, then by the others.

    Every beginning of a listed n-gram is listed too, so that a search ends at the first that is
    not.

    Parameters
    ----------
    contexts : iterable of str
        N-grams with a bar before the letter in question, and up to `CONTEXT` letters on each side.
    weights : iterable of float
        Their weights.

    Examples
    --------
    >>> by_letters(["b|ed"], [0.5])
    {'b': {'e': 0.0, 'ed': 0.5}, '': {}}
    """
    table: Weights = {}
    for context, weight in zip(contexts, weights, strict=True):
        before, _, letters = context.partition("|")
        for start in range(len(before) + 1):
            table.setdefault(before[start:], {})
        for end in range(1, len(letters)):
            table[before].setdefault(letters[:end], 0.0)
        table[before][letters] = weight
    return table


def expected(word: str, weights: Weights, intercept: float, marked: Collection[int] = ()) -> float:
    """Return the expected number of syllables: the sum of each letter's probability of having one.

    Parameters
    ----------
    word : str
        A word in lower case, without diacritics.
    weights, intercept : dict, float
        Logistic regression of the n-grams around a letter; see :func:`by_letters`.
    marked : collection of int
        Places of letters that have a syllable.
    """
    edged = "<" * CONTEXT + word + ">" * CONTEXT
    total = float(len(marked))
    for place in range(CONTEXT, CONTEXT + len(word)):
        if place - CONTEXT in marked:
            continue
        logit = 0.0
        for before in range(CONTEXT + 1):
            table = weights.get(edged[place - before : place])
            if table is None:
                break
            for end in range(place + 1, place + CONTEXT + 2):
                weight = table.get(edged[place:end])
                if weight is None:
                    break
                logit += weight
        total += 1 / (1 + math.exp(-intercept - logit))
    return total
