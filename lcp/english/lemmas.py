"""Dictionary forms of words with a tag.

The lemma of an inflected form is an irregular one (``irregular.tsv``), an exception that the
treebanks show, or the candidate by the rules of spelling that a model prefers: by its rule and last
letters, its frequency, and how often it has the part of speech. ``tools/english`` trains the model.
"""

from __future__ import annotations

import math
import os
import re
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Literal

from lcp.base.caches import CACHED_TOKENS, CACHED_WORDS, RowCache
from lcp.english.affixes import PREFIXES
from lcp.english.lexicon.expression_table import load_expressions
from lcp.english.network import load_model_of_english
from lcp.english.tables import expansions, not_english, rows
from lcp.english.tags import PROPER, tags_alone
from lcp.english.word_frequency import frequencies, zipf_of_share

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Plural or third person, past tense, past participle, -ing form, comparative and superlative.
Ending = Literal["s", "ed", "en", "ing", "er", "est"]

#: Classes of Penn Treebank tags (Marcus et al. 1993) by their first two letters; "other" if absent.
COARSE = {"NN": "noun", "VB": "verb", "JJ": "adjective", "RB": "adverb"}
#: Ending of each Penn Treebank tag of an inflected word.
ENDINGS: dict[str, Ending] = {
    **dict.fromkeys(("NNS", "VBZ"), "s"),
    **dict.fromkeys(("JJR", "RBR"), "er"),
    **dict.fromkeys(("JJS", "RBS"), "est"),
    "VBD": "ed",
    "VBN": "en",
    "VBG": "ing",
}
#: What each ending replaces, by the rules of spelling: "ies" for "y", "s" for nothing. "=" stands
#: for a doubled consonant.
RULES: dict[str, list[tuple[str, str]]] = {
    ending: [(suffix, base) for suffix, _, base in (rule.partition(">") for rule in rules.split())]
    for ending, rules in {
        "s": "s es ies>y ves>f ves>fe =es>= ses>sis men>man a>um a>on i>us ae>a ices>ex ices>ix"
        " xes>xis eaux>eau 's",
        "ed": "ed ed>e ied>y =ed>= cked>c 'd",
        "ing": "ing ing>e ying>ie =ing>= cking>c in' in'>e =in'>=",
        "er": "er er>e ier>y =er>=",
        "est": "est est>e iest>y =est>=",
    }.items()
}
RULES["en"] = RULES["ed"]
#: Last letters of the forms to which a rule applies, by ending.
_LAST = {
    ending: tuple({suffix.lstrip("=") for suffix, _ in rules}) for ending, rules in RULES.items()
}
#: A stem of one syllable whose last letter is doubled before an ending: "starring", not "staring".
_SHORT = re.compile(r"[^aeiou]*[aeiouy][^aeiouwxy]")
_DOUBLE = re.compile(r".([^\W\d_])\1$")
#: A stem after which "s" is spelt "es": "boxes", but not "panes".
_HISSING = re.compile(r".*(?:[osxz]|[cs]h)")
#: Letters that are repeated for emphasis.
_LENGTHENED = re.compile(r"([^\W\d_])\1{2,}")
_VOWELS = frozenset("aeiouy")
#: Ends of words before an "s" that is no ending: "canvass", "diagenesis", "necrobiosis".
_NO_PLURAL = ("s", "esi", "osi", "ysi")
_PROPER = ("NNP", "ADD")
_ALONE = RowCache(0, CACHED_WORDS)
#: Endings of the columns of the file, by part of speech.
_COLUMNS: dict[str, tuple[Ending, ...]] = {
    "noun": ("s",),
    "verb": ("ed", "en", "s"),
    "adjective": ("er", "est"),
    "adverb": ("er", "est"),
}


