"""Words that a reader knows, and the lemmas of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.english.text import lemma

if TYPE_CHECKING:
    from collections.abc import Iterable


def word_lemma(word: str) -> str:
    """Return the lemma under which the forms of a word are counted together.

    A compound is its own lemma: that of its last part would give words that nobody writes.

    >>> word_lemma("Mice"), word_lemma("left-leaning")
    ('mouse', 'left-leaning')
    """
    return word.lower() if "-" in word else lemma(word)


class KnownWords:
    """Words that a reader knows, in any inflected form.

    Parameters
    ----------
    words : iterable of str
        Words or lemmas in any case. Lines of a file may be passed: white space around a word, empty
        lines and lines that begin with ``#`` are ignored.

    Examples
    --------
    >>> words = KnownWords(["# animals", "mouse", "Running"])
    >>> "mice" in words, "runs" in words, "river" in words
    (True, True, False)
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        stripped = (word.strip() for word in words)
        listed = [word.lower() for word in stripped if word and not word.startswith("#")]
        self._words = {*listed, *map(word_lemma, listed)}

    def __contains__(self, word: str) -> bool:
        return word.lower() in self._words or word_lemma(word) in self._words

    def __len__(self) -> int:
        return len(self._words)
