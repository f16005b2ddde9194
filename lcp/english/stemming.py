"""The English stemmer of Snowball (Porter 2001), as in NLTK, which takes a second to import."""

from __future__ import annotations

_VOWELS = "aeiouy"
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
#: Letters that may precede a removed "li".
_BEFORE_LI = "cdeghkmnrt"
#: Beginnings whose first region has a fixed start.
_BEGINNINGS = ("gener", "commun", "arsen")

#: Words that the rules would stem wrongly.
_EXCEPTIONS = {
    "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl",
    "gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
    **dict.fromkeys(("inning", "innings"), "inning"),
    **dict.fromkeys(("outing", "outings"), "outing"),
    **dict.fromkeys(("canning", "cannings"), "canning"),
    **dict.fromkeys(("herring", "herrings"), "herring"),
    **dict.fromkeys(("earring", "earrings"), "earring"),
    **{word: word for word in ("sky", "news", "howe", "atlas", "cosmos", "bias", "andes")},
    **{
        f"{stem}{ending}": stem
        for stem in ("proceed", "exceed", "succeed")
        for ending in ("", "s", "ed", "ing")
    },
}  # fmt: skip

#: Suffixes and their replacements, the longest first. The third value is the length of the second
#: region after the replacement if it was shorter than the suffix, as in NLTK.
_STEP_2 = (
    ("ization", "ize", 0), ("ational", "ate", 1), ("fulness", "ful", None),
    ("ousness", "ous", 0), ("iveness", "ive", 1), ("tional", "tion", None),
    ("biliti", "ble", 0), ("lessli", "less", None), ("entli", "ent", None), ("ation", "ate", 1),
    ("alism", "al", 0), ("aliti", "al", 0), ("ousli", "ous", 0), ("iviti", "ive", 1),
    ("fulli", "ful", None), ("enci", "ence", None), ("anci", "ance", None),
    ("abli", "able", None), ("izer", "ize", 0), ("ator", "ate", 1), ("alli", "al", 0),
    ("bli", "ble", 0), ("ogi", "og", None), ("li", "", None),
)  # fmt: skip
_STEP_3 = (
    ("ational", "ate", 0), ("tional", "tion", None), ("alize", "al", None), ("icate", "ic", 0),
    ("iciti", "ic", 0), ("ative", "", None), ("ical", "ic", 0), ("ness", "", None),
    ("ful", "", None),
)  # fmt: skip
_STEP_4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous",
    "ive", "ize", "ion", "al", "er", "ic",
)  # fmt: skip


def snowball_stem(word: str) -> str:
    """Return the lower-case stem of an English word.

    >>> snowball_stem("Mountains"), snowball_stem("national"), snowball_stem("hopping")
    ('mountain', 'nation', 'hop')
    """
    word = word.lower()
    if len(word) <= 2:  # noqa: PLR2004
        return word
    if word in _EXCEPTIONS:
        return _EXCEPTIONS[word]
    for apostrophe in "’‘‛":
        word = word.replace(apostrophe, "'")
    parts = _Word(_with_consonant_y(word.removeprefix("'")))
    parts.remove_plural()
    parts.remove_participle()
    parts.replace_y()
    parts.replace_suffix(_STEP_2)
    parts.replace_suffix(_STEP_3)
    parts.remove_suffix()
    parts.remove_final_letter()
    return parts.text.replace("Y", "y")


