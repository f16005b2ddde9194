"""Build the bundled lexicon of expressions: ``lcp/english/lexicon/data/expressions.npz``.

Expressions are the entries of WordNet 3.0 with several words, the idioms of EPIE, and the lists of
``expressions.tsv``. They are counted in the texts of the bundled lexicon as
:func:`lcp.english.analyse` reads them. Its model was trained with the classes of words in the file,
which stay as they are. Takes about ten minutes on one core::

    python -m tools.lexicon.expressions
"""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english import expression_index, expressions
from lcp.english.analysis import batches
from lcp.english.lexicon import expression_table as lexicon
from lcp.english.lexicon.word_table import load_lexicon
from lcp.resources.store import Store
from tools import SETTINGS
from tools.lexicon.pipeline import TEXTS
from tools.lexicon.texts import lines
from tools.lexicon.writing import write_compressed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.english.columns import Columns
    from lcp.english.lexicon.word_table import Lexicon

SEEDS = Path(__file__).with_name("expressions.tsv")
OUT = Path(lexicon.__file__).parent / "data/expressions.npz"
#: Size of paragraphs that are read.
LONGEST = 20_000
#: Particles, which may be apart from their verb, and prepositions.
PARTICLES = frozenset(SETTINGS["expressions"]["particles"])
PREPOSITIONS = PARTICLES.union(SETTINGS["expressions"]["prepositions"])
#: Kinds of lines without part of speech: expressions that are nearly always literal, which are
#: never found in sentences, and verbs with a particle that are nearly never literal ("fend off"),
#: which are found whatever the tag of the particle. They are listed by hand.
LITERAL, UNIT = "literal", "unit"
#: Kind in the table of verbs with a preposition that are nearly never literal ("believe in").
PREPOSITIONAL_VERB = "prepositional verb"
#: Words that EPIE's "[pron]" stands for: the one that occurs most often is kept.
SLOTS = ("the", "one's", "a")
#: Least share of the occurrences of a verb before a preposition from which it is never a particle
#: ("depend on") if it is tagged as a preposition more often, and the least number of them.
PREPOSITIONAL, SEQUENCES = 0.25, 20
#: Least count and pointwise mutual information, in bits, of pairs of nouns that are compounds, and
#: the largest share of capitalised occurrences of their words.
LEAST_COUNT, LEAST_PMI, MOST_CAPITALS = 20, 7.0, 0.3
#: Occurrences from which a compound is a unit although its head says what it is ("golf lesson"):
#: best F1 on STREUSLE's development part among 0 to 50.
COMMON = 10
_WORDS = re.compile(r"[a-z]+(?:[-'][a-z]+)*'?(?: (?:[a-z]+(?:[-'][a-z]+)*'?|\d+))+")
Entry = tuple[str, str, int]


def entries(reader: Any, root: Path) -> tuple[dict[str, Entry], list[list[str]]]:
    """Return kind, part of speech and gap of each expression, and groups of variants of one."""
    found = {
        lemma: (kind, part, gap_of(lemma, kind, part))
        for kind, part, lemma in reversed(seeds())
        if kind not in {LITERAL, UNIT}
    }
    variants = list(idioms(reader, root, found))
    for part, letter in (("VERB", "v"), ("ADV", "r"), ("ADJ", "a"), ("NOUN", "n")):
        for name in reader.all_lemma_names(letter):
            lemma = name.replace("_", " ").lower()
            if " " in lemma:
                kind = kind_of(reader, name, letter)
                of_name = "PROPN" if kind == "name" else part
                found.setdefault(lemma, (kind, of_name, gap_of(lemma, kind, part)))
    for lemma in compounds(load_lexicon(), reader):
        found.setdefault(lemma, ("compound", "NOUN", 0))
    for lemma in [lemma for lemma in found if "one's" in lemma]:
        if lemma.replace("one's", "someone's") in found:
            del found[lemma]
    # "takes place" is no compound, and "turned on" is the verb.
    for lemma in [lemma for lemma, entry in found.items() if entry[1] in {"ADJ", "NOUN"}]:
        first, rest = lemma.split(" ", 1)
        verb = reader.morphy(first, "v") if found[lemma][1] == "ADJ" or first[-1] == "s" else first
        if verb != first and found.get(f"{verb} {rest}", ("", "", 0))[1] == "VERB":
            del found[lemma]
    kept = sorted((lemma for lemma in found if _WORDS.fullmatch(lemma)), key=str.split)
    return {lemma: found[lemma] for lemma in kept}, variants


