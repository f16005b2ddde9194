"""First languages: word lists with frequencies, and words of a text."""

from __future__ import annotations

import math
import re
import unicodedata
from functools import cache, lru_cache

from lcp.english.text import CACHED_WORDS
from lcp.english.word_frequency import frequency_steps
from lcp.errors import InputError, nearest

#: First languages by the names that corpora and users give them. KVL calls Chinese ``cn``.
LANGUAGES = {"es": "es", "de": "de", "zh": "zh", "cn": "zh"}
#: Languages in the order of their features.
NAMES = {"es": "Spanish", "de": "German", "zh": "Chinese"}
#: Words that precede a noun or verb in a translation, or end an adjective or adverb in Chinese.
FUNCTION_WORDS = {
    "es": frozenset({"el", "la", "los", "las", "un", "una", "de", "se"}),
    "de": frozenset({"der", "die", "das", "ein", "eine", "sich", "etw", "etwas", "zu"}),
    "zh": frozenset({"的", "地", "得"}),
}

_WORD = re.compile(r"\w+")
#: Letters of the longest Chinese words that are tried.
_LONGEST = 6
#: Log10 probability of a Chinese character that is not in the list.
_UNLISTED = -12.0
_LIGATURES = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o"})


def language_of(name: str) -> str:
    """Return the language code of a first language: ``es``, ``de`` or ``zh``.

    Raises
    ------
    InputError
        If the first language is not supported.
    """
    if name not in LANGUAGES:
        raise InputError(
            f"The first language '{name}' is not supported.",
            where="l1",
            hint=nearest(str(name), LANGUAGES),
        )
    return LANGUAGES[name]


@cache
def zipf_values(language: str) -> dict[str, float]:
    """Return the Zipf frequency of each word of wordfreq's largest list (Speer 2022).

    The result is shared by all callers; do not modify it.
    """
    return {word: (900 - step) / 100 for word, step in frequency_steps(language).items()}


def zipf(word: str, language: str) -> float:
    """Return the Zipf frequency of a word, ignoring case; NaN if it is not in the list.

    >>> zipf("Haus", "de"), zipf("xqzzt", "de")
    (5.41, nan)
    """
    step = frequency_steps(language).get(word.lower())
    return math.nan if step is None else (900 - step) / 100


@lru_cache(maxsize=CACHED_WORDS)
def words_of(text: str, language: str) -> tuple[str, ...]:
    """Return the words of a text in lower case.

    Chinese is divided into the words of wordfreq's list whose product of frequencies is highest.

    >>> words_of("Gib mir das Buch!", "de")
    ('gib', 'mir', 'das', 'buch')
    >>> words_of("我喜欢音乐。", "zh")
    ('我', '喜欢', '音乐')
    """
    words = _WORD.findall(text.lower())
    if language != "zh":
        return tuple(words)
    return tuple(word for run in words for word in _segmented(run))


def plain_letters(text: str) -> str:
    """Return a text in lower case without accents.

    >>> plain_letters("Größe"), plain_letters("Extraña")
    ('grosse', 'extrana')
    """
    lowered = text.lower().translate(_LIGATURES)
    if lowered.isascii():
        return lowered
    parts = unicodedata.normalize("NFD", lowered)
    return "".join(character for character in parts if not unicodedata.combining(character))


def _segmented(run: str) -> list[str]:
    """Divide Chinese characters into words, by dynamic programming over the ends of words."""
    values = zipf_values("zh")
    best, begins = [0.0], [0]
    for end in range(1, len(run) + 1):
        options = [
            (best[begin] + score, begin)
            for begin in range(max(0, end - _LONGEST), end)
            if (score := _log_probability(run[begin:end], values)) is not None
        ]
        score, begin = max(options)
        best.append(score)
        begins.append(begin)
    words, end = [], len(run)
    while end:
        words.append(run[begins[end] : end])
        end = begins[end]
    return words[::-1]


def _log_probability(word: str, values: dict[str, float]) -> float | None:
    """Return log10 of a word's frequency; None if it is neither listed nor a character."""
    if word in values:
        return values[word] - 9
    return _UNLISTED if len(word) == 1 else None
