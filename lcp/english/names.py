"""Kinds of tokens in their sentence: names, capitals in headings, units, parts of contractions."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import isnan, nan
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from lcp.english.kinds import CURRENCY, TITLES, UNITS, kind_of
from lcp.english.lemmas import lemma
from lcp.english.text import CACHED_WORDS
from lcp.english.word_frequency import zipf
from lcp.lexicon.file import listed_form, load_lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.english.kinds import Kind

#: A capitalised word is a name if this share of its occurrences inside sentences, or more, are
#: capitalised: at the start of a sentence and in headings, and elsewhere or before another name.
#: Values with the best F1 on one half of the sentences of ``benchmarks/kinds.md``.
SHARE_AT_START = 0.7
SHARE_INSIDE = 0.05
#: Minimum Zipf frequency of the ordinary word at the end of "London-based".
WORD_ZIPF = 3.0
#: Shares assumed for words outside the lexicon: with the suffix of an ordinary word, and others.
SUFFIX_SHARE, UNKNOWN_SHARE = 0.1, 0.8
#: Share of the words of a sentence in capitals from which the sentence is set in capitals.
CAPITALS_SHARE = 0.6
#: Length and Zipf frequency from which a word in capitals can be an ordinary, stressed word.
STRESSED_LENGTH, STRESSED_ZIPF = 5, 4.0
#: Length in letters from which a word in capitals is a name rather than an acronym.
LONG_ACRONYM = 6

#: Tokens after which the next one may have a capital for its position only.
_OPENERS = frozenset(":\"“‘'`«•·-–—*…?!.|") | {"...", "--", "``"}
#: Function words inside names, and lower-case parts of surnames.
_PARTICLES = frozenset(
    {
        *("al", "bin", "ibn", "de", "del", "della", "di", "da", "do", "dos", "das", "du", "des"),
        *("von", "van", "der", "den", "ten", "ter", "zu", "la", "le", "les", "el", "y", "bint"),
    }
)
_CONNECTORS = frozenset({"of", "and", "the", "for", "&"}) | _PARTICLES
#: Function words in lower case in title-cased headings.
LOWER_IN_HEADINGS = frozenset(
    {
        *("a", "an", "the", "of", "in", "on", "at", "by", "for", "to", "from", "with", "without"),
        *("and", "or", "but", "nor", "as", "vs.", "vs", "via", "per", "than", "over", "into"),
        *("under", "between", "during", "after", "before", "through", "about", "against", "'s"),
    }
)
#: First parts of contractions, by the part that follows.
_FIRST_PARTS = {
    "n't": {"ca", "wo", "sha", "ai"},
    "n’t": {"ca", "wo", "sha", "ai"},
    "na": {"gon", "wan"},
    "ta": {"got"},
    "me": {"lem", "gim"},
    "no": {"dun"},
}
#: Words before a contracted "is", "has" or "us"; after others, 's is a possessive.
_BEFORE_IS = frozenset(
    {
        *("it", "he", "she", "that", "there", "here", "what", "who", "where", "how", "let", "when"),
        *("why", "this"),
    }
)
#: Suffixes that are rare in names.
_SUFFIX = re.compile(
    r"(?:tion|sion|ness|ment|ity|ism|ist|ship|ward|wards|wise|less|able|ible|ful|ous|ive|ly"
    r"|ical|ology|ologist|ogenic|like|ise|ize|ised|ized|ably|ibly|hood|ance|ence|ency|ancy)s?$"
)
_INITIALS = re.compile(r"(?:[A-Z]\.-?)+")
_ONE_ROMAN = frozenset("IVX")
_PER, _MONTH = "/", "May"
_IS = frozenset({"'s", "’s"})
#: Kinds whose capitals are examined.
_CAPITALISED = frozenset({"word", "function word", "abbreviation", "symbol"})
#: Function words that are acronyms where they are in capitals and their neighbours are not.
_ACRONYMS = frozenset({"US", "IT", "WHO"})

Shape = Literal["lower", "capital", "capitals", "mixed", "none"]


class _Form(NamedTuple):
    """Shape of a form, and how often its word is capitalised inside sentences."""

    shape: Shape
    share: float
    zipf: float


def kinds_in_context(tokens: Sequence[str], kinds: Sequence[Kind]) -> list[Kind]:
    """Return the kinds of a sentence's tokens, with names.

    A capitalised word is a name inside a sentence. At its start, after a colon or an opening
    quotation mark, and in headings, it is a name if the word is usually capitalised inside
    sentences: in the text of the bundled lexicon, or because the lexicon does not contain it.

    Parameters
    ----------
    tokens : sequence of str
        Tokens of a sentence.
    kinds : sequence of Kind
        Their kinds without context; see :func:`lcp.english.kinds.kind_of`.

    Returns
    -------
    list of Kind

    Examples
    --------
    >>> tokens = ["Priya", "'s", "dog", "met", "a", "New", "York", "lawyer", "."]
    >>> kinds_in_context(tokens, [kind_of(token) for token in tokens])[:3]
    ['name', 'function word', 'word']
    """
    result = list(kinds)
    _contractions_and_units(tokens, result)
    forms = [
        _form(token) if kind in _CAPITALISED and not token.islower() else None
        for token, kind in zip(tokens, kinds, strict=True)
    ]
    if any(forms):
        _Sentence(tokens, result, forms).find_names()
    return result


def _contractions_and_units(tokens: Sequence[str], kinds: list[Kind]) -> None:
    """Set the kinds of tokens that depend on the token before or after only."""
    for index in range(1, len(tokens)):
        token, before = tokens[index], tokens[index - 1]
        if kinds[index - 1] == "number":
            # "5 mg", "10 ml/kg", and "€10m." at the end of a sentence
            per = token == _PER and not UNITS.isdisjoint(tokens[index + 1 : index + 2])
            if per or token in UNITS or token.rstrip(".") in UNITS:
                kinds[index] = "number"
        elif kinds[index] == "number":
            if CURRENCY.fullmatch(before):
                kinds[index - 1] = "number"
        elif token in _FIRST_PARTS:
            if before.lower() in _FIRST_PARTS[token]:
                kinds[index - 1] = kinds[index] = "contraction part"
        elif token in _IS and before.lower() in _BEFORE_IS:
            kinds[index] = "contraction part"


class _Sentence:
    """A sentence whose names are found.

    Parameters
    ----------
    tokens : sequence of str
        Tokens.
    kinds : list of Kind
        Their kinds, which are changed.
    forms : list of _Form or None
        Their forms; None for tokens in lower case, and for kinds that are certain.
    """

    def __init__(self, tokens: Sequence[str], kinds: list[Kind], forms: list[_Form | None]) -> None:
        self.tokens, self.kinds, self.forms = tokens, kinds, forms
        self.letters = [index for index, token in enumerate(tokens) if token[:1].isalpha()]
        self.first = self.letters[0] if self.letters else 0
        self.capitals = self._is_in_capitals()
        self.heading = not self.capitals and self._is_heading()

    def find_names(self) -> None:
        """Set the kinds of names, and of tokens in capitals."""
        # From the end, because a name continues to the right: "Mark" before "Rutte".
        for index in range(len(self.tokens) - 1, -1, -1):
            form, kind, token = self.forms[index], self.kinds[index], self.tokens[index]
            if form is None:
                if token in _PARTICLES and index != self.first and self._continues(index):
                    self.kinds[index] = "name"
            elif form.shape == "capitals":
                self.kinds[index] = self._kind_in_capitals(token, kind)
            elif kind == "word":
                if self._is_name(index, form):
                    self.kinds[index] = "name"
            else:
                self.kinds[index] = self._kind_after_capital(index)

    def _is_name(self, index: int, form: _Form) -> bool:
        before = self.tokens[index - 1] if index else ""
        if form.shape == "mixed" or _INITIALS.fullmatch(before) or _is_title(before):
            return True
        if index == self.first or self.heading or before in _OPENERS:
            follows = not self.heading and self.kinds[index + 1 : index + 2] == ["name"]
            return form.share >= (SHARE_INSIDE if follows else SHARE_AT_START)
        return (
            form.share >= SHARE_INSIDE
            or self._continues(index)
            or self._is_capitalised_word(index - 1)
        )

    def _kind_after_capital(self, index: int) -> Kind:
        """Return the kind of the month May, and of the Roman numeral in "World War I"."""
        token, kind = self.tokens[index], self.kinds[index]
        if token == _MONTH and not self.heading:
            dated = self.kinds[index + 1 : index + 2] == ["number"]
            return "name" if index != self.first or dated else kind
        numbered = token in _ONE_ROMAN and not self.capitals
        return "number" if numbered and self._is_capitalised_word(index - 1) else kind

    def _continues(self, index: int) -> bool:
        """Whether a name follows, perhaps after "of", "and" or a particle."""
        index += 1
        while index < len(self.tokens) and self.tokens[index] in _CONNECTORS:
            index += 1
        return self.kinds[index : index + 1] == ["name"]

    def _is_capitalised_word(self, index: int) -> bool:
        form = self.forms[index] if index >= 0 else None
        capital = form is not None and form.shape == "capital"
        return capital and self.kinds[index] in {"word", "name"}

    def _is_in_capitals(self) -> bool:
        """Whether most words of the sentence are in capitals."""
        words = [self.tokens[index] for index in self.letters if len(self.tokens[index]) > 1]
        upper = sum(word.isupper() for word in words)
        return upper >= CAPITALS_SHARE * max(len(words), 1)

    def _is_heading(self) -> bool:
        """Whether only short function words are in lower case, and some words are ordinary."""
        ordinary = 0
        for index in self.letters:
            form, is_word = self.forms[index], self.kinds[index] == "word"
            if form is None:
                if is_word or self.tokens[index] not in LOWER_IN_HEADINGS:
                    return False
            elif is_word:
                ordinary += index != self.first and form.share < SHARE_AT_START
        return ordinary > 0

    def _kind_in_capitals(self, token: str, kind: Kind) -> Kind:
        if kind == "number" or not token.isalpha():
            return kind
        if kind == "function word":
            return "abbreviation" if token in _ACRONYMS and not self.capitals else kind
        if is_ordinary_in_capitals(token, in_capitals=self.capitals):
            return kind_of(token.lower())
        return "name" if len(token) >= LONG_ACRONYM else "abbreviation"


def _is_title(token: str) -> bool:
    return token[:1].isupper() and token.lower().rstrip(".") in TITLES


def is_ordinary_in_capitals(token: str, *, in_capitals: bool) -> bool:
    """Return whether a word in capitals is an ordinary word: in a heading, or for emphasis.

    Parameters
    ----------
    token : str
        A word in capitals.
    in_capitals : bool
        Whether its sentence is set in capitals.
    """
    form = _form(token)
    stressed = len(token) >= STRESSED_LENGTH and form.zipf >= STRESSED_ZIPF
    return (in_capitals or stressed) and form.share < SHARE_AT_START


def is_ordinary_at_start(token: str) -> bool:
    """Return whether a word with an initial capital is an ordinary word at the start of a sentence.

    It is if it seldom has a capital inside sentences.
    """
    form = _form(token)
    return form.shape == "capital" and form.share < SHARE_AT_START


@lru_cache(maxsize=CACHED_WORDS)
def _form(token: str) -> _Form:
    if token.isupper() and len(token) > 1 and token.replace("-", "").isalpha():
        shape: Shape = "capitals"
    elif token[:1].isupper() and token[1:] == token[1:].lower():
        shape = "capital"
    elif token[1:] != token[1:].lower():
        shape = "capital" if "-" in token and token[:1].isupper() else "mixed"
    else:
        shape = "none"
    return _Form(shape, _share(token), zipf(token) if token.isalpha() else 0.0)


def _share(token: str) -> float:
    """Return the share of a word's occurrences inside sentences that are capitalised.

    A hyphenated word that ends in an ordinary word, such as "London-based", is an ordinary word.
    """
    lowered = token.lower()
    share = _listed_share(lowered)
    parts = token.split("-")
    if len(parts) > 1:
        if all(part[:1].isupper() for part in parts):
            return share if parts[0] == token else max(_share(part) for part in parts)
        last = _listed_share(parts[-1])
        if parts[-1].islower() and last < SHARE_AT_START and zipf(parts[-1]) > WORD_ZIPF:
            return 0.0
    if isnan(share):
        share = _listed_share(lemma(lowered))
    if isnan(share):
        return SUFFIX_SHARE if _SUFFIX.search(lowered) else UNKNOWN_SHARE
    return share


def _listed_share(word: str) -> float:
    number = load_lexicon().numbers.get(listed_form(word))
    return nan if number is None else _shares()[number]


@cache
def _shares() -> list[float]:
    """Return the shares of all words of the lexicon: NumPy is slow for one word at a time."""
    lexicon = load_lexicon()
    shares: list[float] = lexicon.capital_share(np.arange(len(lexicon.words))).tolist()
    return shares
