"""Inflect a word like another word: nouns, verbs, adjectives and adverbs."""

from __future__ import annotations

import math

from lcp.english.lemmas import ENDINGS, RULES, Ending, irregular_forms, lemma
from lcp.english.word_frequency import zipf, zipf_of_share
from lcp.lexicon.words import load_lexicon

#: Maximum difference in Zipf frequency between a noun and its plural: "informations" is no plural.
_MAX_DIFFERENCE = 2
#: Part of speech in the table of irregular forms, and beginning of the Penn Treebank tag.
_PARTS = {"n": ("noun", "NN"), "v": ("verb", "VB"), "a": ("adjective", "JJ"), "r": ("adverb", "RB")}


def inflect(base: str, part: str, ending: Ending) -> str | None:
    """Inflect a word; in an expression, the first word of a verb, else the last word.

    `base` has spaces between words; `part` is "n", "v", "a" or "r". The result is None if there is
    no such form in use.

    >>> inflect("thief", "n", "s"), inflect("get over", "v", "ing"), inflect("easy", "a", "est")
    ('thieves', 'getting over', 'easiest')
    """
    words = base.split()
    head = 0 if part == "v" else -1
    form = _form(words[head], *_PARTS[part], ending)
    if form is None:
        return None
    words[head] = form
    return " ".join(words)


def forms(base: str, part: str) -> dict[str, str]:
    """Return the forms of a word in use by ending; the base form, with "", is always one.

    >>> forms("thief", "n"), forms("easy", "a")
    ({'': 'thief', 's': 'thieves'}, {'': 'easy', 'er': 'easier', 'est': 'easiest'})
    """
    tag = _PARTS[part][1] if part else None
    endings = dict.fromkeys(end for name, end in ENDINGS.items() if tag and name.startswith(tag))
    inflected = {end: inflect(base, part, end) for end in endings}
    return {"": base} | {end: form for end, form in inflected.items() if form}


def _form(word: str, part: str, tag: str, ending: Ending) -> str | None:
    irregular = irregular_forms(word, part, ending)
    if irregular:
        return irregular[0]
    tag = next(name for name, end in ENDINGS.items() if end == ending and name.startswith(tag))
    rarest = max(frequency(word) - _MAX_DIFFERENCE, 0) if part == "noun" else 0
    forms = {
        word.removesuffix(base) + (word[-1] + suffix[1:] if suffix[0] == "=" else suffix)
        for suffix, base in ((suffix, base.lstrip("=")) for suffix, base in RULES[ending])
        if word.endswith(base)
    }
    listed = [form for form in sorted(forms) if frequency(form) > rarest]
    return max((form for form in listed if lemma(form, tag) == word), key=frequency, default=None)


def frequency(form: str) -> float:
    """Return the Zipf frequency of the rarest word of a form, 0 if it is not listed.

    wordfreq estimates hyphenated words from their parts, which makes "hand-to-mouth" a common word:
    they have their frequency in the texts of the bundled lexicon.
    """
    values = [_counted_zipf(word) if "-" in word else zipf(word) for word in form.split()]
    return min(0.0 if math.isnan(value) else value for value in values)


def _counted_zipf(word: str) -> float:
    """Return the Zipf frequency of a word in the lexicon's texts, NaN if they lack it."""
    lexicon = load_lexicon()
    row = lexicon.rows([word])[0]
    return zipf_of_share(lexicon.counts[row] / lexicon.counts.sum()) if row >= 0 else math.nan
