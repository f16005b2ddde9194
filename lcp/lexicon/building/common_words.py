"""Write the lemmas and the hyphenation of :mod:`lcp.english.common_words`."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.common_words import FILE, RARE, Results, list_checksum
from lcp.english.text import dictionary_lemma, pattern_pieces
from lcp.english.word_frequency import frequency_steps
from lcp.files import written_aside
from lcp.lexicon.file import load_lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    #: Letters to remove from the end of a word, and the ending that makes the lemma.
    Change = tuple[int, str]

#: Characters of the longest word of the lexicon.
LONGEST = 20


def write_common_words(path: Path = FILE) -> None:
    """Write the file completely or not at all.

    Words of the lexicon with a rare ending are left out.
    """
    own = [word for word in load_lexicon().words if word.isascii() and len(word) <= LONGEST]
    listed = list(frequency_steps("en"))
    changes = {word: _change(word) for word in {*own, *listed}}
    counts = Counter(changes[word][1] for word in [*own, *listed])
    texts = [ending for ending, _ in counts.most_common(RARE) if ending.isascii()]
    numbers = {ending: number for number, ending in enumerate(texts)}
    common = sorted(word for word in own if changes[word][1] in numbers)
    arrays = {}
    for name, words in (("common", common), ("listed", listed)):
        results = _results([changes[word] for word in words], words, numbers)
        for column, values in results._asdict().items():
            arrays[f"{name}_{column}"] = values
    with written_aside(path) as aside, aside.open("wb") as stream:
        np.savez_compressed(
            stream,
            allow_pickle=False,
            words=np.array([word.encode() for word in common]),
            texts=np.frombuffer("\n".join(texts).encode(), dtype=np.uint8),
            listed_checksum=np.frombuffer(list_checksum(), dtype=np.uint8),
            **arrays,
        )


def _change(word: str) -> Change:
    lemma = dictionary_lemma(word)
    pairs = zip(word, lemma, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return len(word) - shared, lemma[shared:]


def _results(changes: Sequence[Change], words: Sequence[str], numbers: dict[str, int]) -> Results:
    return Results(
        np.array([cut for cut, _ in changes], dtype=np.uint8),
        np.array([numbers.get(ending, RARE) for _, ending in changes], dtype=np.uint8),
        np.array([pattern_pieces(word) for word in words], dtype=np.uint8),
    )


if __name__ == "__main__":
    write_common_words()