def seeds() -> list[list[str]]:
    """Return kind, part of speech and expression of each line of the table."""
    return [line.split("\t") for line in SEEDS.read_text(encoding="utf-8").splitlines()]


def idioms(reader: Any, root: Path, found: dict[str, Entry]) -> Iterator[list[str]]:
    """Add EPIE's idioms, and yield the new lemmas of those with a slot."""
    for name in ("Static", "Formal"):
        path = root / f"expressions/epie_{name}_idioms.txt"
        for line in path.read_text(encoding="utf-8").lower().splitlines():
            slotted = re.sub(r"[()]", "", re.sub(r"(\(?\[pron\]\)? ?)+", "one's ", line)).strip()
            first, _, rest = slotted.partition(" ")
            verb = reader.morphy(first, "v") if name == "Formal" else None
            part = "NOUN" if reader.synsets(slotted.split()[-1], "n") else "ADV"
            lemma = f"{verb or first} {rest}"
            filled = [lemma.replace("one's", word) for word in SLOTS if "one's" in lemma] or [lemma]
            yield [
                each
                for each in filled
                if each not in found and not reader.synsets(each.replace(" ", "_"))
            ]
            for each in filled:
                _, kept, _ = found.get(each, ("", "VERB" if verb else part, 0))
                found[each] = ("idiom", kept, gap_of(each, "idiom", kept))


def compounds(words: Lexicon, reader: Any) -> Iterator[str]:
    """Yield pairs of nouns that occur together much more often than by chance."""
    pairs, size = words.pairs, len(words.words)
    firsts, seconds = np.divmod(pairs.keys, size)
    seconds = np.argsort(pairs.ranks)[seconds]
    counts, together = words.counts.astype(float), pairs.counts.astype(float)
    pmi = np.log2(together * words.about["tokens"] / (counts[firsts] * counts[seconds]))
    capitals = np.nan_to_num(words.capital_share(np.arange(size)), nan=1.0)
    common = (capitals[firsts] < MOST_CAPITALS) & (capitals[seconds] < MOST_CAPITALS)
    for row in np.flatnonzero((pairs.counts >= LEAST_COUNT) & (pmi >= LEAST_PMI) & common):
        first, second = words.words[firsts[row]], words.words[seconds[row]]
        if all(is_noun(reader, word) for word in (first, second)):
            yield f"{first} {reader.morphy(second, 'n') or second}"


def is_noun(reader: Any, word: str) -> bool:
    """Return whether the first sense of a word is a noun, and it is rarely an adjective."""
    counts: Counter[str] = Counter()
    senses = reader.synsets(word)
    for synset in senses:
        spelled = [each for each in synset.lemmas() if each.name().lower() == word]
        counts[synset.pos()] += sum(each.count() for each in spelled)
    return bool(senses) and senses[0].pos() == "n" and counts["n"] >= counts["a"] + counts["s"]


def is_transparent(reader: Any, lemma: str) -> bool:
    """Return whether a compound is a kind of its head in WordNet, or is not in WordNet."""
    senses = reader.synsets(lemma.replace(" ", "_"), "n")
    words = lemma.split()
    heads = set(reader.synsets(words[expression_index.head_place(words, "NOUN")], "n"))
    return not senses or not heads.isdisjoint(senses[0].closure(lambda sense: sense.hypernyms()))


def kind_of(reader: Any, name: str, letter: str) -> str:
    """Return the kind of an entry of WordNet."""
    words = name.split("_")
    if letter == "v":
        return "phrasal verb" if PREPOSITIONS.issuperset(words[1:]) else "idiom"
    if letter != "n":
        return "fixed phrase"
    senses = [lemma for synset in reader.synsets(name, "n") for lemma in synset.lemmas()]
    spelled = [lemma for lemma in senses if lemma.name().lower() == name.lower()]
    return "name" if all(any(map(str.isupper, s.name())) for s in spelled) else "compound"


def gap_of(lemma: str, kind: str, part: str) -> int:
    """Return the largest number of words that may divide an expression."""
    words = lemma.split()
    if part != "VERB" or words[0] == "be":
        return 0
    if lexicon.OBJECT_SLOTS.intersection(words):
        return 5
    if kind == PREPOSITIONAL_VERB:
        return 0
    if kind == "phrasal verb":
        return 4 * (len(words[1:]) == 1 and words[-1] in PARTICLES)
    return 5 if words[1] in PREPOSITIONS else 2


