"""Inflect a word like another word: nouns, verbs, adjectives and adverbs."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Literal

from cachetools import cached

from lcp.english.word_frequency import zipf

#: Plural or third person, past tense, past participle, -ing form, comparative and superlative.
Ending = Literal["s", "ed", "en", "ing", "er", "est"]

#: WordNet's files of irregular forms, by part of speech.
_EXCEPTIONS = {"n": "noun.exc", "v": "verb.exc", "a": "adj.exc", "r": "adv.exc"}
#: Maximum difference in Zipf frequency between a base form and an inflected form.
_MAX_DIFFERENCE = 2
#: Ending of each Penn Treebank tag (Marcus et al. 1993) of an inflected word.
_TAGGED: dict[str, Ending] = {
    **dict.fromkeys(("NNS", "NNPS", "VBZ"), "s"),
    **dict.fromkeys(("JJR", "RBR"), "er"),
    **dict.fromkeys(("JJS", "RBS"), "est"),
    "VBD": "ed",
    "VBN": "en",
    "VBG": "ing",
}
#: Verbs whose past tense, or past participle, is the base form.
_PAST_IS_BASE = {
    *("beat", "bet", "broadcast", "burst", "cast", "cost", "cut", "forecast", "hit", "hurt"),
    *("let", "put", "quit", "rid", "set", "shed", "shut", "slit", "split", "spread", "thrust"),
    "upset",
}
_PARTICIPLE_IS_BASE = (_PAST_IS_BASE - {"beat"}) | {
    *("become", "come", "outrun", "overcome", "overrun", "rerun", "run"),
}


def ending_of(form: str, base: str, part: str, tag: str = "") -> Ending | Literal[""] | None:
    """Return the ending of a form; "" for the base form, None if it cannot be recognised.

    An irregular form has the ending that the regular form would have.

    Parameters
    ----------
    form, base : str
        A form in lower case, and its base form.
    part : {"n", "v", "a", "r"}
        WordNet's part of speech.
    tag : str, default=""
        Penn Treebank tag of the form in its sentence. It distinguishes forms that are spelled
        alike: ``put``, and the past tense and participle of ``move``.

    Examples
    --------
    >>> ending_of("mice", "mouse", "n"), ending_of("took", "take", "v")
    ('s', 'ed')
    >>> ending_of("moved", "move", "v", "VBN"), ending_of("easier", "easy", "a")
    ('en', 'er')
    """
    if form == base:
        # Only verbs have past forms that equal the base ("put", "come").
        return _TAGGED[tag] if part == "v" and tag in {"VBD", "VBN"} else ""
    if part == "n":
        return "s"
    if part != "v":
        return "er" if form.endswith("er") else "est" if form.endswith("st") else None
    if form.endswith(("ing", "s")):
        return "ing" if form.endswith("ing") else "s"
    is_tagged = tag in {"VBN", "JJ"} if form.endswith("ed") else tag == "VBN"
    return "en" if is_tagged or _is_participle(form) else "ed"


def inflect(reader: Any, base: str, part: str, ending: Ending) -> str | None:
    """Inflect a word; in an expression, the first word of a verb, else the last word.

    Forms come from WordNet's irregular forms (Fellbaum 1998) if it has one for the ending, else
    from simplemma's dictionary.

    `base` is an entry of WordNet, with spaces between words; `part` is "n", "v", "a" or "r". The
    result is None if there is no form.
    """
    words = base.split()
    head = 0 if part == "v" else -1
    form = _form(reader, words[head], part, ending)
    if form is None:
        return None
    words[head] = form
    return " ".join(words)


def _form(reader: Any, word: str, part: str, ending: Ending) -> str | None:
    irregular = _irregular(reader, part).get(word, [])
    if part == "v" and ending in {"ed", "en"}:
        return _past(reader, word, irregular, ending)
    forms = [form for form in irregular if part == "n" or form.endswith(ending)]
    return max(_regular(reader, word, part, ending) + forms, key=_frequency, default=None)


def _past(reader: Any, word: str, irregular: list[str], ending: Ending) -> str | None:
    """Return the past tense or participle of a verb."""
    if word in (_PAST_IS_BASE if ending == "ed" else _PARTICIPLE_IS_BASE):
        return word
    forms = [form for form in irregular if not form.endswith(("ed", "ing", "s"))]
    participles = [form for form in forms if _is_participle(form)]
    # A single form is both, as "won" and "hung", unless it is like "shown" and "proven".
    if len(forms) > 1 or any(form.endswith(("wn", "en")) for form in forms):
        forms = [form for form in forms if (form in participles) == (ending == "en")]
    return max(_regular(reader, word, "v", "ed") + forms, key=_frequency, default=None)


def _is_participle(form: str) -> bool:
    """Return whether an irregular form is spelled like a participle.

    >>> [_is_participle(form) for form in ("taken", "sung", "took", "sang", "began")]
    [True, True, False, False, False]
    """
    if form.endswith(("an", "ang", "ank", "am")):
        return False
    return form.endswith(("n", "ne", "ung", "unk", "um"))


def _regular(reader: Any, word: str, part: str, ending: Ending) -> list[str]:
    """Return the forms with an ending, without those much rarer than the word ("setted")."""
    forms = [form for form in _dictionary().get(word, ()) if form.endswith(ending) and form != word]
    # The dictionary may lack the form, or list it as a lemma ("crosses", "proving").
    stems = [word, word.removesuffix("e"), word + word[-1]]
    if word.endswith("y"):
        stems.append(word[:-1] + "i")
    if ending == "s":
        stems = [word, word + "e", *([word[:-1] + "ie"] if word.endswith("y") else [])]
    spelled = [stem + ending for stem in stems]
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