@lru_cache(maxsize=CACHED_TOKENS)
def lemma(word: str, tag: str = "") -> str:
    """Return the dictionary form of a word with a tag, in lower case; a name keeps its capitals.

    Parameters
    ----------
    word : str
        A word in normal characters.
    tag : str
        Penn Treebank tag in its sentence (Marcus et al. 1993). Default: the tag that the model
        gives to the word in lower case alone.

    Examples
    --------
    >>> lemma("Mountains", "NNS"), lemma("mice", "NNS"), lemma("wound", "VBD"), lemma("wound", "NN")
    ('mountain', 'mouse', 'wind', 'wound')
    >>> lemma("cancelled", "VBD"), lemma("wives", "NNS"), lemma("worse", "JJR"), lemma("'ve", "VBP")
    ('cancel', 'wife', 'bad', 'have')
    >>> lemma("gone"), lemma("Playing"), lemma("Palestinians", "NNPS")
    ('go', 'play', 'Palestinian')

    A misspelling is its own lemma:

    >>> lemma("recieved", "VBD"), lemma("definately", "RB")
    ('recieved', 'definately')
    """
    form = word.lower()
    if not tag:
        return lemmas_alone([form])[0]
    if listed := _listed(word, form, tag):
        return listed
    if tag == "NNPS":
        base = lemma(form, "NNS")
        kept = len(os.path.commonprefix([form, base]))  # noqa: RUF071 - letters are compared
        return word[:kept] + base[kept:]
    if tag in _PROPER:
        return word
    if tag in ENDINGS and form[-1:].isalpha() and not form[:1].isdigit():
        return _base(form, tag)
    return _shortened(form) if tag[:2] in COARSE else form


def lemmas_alone(words: Iterable[str]) -> list[str]:
    """Return the lemma of each word without a sentence, in less time than one by one.

    >>> lemmas_alone(["Wives", "river", "canvass", "needless"])
    ['wife', 'river', 'canvass', 'needless']
    """
    forms = [word.lower() for word in words]
    suffixes = tuple({*chain(*_LAST.values())})
    open_forms = [
        form for form in dict.fromkeys(forms) if form.endswith(suffixes) or is_irregular(form)
    ]
    bases: dict[str, str] = {}
    for first in range(0, len(open_forms), CACHED_WORDS):
        batch = open_forms[first : first + CACHED_WORDS]
        bases |= zip(batch, _ALONE.values(batch, _bases_alone), strict=True)
    return [bases.get(form, form) for form in forms]


def _bases_alone(forms: list[str]) -> list[str]:
    tags = tags_alone(load_model_of_english(), forms)
    return [lemma(form, tag).lower() for form, tag in zip(forms, tags, strict=True)]


def is_irregular(form: str) -> bool:
    """Return whether a word in lower case is listed as an inflected form."""
    return form in _irregular()


def without_ending(form: str, ending: str) -> list[tuple[str, str]]:
    """Return the rule and the base of each way to take an ending off a form, and the form itself.

    >>> without_ending("stopped", "ed")
    [('', 'stopped'), ('ed', 'stopp'), ('ed>e', 'stoppe'), ('=ed', 'stop')]
    """
    pairs = [("", form)]
    if not form.endswith(_LAST[ending]):
        return pairs
    for suffix, base in RULES[ending]:
        is_double = suffix[0] == "="
        stem = form.removesuffix(suffix.lstrip("="))
        if stem in {"", form} or (suffix == "es" and not _HISSING.fullmatch(stem)):
            continue
        # "Fling" has no ending.
        if ending in {"ed", "en", "ing"} and _VOWELS.isdisjoint(stem + base.removesuffix("e")):
            continue
        # After s, the ending is spelt "es": "canvass" is no form of "canvas".
        if suffix == "s" and stem.endswith(_NO_PLURAL):
            continue
        if is_double:
            if _DOUBLE.search(stem) and (ending != "s" or stem[-1] in "sz"):
                pairs.append((suffix, stem[:-1]))
        # The e of a stem is the one of the ending: "licensees" is no form of "license".
        elif base or not (
            suffix[0] == stem[-1] == "e" or (ending != "s" and _SHORT.fullmatch(stem))
        ):
            pairs.append((f"{suffix}>{base}" if base else suffix, stem + base))
    return pairs


@lru_cache(maxsize=CACHED_WORDS)
def possible_lemmas(word: str) -> tuple[str, ...]:
    """Return the possible lemmas of a word, if it is an inflected form.

    >>> possible_lemmas("planes")
    ('plane',)
    """
    # Participles have the endings of past tenses.
    endings = [end for end, suffixes in _LAST.items() if end != "en" and word.endswith(suffixes)]
    pairs = chain.from_iterable(without_ending(word, ending) for ending in endings)
    return tuple(dict.fromkeys(base for rule, base in pairs if rule))


