"""Write the lemmas and the hyphenation of the lexicon's words: :mod:`lcp.english.common_words`."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.common_words import FILE
from lcp.english.text import dictionary_lemma, pattern_pieces
from lcp.files import written_aside
from lcp.lexicon.file import load_lexicon

if TYPE_CHECKING:
    from pathlib import Path

#: Characters of the longest word, and number of endings.
LONGEST, ENDINGS = 20, 256


def write_common_words(path: Path = FILE) -> None:
    """Write the file completely or not at all. Words with a rare ending are left out."""
    changes = {}
    for word in load_lexicon().words:
        if word.isascii() and len(word) <= LONGEST:
            lemma = dictionary_lemma(word)
            pairs = zip(word, lemma, strict=False)
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            changes[word] = (len(word) - shared, lemma[shared:])
    counts = Counter(ending for _, ending in changes.values())
    texts = [ending for ending, _ in counts.most_common(ENDINGS) if ending.isascii()]
    numbers = {ending: number for number, ending in enumerate(texts)}
    words = sorted(word for word, (_, ending) in changes.items() if ending in numbers)
    with written_aside(path) as aside, aside.open("wb") as stream:
        np.savez_compressed(
            stream,
            allow_pickle=False,
            words=np.array([word.encode() for word in words]),
            cuts=np.array([changes[word][0] for word in words], dtype=np.uint8),
            endings=np.array([numbers[changes[word][1]] for word in words], dtype=np.uint8),
            pieces=np.array([pattern_pieces(word) for word in words], dtype=np.uint8),
            texts=np.frombuffer("\n".join(texts).encode(), dtype=np.uint8),
        )


if __name__ == "__main__":
    write_common_words()
