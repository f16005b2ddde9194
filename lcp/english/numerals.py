"""Numbers as they are read aloud."""

from __future__ import annotations

import re

_ONES = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen
    """.split()  # noqa: SIM905 - easier to read without quotation marks
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
#: Numbers of four digits that are read in pairs, as years.
_YEAR = re.compile("(?!.00)([1-9][0-9])([0-9][0-9])")
_SCALES = ("", "thousand", "million", "billion", "trillion")
#: Ordinal numbers that are not the number and "th".
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
    **{tens: f"{tens[:-1]}ieth" for tens in _TENS},
}

#: Numbers from two to ninety that are one word, and those that may follow the tens of another.
CARDINALS = (*_ONES[2:], *_TENS)
UNITS = frozenset(word for one in _ONES[1:10] for word in (one, _ORDINALS.get(one, f"{one}th")))


def spoken(number: str, *, ordinal: bool = False) -> list[str]:
    """Return the words of a number in digits.

    Four digits are read in pairs as a year, except in the first decade of a millennium. Decimals,
    numbers that begin with 0, and numbers of more than fifteen digits are read digit by digit.

    Parameters
    ----------
    number : str
        ASCII digits, which may contain commas and full stops.
    ordinal : bool, default=False
        Whether it is an ordinal number.

    Examples
    --------
    >>> spoken("1984"), spoken("12,500"), spoken("3.14")
    (['nineteen', 'eighty', 'four'], ['twelve', 'thousand', 'five', 'hundred'],
     ['three', 'point', 'one', 'four'])
    >>> spoken("21", ordinal=True)
    ['twenty', 'first']
    """
    whole, *decimals = number.split(".")
    words = _cardinal(whole)
    for digits in decimals:
        words += ["point", *_digits(digits)]
    if ordinal:
        words[-1] = _ORDINALS.get(words[-1], f"{words[-1]}th")
    return words


def _cardinal(number: str) -> list[str]:
    digits = number.replace(",", "")
    if digits[0] == "0" or len(digits) > 3 * len(_SCALES):
        return _digits(digits)
    value = int(digits)
    if year := _YEAR.fullmatch(number):
        century, last = (_below_hundred(int(part)) for part in year.groups())
        return [*century, *["oh"] * (year[2][0] == "0"), *last] if last else [*century, "hundred"]
    words: list[str] = []
    for scale in _SCALES:
        value, group = divmod(value, 1000)
        hundreds, rest = divmod(group, 100)
        parts = [_ONES[hundreds], "hundred"] * (hundreds > 0) + _below_hundred(rest)
        words = [*parts, *[scale] * (scale != "" and group > 0), *words]
    return words


def _below_hundred(value: int) -> list[str]:
    """Return the words of a number below 100; none of 0."""
    if value < len(_ONES):
        return _ONES[value : value + 1] * (value > 0)
    return [_TENS[value // 10 - 2], *_below_hundred(value % 10)]


def _digits(digits: str) -> list[str]:
    return [_ONES[int(digit)] for digit in digits if digit.isdigit()]
