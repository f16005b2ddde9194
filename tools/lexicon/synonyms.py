"""Build the table of related words that ships: ``lcp/english/lexicon/data/synonyms.npz``.

Pairs are synonyms of the Moby Thesaurus (Ward 1996; public domain; Project Gutenberg's number 3202)
that an encoder finds similar, and WordNet's synonyms, similar words and hypernyms. Needs LCP_DATA
or ``lcp resources fetch wordnet``, and the extra ``transformers``. About ten minutes::

    python -m tools.lexicon.synonyms THESAURUS ENCODER

The thesaurus is a text file whose lines are a word and its synonyms, separated by commas.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lcp
from lcp.english.lexicon.synonyms import FILE, STEPS
from lcp.english.lexicon.word_table import load_lexicon
from lcp.features.families.encoder import open_encoder
from lcp.reader.meaning.candidates import related_senses
from lcp.resources.wordnet_database import opened_wordnet
from tools.lexicon.writing import write_compressed

#: Smallest cosine of a pair that is only in the thesaurus.
SIMILAR = 0.2


def main() -> None:
    """Build and write the table."""
    thesaurus, encoder = sys.argv[1:]
    with opened_wordnet(lcp.Store().nltk("wordnet")) as reader:
        parts: dict[str, set[str]] = defaultdict(set)
        for part in "nvar":
            for name in reader.all_lemma_names(part):
                parts[name].add(part)
        words = [word for word in load_lexicon().words if word in parts]
        in_wordnet = {pair for word in words for pair in relatives(reader, word)}
    entries = read_thesaurus(Path(thesaurus), set(words))
    either: dict[str, set[str]] = defaultdict(set)
    pairs = set(in_wordnet)
    for word, synonyms in entries.items():
        either[word] |= synonyms
        for synonym in synonyms:
            either[synonym].add(word)
            if parts[word] & parts[synonym]:
                pairs.add((min(word, synonym), max(word, synonym)))
    # Each pair once: the reverse is made when the table is read. The words are sorted.
    listed = sorted(pair for pair in pairs if pair[0] < pair[1])
    numbers = {word: number for number, word in enumerate(words)}
    first, second = np.array([(numbers[a], numbers[b]) for a, b in listed]).T
    vectors = directions(encoder, words)
    cosine = np.einsum("ij,ij->i", vectors[first], vectors[second]).clip(0, 1)
    sets = [(either[a], either[b]) for a, b in listed]
    shared = [len(a & b) / max(len(a) * len(b), 1) ** 0.5 for a, b in sets]
    kept = np.array([pair in in_wordnet for pair in listed]) | (cosine >= SIMILAR)
    columns = {
        "ends": np.cumsum(np.bincount(first[kept], minlength=len(words))).astype(np.int32),
        "others": second[kept].astype(np.uint16),
        "similarity": np.rint(cosine[kept] * STEPS).astype(np.uint8),
        "shared": np.rint(np.array(shared)[kept] * STEPS).astype(np.uint8),
        "words": words,
    }
    write_compressed(FILE, **columns)
    print(f"{len(words):,} words, {kept.sum():,} pairs, {FILE.stat().st_size:,} bytes")


def relatives(reader: Any, word: str) -> set[tuple[str, str]]:
    """Return the sorted pairs of the word and each single word that a sense of it is related to."""
    senses = {other for sense in reader.synsets(word) for _, other in related_senses(sense)}
    names = {name for sense in senses for name in sense.lemma_names()} - {word}
    listed = {name for name in names if name.islower() and name in load_lexicon()}
    return {(min(word, name), max(word, name)) for name in listed}


def read_thesaurus(path: Path, words: set[str]) -> dict[str, set[str]]:
    """Return the synonyms of each word, both from `words`."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    entries = (line.strip().split(",") for line in lines)
    return {word: words.intersection(synonyms) for word, *synonyms in entries if word in words}


def directions(encoder: str, words: Sequence[str]) -> NDArray[np.float64]:
    """Return the encoder's vectors of words alone, less their mean, of length 1."""
    vectors = open_encoder(encoder).vectors([(word, 0, len(word)) for word in words])[0][:, -1]
    vectors -= vectors.mean(axis=0)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


if __name__ == "__main__":
    main()