class _Word:
    """A word, and the lengths of its regions R1 and R2, which are at its end.

    A region begins after the first consonant that follows a vowel, R2 within R1. Steps and
    regions: https://snowballstem.org/algorithms/english/stemmer.html
    """

    def __init__(self, text: str) -> None:
        self.text = text
        beginning = next((start for start in _BEGINNINGS if text.startswith(start)), "")
        self.first = len(text) - len(beginning) if beginning else _region(text)
        self.second = _region(text[len(text) - self.first :])

    def _ends(self, suffix: str, region: int) -> bool:
        return region >= len(suffix) and self.text.endswith(suffix)

    def _cut(self, count: int) -> None:
        self.text = self.text[:-count]
        self.first, self.second = max(self.first - count, 0), max(self.second - count, 0)

    def _replace(self, suffix: str, new: str, short: int | None) -> None:
        if short is None:
            # The new suffix has letters in common with the old one, so that regions only shrink.
            removed = len(suffix) - len(new)
            self.text = self.text[: len(self.text) - len(suffix)] + new
            self.first, self.second = max(self.first - removed, 0), max(self.second - removed, 0)
            return
        change = len(new) - len(suffix)
        self.text = self.text[: -len(suffix)] + new
        self.first = self.first + change if self.first >= len(suffix) else 0
        self.second = self.second + change if self.second >= len(suffix) else short

    def remove_plural(self) -> None:
        """Remove a possessive and a plural: steps 0 and 1a."""
        for suffix in ("'s'", "'s", "'"):
            if self.text.endswith(suffix):
                self._cut(len(suffix))
                break
        text = self.text
        if text.endswith("sses"):
            self._cut(2)
        elif text.endswith(("ied", "ies")):
            self._cut(2 if len(text) > 4 else 1)  # noqa: PLR2004
        elif text.endswith("s") and not text.endswith(("us", "ss")) and _has_vowel(text[:-2]):
            self._cut(1)

    def remove_participle(self) -> None:
        """Remove "ed", "ing" and their adverbs: step 1b."""
        for suffix in ("eedly", "ingly", "edly", "eed", "ing", "ed"):
            if not self.text.endswith(suffix):
                continue
            if suffix in ("eed", "eedly"):
                if self._ends(suffix, self.first):
                    self._replace(suffix, "ee", 0)
            elif _has_vowel(self.text[: -len(suffix)]):
                self._cut(len(suffix))
                self._restore_ending()
            return

    def _restore_ending(self) -> None:
        text = self.text
        if text.endswith(("at", "bl", "iz")):
            self.text += "e"
            self.first += 1
            if len(self.text) > 5 or self.first >= 3:  # noqa: PLR2004
                self.second += 1
        elif text.endswith(_DOUBLES):
            self._cut(1)
        elif self.first == 0 and _is_short(text):
            self.text += "e"
            self.second += self.second > 0

    def replace_y(self) -> None:
        """Replace a final y after a consonant by i: step 1c."""
        text = self.text
        if len(text) > 2 and text[-1] in "yY" and text[-2] not in _VOWELS:  # noqa: PLR2004
            self.text = f"{text[:-1]}i"

    def replace_suffix(self, replacements: tuple[tuple[str, str, int | None], ...]) -> None:
        """Replace the longest suffix if it is in R1: steps 2 and 3."""
        for suffix, new, short in replacements:
            if not self.text.endswith(suffix):
                continue
            allowed = self._ends(suffix, self.first) and (
                (suffix != "ogi" or self.text[-4] == "l")
                and (suffix != "li" or self.text[-3] in _BEFORE_LI)
                and (suffix != "ative" or self.second >= len(suffix))
            )
            if allowed:
                self._replace(suffix, new, short)
            return

    def remove_suffix(self) -> None:
        """Remove the longest suffix if it is in R2: step 4."""
        for suffix in _STEP_4:
            if not self.text.endswith(suffix):
                continue
            if self._ends(suffix, self.second) and (suffix != "ion" or self.text[-4] in "st"):
                self._cut(len(suffix))
            return

    def remove_final_letter(self) -> None:
        """Remove a final e, or one of two final l: step 5."""
        text = self.text
        if (
            (self._ends("l", self.second) and text[-2] == "l")
            or self._ends("e", self.second)
            or (
                self._ends("e", self.first) and len(text) > 3 and not _is_short(text[:-1])  # noqa: PLR2004
            )
        ):
            self.text = text[:-1]


def _with_consonant_y(word: str) -> str:
    """Write the consonant y, at the beginning and after a vowel, as Y."""
    letters = list(word)
    for place, letter in enumerate(letters):
        if letter == "y" and (place == 0 or letters[place - 1] in _VOWELS):
            letters[place] = "Y"
    return "".join(letters)


def _region(text: str) -> int:
    """Return the number of letters after the first consonant that follows a vowel."""
    for place in range(1, len(text)):
        if text[place] not in _VOWELS and text[place - 1] in _VOWELS:
            return len(text) - place - 1
    return 0


def _has_vowel(text: str) -> bool:
    return any(letter in _VOWELS for letter in text)


def _is_short(text: str) -> bool:
    """Return whether a word ends with a short syllable."""
    if len(text) == 2:  # noqa: PLR2004
        return text[0] in _VOWELS and text[1] not in _VOWELS
    return (
        len(text) > 2  # noqa: PLR2004
        and text[-1] not in f"{_VOWELS}wxY"
        and text[-2] in _VOWELS
        and text[-3] not in _VOWELS
    )