def lemma_features(form: str, tag: str, rule: str, base: str) -> dict[str, float]:
    """Return what a model knows about a candidate: indicators and numbers by name."""
    group = tag[:2]
    frequency, own = _frequency(base), _frequency(form)
    share = load_expressions().class_share(base, group)
    seen = max(share, load_model_of_english().settings["unseen_part"])
    return {
        f"{group} {rule}": 1.0,
        f"{rule} {form[-4:]}": 1.0,
        f"{rule} {form[-5:]}": 1.0,
        "frequency": frequency / 8,
        "listed": float(frequency > 0),
        "rarer": max(0.0, own - frequency) / 8,
        f"share {group}": share,
        "used as this": max(0.0, frequency + math.log10(seen)) / 8,
        "has class": float(share > 0),
        f"same {tag}": float(not rule),
    }


def _listed(word: str, form: str, tag: str) -> str | None:
    """Return the word of an abbreviation, a misspelling itself, or a lemma that is listed."""
    part = COARSE.get(tag[:2], "")
    if part and (expansion := expansions().get(word) or expansions().get(form)):
        return expansion
    if part and tag not in PROPER and form in not_english():
        return form
    exception = load_model_of_english().exceptions.get((form, tag))
    return exception or irregular_bases().get((form, part, ENDINGS.get(tag, "")))


def _base(form: str, tag: str) -> str:
    """Return the lemma of an inflected form."""
    before, hyphen, last = form.rpartition("-")
    if hyphen:
        # The participle of a compound is no form of a verb: "well-known", but "re-opened".
        is_whole = not last or (tag in {"VBN", "VBG"} and before not in PREFIXES)
        return form if is_whole else before + hyphen + lemma(last, tag)
    return _regular_base(form, tag)


def _shortened(form: str) -> str:
    """Return a form whose letters are repeated for emphasis without them: "sooooo"."""
    if not _LENGTHENED.search(form) or _VOWELS.isdisjoint(form):
        return form
    counts = frequencies()
    options = [form, *(_LENGTHENED.sub(letters, form) for letters in (r"\1", r"\1\1"))]
    return max((option for option in options if len(option) > 1), key=lambda o: counts.get(o, 0.0))


def _regular_base(form: str, tag: str) -> str:
    """Return the candidate that the model prefers."""
    options = without_ending(form, ENDINGS[tag])
    if len(options) == 1:
        return form
    weights = load_model_of_english().lemma_weights
    scores = [
        sum([weights[name] * value for name, value in named.items() if name in weights])
        for named in (lemma_features(form, tag, *option) for option in options)
    ]
    return options[scores.index(max(scores))][1]


def _frequency(word: str) -> float:
    share = frequencies().get(word)
    return 0.0 if share is None else zipf_of_share(share)


def irregular_forms(word: str, part: str, ending: Ending) -> list[str]:
    """Return the irregular forms of a word, the commonest first.

    >>> irregular_forms("take", "verb", "en"), irregular_forms("undertake", "verb", "ed")
    (['taken'], ['undertook'])
    """
    return _irregular_forms().get((word, part, ending), [])


@cache
def _irregular_forms() -> dict[tuple[str, str, str], list[str]]:
    """Return the irregular forms of each base, part of speech and ending."""
    forms: dict[tuple[str, str, str], list[str]] = {}
    for line in rows("irregular.tsv"):
        part, base, *columns = line.split("\t")
        for ending, column in zip(_COLUMNS[part], columns, strict=False):
            forms[base, part, ending] = column.split()
    return forms


@cache
def irregular_bases() -> dict[tuple[str, str, str], str]:
    """Return the base of each irregular form, part of speech and ending."""
    forms = _irregular_forms().items()
    return {(form, part, end): base for (base, part, end), listed in forms for form in listed}


@cache
def _irregular() -> frozenset[str]:
    return frozenset(form for form, *_ in (*irregular_bases(), *load_model_of_english().exceptions))
