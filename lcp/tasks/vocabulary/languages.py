"""First languages: frequencies and words of a text, and translations as tests give them."""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from typing import NamedTuple

from lcp.base.caches import CACHED_WORDS
from lcp.english.spellings import LIGATURES, without_accents
from lcp.english.word_frequency import frequencies, zipf_of_share
from lcp.errors import unknown

#: First languages in the order of their features.
NAMES = {"es": "Spanish", "de": "German", "zh": "Chinese"}
#: Languages with the alphabet of English, except for accents.
ALPHABETIC = ("es", "de")
#: Words that precede a noun or verb in a translation, or end an adjective or adverb in Chinese.
FUNCTION_WORDS = {
    "es": frozenset({"el", "la", "los", "las", "un", "una", "de", "se"}),
    "de": frozenset({"der", "die", "das", "ein", "eine", "sich", "etw", "etwas", "zu"}),
    "zh": frozenset({"的", "地", "得"}),
}

_WORD = re.compile(r"\w+")

_NOTE = re.compile(r"[(（]([^()（）]*)[)）]")
_EXCLUSION = re.compile(
    r"\s*(?:nicht|no|not|不是|不|la respuesta no)\b\s*:?|\s*不(?:是)?", re.IGNORECASE
)
_ENGLISH = re.compile(r"-?[a-z]{2,}", re.IGNORECASE)
#: Words between the negation and an excluded ending: ``nicht endend in "-ious"``.
_BEFORE_ENDINGS = frozenset({"endend", "in", "termina", "en"})
_SEPARATOR = re.compile(r"[,，;；、/]")
_EDGES = " \t.…\"“”'‘’"


class Translation(NamedTuple):
    """A parsed translation.

    Attributes
    ----------
    alternatives : tuple of str
        Translations without notes; at least one, or none of an empty text.
    excluded : tuple of str
        English words or endings that are not the answer: ``(nicht: strange)``.
    notes : int
        Number of other notes in parentheses, such as a field: ``（器官）活动亢进的``.
    """

    alternatives: tuple[str, ...]
    excluded: tuple[str, ...]
    notes: int


@lru_cache(maxsize=CACHED_WORDS)
def parse_translation(text: str) -> Translation:
    """Divide a translation into alternatives, excluded words and notes.

    >>> parse_translation("seltsam, eigenartig (nicht: strange)")
    Translation(alternatives=('seltsam', 'eigenartig'), excluded=('strange',), notes=0)
    """
    excluded: list[str] = []
    notes = 0
    for note in _NOTE.findall(text):
        if exclusion := _EXCLUSION.match(note):
            words = [word.lower() for word in _ENGLISH.findall(note[exclusion.end() :])]
            excluded += [word for word in words if word not in _BEFORE_ENDINGS]
        else:
            notes += 1
    outside = _NOTE.sub("", text)
    if not outside.strip(_EDGES):
        outside = re.sub("[()（）]", "", text)
    alternatives = [part.strip(_EDGES) for part in _SEPARATOR.split(outside)]
    listed = tuple(part for part in alternatives if part) or (text.strip(),)
    return Translation(listed if text.strip() else (), tuple(excluded), notes)


def language_of(readers: str) -> str:
    """Return the first language of readers: ``es`` of ``learner:es``, "" of ``learner``.

    Raises
    ------
    InputError
        If the first language is not supported.
    """
    name = readers.partition(":")[2]
    if name and name not in NAMES:
        raise unknown("first language", name, NAMES, where="readers")
    return name


@cache
def zipf_values(language: str) -> dict[str, float]:
    """Return the Zipf frequency of each word of wordfreq's largest list (Speer 2022).

    The result is shared by all callers; do not modify it.
    """
    return {word: zipf_of_share(share) for word, share in frequencies(language).items()}


def zipf(word: str, language: str) -> float:
    """Return the Zipf frequency of a word, ignoring case; NaN if it is not in the list.

    >>> zipf("Haus", "de"), zipf("xqzzt", "de")
    (5.41, nan)
    """
    return zipf_values(language).get(word.lower(), math.nan)


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


def content_words(text: str, language: str) -> tuple[str, ...]:
    """Return the words of a translation without function words, if others remain.

    >>> content_words("der Garten", "de")
    ('garten',)
    """
    words = words_of(text, language)
    return tuple(word for word in words if word not in FUNCTION_WORDS[language]) or words


@lru_cache(maxsize=CACHED_WORDS)
def translation_zipf(text: str, language: str, unlisted: float = 0.5) -> float:
    """Return the frequency of the rarest content word of a translation; NaN if it has no words.

    Words that are not listed have the Zipf frequency `unlisted`.
    """
    listed = zipf_values(language)
    return min((listed.get(w, unlisted) for w in content_words(text, language)), default=math.nan)


def plain_letters(text: str) -> str:
    """Return a text in lower case without accents.

    >>> plain_letters("Größe"), plain_letters("Extraña")
    ('grosse', 'extrana')
    """
    return without_accents(text.lower().translate(LIGATURES))


def _segmented(run: str, longest: int = 6, unlisted: float = -3.0) -> list[str]:
    """Divide Chinese characters into words, by dynamic programming over the ends of words.

    Words have at most `longest` characters. A character that is not listed has the Zipf frequency
    `unlisted`.
    """
    values = zipf_values("zh")
    best, begins = [0.0], [0]
    for end in range(1, len(run) + 1):
        starts = range(max(0, end - longest), end)
        options = [
            # The probability of a word is 10 ** (zipf - 9).
            (best[begin] + values.get(run[begin:end], unlisted) - 9, begin)
            for begin in starts
            if run[begin:end] in values or begin == end - 1
        ]
        score, begin = max(options)
        best.append(score)
        begins.append(begin)
    words, end = [], len(run)
    while end:
        words.append(run[begins[end] : end])
        end = begins[end]
    return words[::-1]
