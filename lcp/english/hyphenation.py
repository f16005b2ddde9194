"""Hyphenation of words by Liang's algorithm (1983), with Pyphen's US English patterns."""

from __future__ import annotations

from functools import cache
from typing import Any

#: Letters that hyphenation keeps together at the beginning and at the end of a word.
LEFT = RIGHT = 2
#: Key of a pattern in the tree, under its last letter.
_PATTERN = ""


def pattern_pieces(word: str) -> int:
    """Return the number of pieces into which the patterns hyphenate a word.

    Equals the result of Pyphen, which looks up every part of the word in a dictionary of patterns.
    Here the patterns are a tree of letters, which few parts of a word reach.

    >>> pattern_pieces("mountain"), pattern_pieces("hyphenation")
    (2, 4)
    """
    tree, longest = _tree()
    text = f".{word.lower()}."
    # Between two letters, the word may be divided if the highest value of all patterns is odd.
    highest = [0] * (len(text) + 1)
    for begin in range(len(text)):
        node = tree
        for letter in text[begin : begin + longest]:
            if letter not in node:
                break
            node = node[letter]
            if _PATTERN in node:
                offset, values = node[_PATTERN]
                for place, value in enumerate(values, begin + offset):
                    highest[place] = max(highest[place], value)
    # The first value is that before the full stop at the beginning.
    return 1 + sum(value % 2 for value in highest[LEFT + 1 : len(word) + 2 - RIGHT])


@cache
def _tree() -> tuple[dict[str, Any], int]:
    """Return the patterns as nested dictionaries, one level per letter, and the longest length."""
    from pyphen import Pyphen

    dictionary = Pyphen(lang="en_US").hd
    root: dict[str, Any] = {}
    for letters, pattern in dictionary.patterns.items():
        node = root
        for letter in letters:
            node = node.setdefault(letter, {})
        node[_PATTERN] = pattern
    return root, dictionary.maxlen