def read(root: Path) -> Iterator[Columns]:
    """Read the texts."""
    for _, path in TEXTS:
        if not path.endswith(".json"):
            paragraphs = (f"{line}\n\n" for line in lines(root / path) if len(line) < LONGEST)
            yield from (sentences[0].columns for sentences in batches(paragraphs))


def count(built: lexicon.Expressions, texts: Iterable[Columns]) -> dict[str, Any]:
    """Count the expressions in the texts."""
    size = len(built.lemmas)
    totals = np.zeros((3, size), np.int32)
    verbs: Counter[str] = Counter()
    for columns in texts:
        found = expressions.sequences_of(columns)
        # "depend on"
        is_bound = columns.has_tag(expressions.VERB)[found.starts]
        is_bound &= columns.has_tag(("IN",))[found.ends - 1] & (found.gap_ends == 0)
        for number, which in enumerate(
            (slice(None), expressions.is_allowed(columns, found), is_bound)
        ):
            totals[number] += np.bincount(found.rows[which], minlength=size).astype(np.int32)
        pairs = zip(columns.lemmas, columns.tag_names, strict=True)
        verbs.update(lemma for lemma, tag in pairs if tag.startswith("VB"))
    sequences, total, bound = totals
    of_verb = np.array([verbs[lemma.split()[0]] for lemma in built.lemmas])
    is_phrasal = (built.kinds == lexicon.KINDS.index("phrasal verb")) & (built.gaps > 0)
    often = (bound >= SEQUENCES) & (bound >= PREPOSITIONAL * of_verb)
    never_apart = is_phrasal & often & (bound > total)
    total[never_apart] = sequences[never_apart]
    return {
        "counts": total,
        "shares": np.rint(255 * (total + 1) / (sequences + 1)).astype(np.uint8),
        "gaps": np.where(never_apart, 0, built.gaps).astype(np.uint8),
    }


def main() -> None:
    """Build the lexicon and write it."""
    from lcp.resources.wordnet_database import opened_wordnet

    with opened_wordnet(Store().nltk("wordnet")) as reader:
        build(reader, Path(os.environ["LCP_DATA"]))


def build(reader: Any, root: Path) -> None:
    """Build the lexicon with WordNet's reader."""
    found, variants = entries(reader, root)
    literal, units = (
        {lemma for kind, _, lemma in seeds() if kind == given} for given in (LITERAL, UNIT)
    )
    listed = {lemma for _, _, lemma in seeds()}
    shipped = lexicon.load_expressions()
    kinds, parts, gaps = zip(*found.values(), strict=True)
    kinds = ["phrasal verb" if kind == PREPOSITIONAL_VERB else kind for kind in kinds]
    built = lexicon.Expressions(
        lemmas=list(found),
        words=shipped.words,
        kinds=np.array([lexicon.KINDS.index(kind) for kind in kinds], np.uint8),
        parts=np.array([lexicon.PARTS.index(part) for part in parts], np.uint8),
        gaps=np.array(gaps, np.uint8),
        counts=np.zeros(len(found), np.int32),
        # Only tags decide while they are counted.
        shares=np.ones(len(found), np.uint8),
        emissions=shipped.emissions,
    )
    expressions.load_expressions = expression_index.load_expressions = lambda: built
    built = replace(built, **count(built, read(root)))
    count_of = dict(zip(built.lemmas, built.counts.tolist(), strict=True))
    lost = {
        lemma
        for group in variants
        for lemma in sorted(group, key=lambda lemma: -count_of.get(lemma, 0))[1:]
    }
    kept = np.flatnonzero([lemma not in lost for lemma in built.lemmas])
    columns = {name: getattr(built, name)[kept] for name in lexicon.COLUMNS}
    built = replace(built, lemmas=[built.lemmas[row] for row in kept], **columns)
    rare = (built.kinds == lexicon.KINDS.index("compound")) & (built.counts < COMMON)
    literal |= {
        lemma
        for lemma in np.array(built.lemmas)[rare].tolist()
        if lemma not in listed and is_transparent(reader, lemma)
    }
    built.shares[[lemma in literal for lemma in built.lemmas]] = 0
    built.shares[[lemma in units for lemma in built.lemmas]] = 255
    write(built)


def write(built: lexicon.Expressions) -> None:
    """Write the lexicon."""
    texts = {name: getattr(built, each) for name, each in lexicon.TEXTS.items()}
    arrays = {name: getattr(built, name) for name in (*lexicon.COLUMNS, "emissions")}
    write_compressed(OUT, about={"schema": lexicon.SCHEMA}, **texts, **arrays)


if __name__ == "__main__":
    main()
