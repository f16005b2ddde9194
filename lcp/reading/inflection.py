"""Inflect a word like another word: nouns, verbs, adjectives and adverbs."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Literal

from lcp.english.lemmas import ENDINGS, Ending, dictionary, irregular_forms, lemma
from lcp.english.word_classes import class_shares
from lcp.english.word_frequency import zipf, zipf_of_share
from lcp.lexicon.file import load_lexicon

#: Maximum difference in Zipf frequency between a base form and an inflected form.
_MAX_DIFFERENCE = 2
#: Smallest share of nouns among the occurrences of an irregular plural.
_MOSTLY = 0.5
#: Part of speech in the table of irregular forms, and beginning of the Penn Treebank tag.
_PARTS = {"n": ("noun", "NN"), "v": ("verb", "VB"), "a": ("adjective", "JJ"), "r": ("adverb", "RB")}


def ending_of(form: str, base: str, tag: str) -> Ending | Literal[""]:
    """Return the ending of a form; "" for the base form.

    An irregular form has the ending that the regular form would have.

    Parameters
    ----------
    form, base : str
        A form in lower case, and its base form.
    tag : str
        Penn Treebank tag of the form in its sentence.

    Examples
    --------
    >>> ending_of("mice", "mouse", "NNS"), ending_of("took", "take", "VBD")
    ('s', 'ed')
    >>> ending_of("put", "put", "VBN"), ending_of("put", "put", "VB")
    ('en', '')
    >>> ending_of("rebuilt", "rebuild", "VBZ")
    'ed'
    """
    ending = ENDINGS.get(tag, "s")
    if form == base:
        # Only past forms can equal the base ("put", "come").
        return ending if ending in {"ed", "en"} else ""
    # The tagger takes some past forms for present ones ("a city mostly rebuilt").
    return "ed" if tag.startswith("VB") and ending == "s" and form[-1] != "s" else ending


def inflect(base: str, part: str, ending: Ending) -> str | None:
    """Inflect a word; in an expression, the first word of a verb, else the last word.

    `base` has spaces between words; `part` is "n", "v", "a" or "r". The result is None if there is
    no such form in use.
    """
    words = base.split()
    head = 0 if part == "v" else -1
    form = _form(words[head], *_PARTS[part], ending)
    if form is None:
        return None
    words[head] = form
    return " ".join(words)


def _form(word: str, part: str, tag: str, ending: Ending) -> str | None:
    irregular = irregular_forms(word, part, ending)
    if irregular:
        return irregular[0]
    tags = [name for name, end in ENDINGS.items() if end == ending]
    tag = next(name for name in tags if name.startswith(tag))
    suffix = "ed" if ending == "en" else ending
    # The dictionary may lack the form ("crosses"), the rules its spelling ("criteria").
    if suffix == "s":
        stems = [word, word + "e", re.sub("y$", "ie", word)]
    else:
        stems = [word, word.removesuffix("e"), word + word[-1], word + "k"]
        stems.append(re.sub("ie$", "y", word) if suffix == "ing" else re.sub("y$", "i", word))
    spelled = {stem + suffix for stem in stems}
    listed = _irregular_plurals().get(word, []) if part == "noun" else []
    rarest = max(frequency(word) - _MAX_DIFFERENCE, 0)
    forms = [
        form
        for form in sorted({*spelled, *listed})
        if form != word and frequency(form) > rarest and lemma(form, tag) == word
    ]
    return max(forms, key=frequency, default=None)


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


@cache
def _irregular_plurals() -> dict[str, list[str]]:
    """Return irregular plurals of simplemma's English dictionary ("criteria")."""
    forms: dict[str, list[str]] = {}
    for form, base in dictionary().items():
        # The dictionary has all forms of a word ("broken").
        if class_shares(form).get("NN", 0.0) > _MOSTLY:
            forms.setdefault(base, []).append(form)
    return forms
