"""Write frequent forms that are no words of English: ``lcp/english/not_english.txt``.

wordfreq counts them in English texts, so that the lexicon contains them. Needs WordNet and the file
``dictionary.txt`` of codespell (CC BY-SA 3.0)::

    python -m tools.lexicon.not_english DICTIONARY
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lcp.english.lemmas import lemmas_alone
from lcp.english.word_frequency import frequencies
from lcp.features.families.wordnet import wordnet_reader
from lcp.files.writing import atomic_write
from lcp.lexicon.words import load_lexicon
from lcp.model.word_levels import listed_levels
from lcp.reading.sense_inventory import TAGS, listed_senses
from lcp.resources.store import Store

FILE = Path(__file__).parents[2] / "lcp/english/not_english.txt"
#: Languages of wordfreq.
LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")
#: How much more frequent a word of another language is there than in English, and a word than its
#: misspelling. Edited texts have a misspelling so much more rarely than all texts.
FOREIGN, SPELLED, EDITED = 100, 10, 3
#: Share of a word that wordfreq's English list lacks.
RAREST = 1e-9
#: Largest share of capitals; other forms are names.
CAPITALS = 0.6


def not_english(misspellings: dict[str, str]) -> Iterator[str]:
    """Yield forms of the lexicon that are misspellings or words of other languages.

    No vocabulary profile lists them, and WordNet lists neither them nor their lemmas.
    """
    lexicon, shares = load_lexicon(), frequencies()
    words, others = lexicon.words, [frequencies(language) for language in LANGUAGES]
    bases = zip(words, lemmas_alone(words), strict=True)
    with wordnet_reader(Store().nltk("wordnet")) as reader:
        in_wordnet = [any(_has_sense(reader, form) for form in forms) for forms in bases]
    listed = in_wordnet | (listed_levels(words) >= 0)
    listed |= lexicon.capital_share(np.arange(len(words))) > CAPITALS
    for row in np.flatnonzero(~listed):
        word, count = words[row], lexicon.counts[row]
        if not word.isalpha():
            continue
        share, correct = shares.get(word, RAREST), shares.get(misspellings.get(word, ""), 0)
        expected = share * lexicon.about["tokens"]
        if max(other.get(word, 0) for other in others) > FOREIGN * share or (
            correct > SPELLED * share and count * EDITED < expected
        ):
            yield word


def _has_sense(reader: Any, form: str, shortest: int = 3) -> bool:
    """Return whether WordNet lists a form, or a base form of at least so many letters."""
    bases = (reader.morphy(form, part) or "" for part in TAGS)
    return any(listed_senses(reader, form, part) for part in TAGS) or any(
        len(base) >= shortest and base != form for base in bases
    )


def main(dictionary: str) -> None:
    """Write the file completely or not at all."""
    lines = Path(dictionary).read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("->") for line in lines)
    misspellings = {form: word for form, _, word in pairs if "," not in word}
    text = "".join(f"{word}\n" for word in not_english(misspellings))
    with atomic_write(FILE) as aside:
        aside.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1])
