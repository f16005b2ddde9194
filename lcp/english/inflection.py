"""Inflect a word like another word: plural -s of nouns, and -s, -ed and -ing of verbs."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Literal

from cachetools import cached

from lcp.english.word_frequency import zipf

Ending = Literal["s", "ed", "ing"]

#: WordNet's files of irregular forms, by part of speech.
_EXCEPTIONS = {"n": "noun.exc", "v": "verb.exc"}
#: Maximum difference in Zipf frequency between a base form and an inflected form.
_MAX_DIFFERENCE = 2


def ending_of(form: str, base: str, part: str) -> Ending | Literal[""] | None:
    """Return the ending of a form; "" for the base form, None for other parts of speech.

    An irregular form has the ending that the regular form would have.

    Examples
    --------
    >>> ending_of("mice", "mouse", "n"), ending_of("took", "take", "v")
    ('s', 'ed')
    >>> ending_of("river", "river", "n"), ending_of("easier", "easy", "a")
    ('', None)
    """
    if form == base:
        return ""
    if part == "n":
        return "s"
    if part != "v":
        return None
    return "ing" if form.endswith("ing") else "s" if form.endswith("s") else "ed"


def inflect(reader: Any, base: str, part: str, ending: Ending) -> str | None:
    """Inflect a noun or verb; in an expression, the last word of a noun or the first of a verb.

    Forms come from WordNet's irregular forms (Fellbaum 1998) if it has one for the ending, else
    from simplemma's dictionary.

    `base` is an entry of WordNet, with spaces between words; `part` is "n" or "v". The result is
    None if there is no form, or several with different functions (``took``, ``taken``).
    """
    words = base.split()
    head = -1 if part == "n" else 0
    form = _form(reader, words[head], part, ending)
    if form is None:
        return None
    words[head] = form
    return " ".join(words)


def _form(reader: Any, word: str, part: str, ending: Ending) -> str | None:
    irregular = _irregular(reader, part).get(word, [])
    regular = _regular(reader, word, part, ending)
    if part == "n" and irregular:
        return max(irregular, key=_frequency)
    if part == "v" and ending == "ed":
        irregular = [form for form in irregular if not form.endswith(("ed", "ing", "s"))]
        if len(irregular) > 1:
            return None
        regular += irregular
    return max(regular, key=_frequency, default=None)


def _regular(reader: Any, word: str, part: str, ending: Ending) -> list[str]:
    """Return the forms with an ending, without those much rarer than the word ("setted")."""
    forms = [form for form in _dictionary().get(word, ()) if form.endswith(ending) and form != word]
    # The dictionary may lack the form, or list it as a lemma ("crosses").
    spelled = [word + ending, *([word + "es"] if ending == "s" else [])]
    forms = forms or [form for form in spelled if reader.morphy(form, part) == word]
    rarest = _frequency(word) - _MAX_DIFFERENCE
    return [form for form in forms if form.isalpha() and _frequency(form) > rarest]


def _frequency(form: str) -> float:
    """Return the Zipf frequency, 0 for an unlisted form."""
    frequency = zipf(form)
    return 0.0 if math.isnan(frequency) else frequency


@cached({}, key=lambda reader, part: (str(reader.root), part))
def _irregular(reader: Any, part: str) -> dict[str, list[str]]:
    """Return the irregular forms of each base, read once per process."""
    forms: dict[str, list[str]] = {}
    with reader.open(_EXCEPTIONS[part]) as lines:
        for line in lines:
            form, *bases = line.split()
            for base in bases:
                forms.setdefault(base, []).append(form)
    return forms


@cache
def _dictionary() -> dict[str, list[str]]:
    """Return the forms of each lemma in simplemma's English dictionary."""
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory

    forms: dict[str, list[str]] = {}
    for form, base in DefaultDictionaryFactory().get_dictionary("en").items():
        forms.setdefault(base, []).append(form)
    return forms
