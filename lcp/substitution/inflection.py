"""The form of a word that ends as another word's does: plural -s, and -ed and -ing of verbs."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from lcp.word_frequency import zipf

Ending = Literal["s", "ed", "ing"]

_EXCEPTIONS = {"n": "noun.exc", "v": "verb.exc"}
#: How much rarer than its base a form may be, in Zipf.
_RARER = 2
#: Irregular forms by the database's path and their part of speech, read once per process.
_READ: dict[tuple[str, str], dict[str, list[str]]] = {}


def ending_of(form: str, base: str, part: str) -> Ending | Literal[""] | None:
    """Which of the endings a form stands for; "" for the base form, None for any other.

    Irregular forms stand for what regular verbs and nouns have in their place.

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
    """Give a noun or verb an ending; of an expression, a noun's last or a verb's first word.

    A form is only given where it is known: an irregular one of WordNet (Fellbaum 1998), where
    there is one for the ending, else one of simplemma's dictionary.

    Parameters
    ----------
    reader : nltk.corpus.reader.WordNetCorpusReader
        WordNet.
    base : str
        A word or expression as WordNet lists it, with spaces.
    part : {"n", "v"}
        Its part of speech.
    ending : {"s", "ed", "ing"}
        What it is to end with.

    Returns
    -------
    str or None
        None where no form is known, or several are that differ in meaning (``took``, ``taken``).
    """
    words = base.split()
    place = -1 if part == "n" else 0
    form = _form(reader, words[place], part, ending)
    if form is None:
        return None
    words[place] = form
    return " ".join(words)


def _form(reader: Any, word: str, part: str, ending: Ending) -> str | None:
    irregular = _irregular(reader, part).get(word, [])
    regular = _regular(reader, word, part, ending)
    if part == "n" and irregular:
        return max(irregular, key=_use)
    if part == "v" and ending == "ed":
        irregular = [form for form in irregular if not form.endswith(("ed", "ing", "s"))]
        if len(irregular) > 1:
            return None
        regular += irregular
    return max(regular, key=_use, default=None)


def _regular(reader: Any, word: str, part: str, ending: Ending) -> list[str]:
    """Forms with an ending; none that is hardly used beside its base ("setted")."""
    known = [form for form in _dictionary().get(word, ()) if form.endswith(ending) and form != word]
    # What the dictionary lists as a word of its own ("crosses" of croquet), or not at all.
    spelled = [word + ending, *([word + "es"] if ending == "s" else [])]
    known = known or [form for form in spelled if reader.morphy(form, part) == word]
    return [form for form in known if form.isalpha() and _use(form) > _use(word) - _RARER]


def _use(form: str) -> float:
    """Zipf frequency; a form that is not known is the rarest."""
    known = zipf(form)
    return known if known == known else 0.0  # noqa: PLR0124 - NaN is not itself


def _irregular(reader: Any, part: str) -> dict[str, list[str]]:
    """Forms of each base that WordNet's rules do not give."""
    key = (str(reader.root), part)
    if key not in _READ:
        forms: dict[str, list[str]] = {}
        with reader.open(_EXCEPTIONS[part]) as lines:
            for line in lines:
                form, *bases = line.split()
                for base in bases:
                    forms.setdefault(base, []).append(form)
        _READ[key] = forms
    return _READ[key]


@cache
def _dictionary() -> dict[str, list[str]]:
    """Forms of each dictionary form (simplemma's English dictionary)."""
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory

    forms: dict[str, list[str]] = {}
    for form, base in DefaultDictionaryFactory().get_dictionary("en").items():
        forms.setdefault(base, []).append(form)
    return forms
