"""Write which frequent forms are no words of English, and rare words that the lexicon lacks.

The former, ``lcp/english/not_english.txt``, occur in English texts and in wordfreq's list. Needs
WordNet and a folder with ``dictionary.txt`` of codespell (CC BY-SA 3.0) and the files
``american-english``, ``british-english``, ``american-english-huge`` and ``british-english-huge``
of Debian, made from SCOWL::

    python -m tools.lexicon.not_english FOLDER
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lcp.english.english_words import is_english
from lcp.english.lemmas import lemmas_alone, possible_lemmas
from lcp.english.lexicon.words import load_lexicon
from lcp.english.tables import not_english as listed_not_english
from lcp.english.word_frequency import frequencies
from lcp.english.word_levels import listed_readings
from lcp.files.output_files import atomic_write
from lcp.reader.meaning.sense_inventory import TAGS, listed_senses
from lcp.resources.store import Store
from lcp.resources.wordnet import opened_wordnet

FOLDER = Path(__file__).parents[2] / "lcp/english"
#: Languages of wordfreq.
LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")
#: How much more frequent a word of another language is there than in English, and a word than its
#: misspelling.
FOREIGN, SPELLED = 100, 10
#: Share of a word that wordfreq's English list lacks.
RAREST = 1e-9
#: Letters of the shortest rare word.
SHORTEST = 3


def not_english(
    reader: Any, misspellings: dict[str, list[str]], standard: set[str]
) -> Iterator[str]:
    """Yield forms that are misspellings, words of other languages, or one letter: "zzz".

    They are in the lexicon, or in wordfreq's list and look like a word of it. No vocabulary profile
    lists them, a spelling checker of a `standard` size does not know them, and WordNet lists
    neither them nor their lemmas.
    """
    shares, others = frequencies(), [frequencies(language) for language in LANGUAGES]
    listed, before, counted = load_lexicon().row_of, listed_not_english(), listed_readings()
    words = [
        word
        for word in dict.fromkeys([*listed, *shares])
        if word.isalpha() and word not in counted and word not in standard
        if word in listed or word in before or is_english(word)
    ]
    for word, base in zip(words, lemmas_alone(words), strict=True):
        if any(listed_senses(reader, word, part) for part in TAGS):
            continue
        share = shares.get(word, RAREST)
        correct = [_rarest_part(spelling) for spelling in misspellings.get(word, [])]
        is_frequent_there = max(other.get(word, 0) for other in others) > FOREIGN * share
        if (
            max(correct, default=0) > SPELLED * share
            or (len(word) >= SHORTEST and len(set(word)) == 1)
            or (is_frequent_there and not _is_inflected(reader, word, base))
        ):
            yield word


def rare_words(largest: set[str]) -> Iterator[str]:
    """Yield words of the `largest` spelling checker that wordfreq counts and the lexicon lacks.

    Inflected forms of words of the lexicon, and of these words, are left out.
    """
    listed = {*load_lexicon().row_of}
    words = largest.intersection(frequencies()) - listed - listed_not_english()
    for word in sorted(sorted(words), key=len):
        is_long = len(word) >= SHORTEST and word.isascii() and word.isalpha()
        if is_long and listed.isdisjoint(possible_lemmas(word)):
            listed.add(word)
            yield word


def _rarest_part(spelling: str) -> float:
    """Return the share of the rarest word of a spelling: of "lot" for "a lot"."""
    return min(frequencies().get(part, 0) for part in spelling.split())


def _is_inflected(reader: Any, form: str, base: str, shortest: int = 3) -> bool:
    """Return whether WordNet lists a base, or a base form of at least so many letters."""
    bases = (reader.morphy(either, part) or "" for either in (form, base) for part in TAGS)
    return any(listed_senses(reader, base, part) for part in TAGS) or any(
        len(other) >= shortest and other != form for other in bases
    )


def main(folder: str) -> None:
    """Write each file completely or not at all."""
    pairs = (line.partition("->") for line in _lines(folder, "dictionary.txt"))
    misspellings = {form: [*filter(None, map(str.strip, to.split(",")))] for form, _, to in pairs}
    standard, largest = (
        {*_lines(folder, f"american-english{size}"), *_lines(folder, f"british-english{size}")}
        for size in ("", "-huge")
    )
    _write("rare_words", rare_words({word for word in largest if word.islower()}))
    with opened_wordnet(Store().nltk("wordnet")) as reader:
        _write("not_english", not_english(reader, misspellings, standard))


def _lines(folder: str, name: str) -> list[str]:
    return Path(folder, name).read_text(encoding="utf-8").splitlines()


def _write(name: str, words: Iterator[str]) -> None:
    text = "".join(f"{word}\n" for word in sorted(words))
    with atomic_write(FOLDER / f"{name}.txt") as aside:
        aside.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1])
