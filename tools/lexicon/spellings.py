"""Write the list of spelling variants: :mod:`lcp.english.spellings`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from lcp.english.lemmas import lemma
from lcp.english.lexicon.words import load_lexicon
from lcp.english.spellings import FILE, WORD
from lcp.english.syllables import syllables
from lcp.english.word_frequency import frequencies
from lcp.files.output_files import atomic_write
from lcp.resources.store import Store
from lcp.resources.wordnet import opened_wordnet

#: British spellings and their American ones: patterns and replacements. Most rules also find other
#: pairs, such as "timbre" and "timber".
RULES = Path(__file__).with_suffix(".tsv")
#: Smallest share of all senses of two spellings that both must have.
SHARED_SENSES = 0.25
#: Letters of words in which a double letter or an accent makes another word.
SHORT = 4
#: Penn Treebank tags of inflected forms, and their parts of speech in WordNet.
_INFLECTED = {"NNS": "n", "VBD": "v", "VBG": "v"}
#: Smallest cosine of the vectors of spellings with and without accents ("rosé" and "rose" have
#: .14), and their largest share of capitals ("Condé" is a name).
COSINE, CAPITALS = 0.3, 0.6
#: How many times more frequent than a spelling outside the lexicon the other one is at most: beyond
#: that, it is a misspelling ("controled") or out of use ("reflexion").
RARER = 50
#: Spellings of words that need not be in WordNet.
_REGULAR = re.compile(r"...is(ed|ing|ations?|ational|able)$")


def write_spellings(path: Path = FILE) -> None:
    """Write the file completely or not at all: on each line a spelling and the most frequent one.

    Both are words of wordfreq's list. All senses of one of them are senses of the other in WordNet,
    and they share enough of all their senses; spellings with a single and a double letter share
    all. Spellings with and without accents, which WordNet omits, have as many syllables. The last
    two are words of the lexicon.
    """
    rules = [line.split("\t") for line in RULES.read_text(encoding="utf-8").splitlines()]
    shares = frequencies()
    common = {word for word in load_lexicon().words if WORD.fullmatch(word)}
    words = {*common, *filter(str.isalpha, shares)}
    preferred = {}
    with opened_wordnet(Store().nltk("wordnet")) as wordnet:
        for word in sorted(words):
            others = {other for other in _american(word, rules) if _same_word(wordnet, word, other)}
            others &= words
            # Of rarer words, many are misspelt or of another language.
            if word in common:
                others |= common & {
                    each for each in _single(word) if _same_entry(wordnet, word, each)
                }
                others |= common & {
                    each for each in _plain(word) if _same_sounds(wordnet, word, each)
                }
            for other in sorted(others):
                frequent, rare = sorted([word, other], key=lambda word: -shares.get(word, 0))
                if rare in common or shares[frequent] <= RARER * shares[rare]:
                    preferred[rare] = frequent
    for rare, frequent in preferred.items():
        # "Re-organisation" is "reorganisation", which is "reorganization".
        preferred[rare] = preferred.get(frequent, frequent)
    lines = [f"{rare}\t{frequent}\n" for rare, frequent in sorted(preferred.items())]
    with atomic_write(path) as aside:
        aside.write_text("".join(lines), encoding="utf-8", newline="\n")


def _american(word: str, rules: Iterable[Sequence[str]]) -> Iterator[str]:
    if "-" in word:
        # The parts of others are spelt as such.
        yield word.replace("-", "")
        return
    for pattern, replacement in rules:
        for match in re.finditer(pattern, word):
            yield word[: match.start()] + match.expand(replacement) + word[match.end() :]


def _single(word: str) -> Iterator[str]:
    """Yield the spellings with one double letter of a longer word written once."""
    for match in re.finditer(r"(.)\1", word if len(word) > SHORT and word.isalpha() else ""):
        yield word[: match.start()] + word[match.start() + 1 :]


def _plain(word: str) -> Iterator[str]:
    """Yield the spelling without accents of a word that has some."""
    letters = unicodedata.normalize("NFD", word)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    if plain != word and len(word) >= SHORT:
        yield plain


def _same_sounds(wordnet: Any, word: str, plain: str) -> bool:
    lexicon = load_lexicon()
    rows = lexicon.rows([word, plain])
    vectors = lexicon.unit_vectors(rows)
    # Without a vector of one of them, the syllables decide: "blasé" has one more than "blase".
    return (
        all(frequencies().get(each) for each in (word, plain))
        and not any(lexicon.capital_share(rows) > CAPITALS)
        and not vectors[0] @ vectors[1] < COSINE
        and syllables(word) == syllables(plain)
        and any(not sense.instance_hypernyms() for sense in wordnet.synsets(plain))
    )


def _same_entry(wordnet: Any, double: str, single: str) -> bool:
    # Inflected forms of the same lemma ("benefitted"), or of two spellings of a lemma.
    for tag, part in _INFLECTED.items():
        base = lemma(double, tag)
        is_base = base == lemma(single, tag) not in {double, single}
        if is_base and wordnet.synsets(base, part):
            return True
    bases = lemma(double), lemma(single)
    senses = [wordnet.synsets(base) for base in bases]
    names = {name for sense in senses[0] for name in sense.lemma_names()}
    is_other = bases[0] != bases[1] and set(bases) <= names
    return is_other and set(senses[0]) == set(senses[1])


def _same_word(wordnet: Any, british: str, american: str) -> bool:
    # Without people and places, such as Lady Jane Grey.
    one, other = (
        {sense for sense in wordnet.synsets(word) if not sense.instance_hypernyms()}
        for word in (british, american)
    )
    if not one or not other:
        return bool(_REGULAR.search(british))
    included = one <= other or other <= one
    return included and len(one & other) >= SHARED_SENSES * len(one | other)


if __name__ == "__main__":
    write_spellings()
