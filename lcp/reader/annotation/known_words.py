"""Words that a reader knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.english.characters import normal_text
from lcp.english.lemmas import lemmas_alone
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable


class KnownWords:
    """Words that a reader knows, in any inflected form.

    Parameters
    ----------
    words : iterable of str
        Words or lemmas in any case. Lines of a file may be passed: white space around a word, empty
        lines and lines that begin with ``#`` are ignored.

    Raises
    ------
    InputError
        If `words` is a single string.

    Examples
    --------
    >>> words = KnownWords(["# animals", "mouse", "Running"])
    >>> words.covers("mice", "mouse"), words.covers("runs", "run"), words.covers("river", "river")
    (True, True, False)
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        if isinstance(words, str):
            hint = "Give a list of words, or the lines of a file."
            raise InputError("A text is no list of words.", where="known_words", hint=hint)
        stripped = (normal_text(word).lower() for word in words)
        words_listed = [word for word in stripped if word and not word.startswith("#")]
        self._words = {*words_listed, *lemmas_alone(words_listed)}

    def covers(self, form: str, lemma: str) -> bool:
        """Return whether a word with its lemma in a text is known."""
        return form.lower() in self._words or lemma.lower() in self._words
