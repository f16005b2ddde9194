"""Build the bundled lexicon of expressions: ``lcp/lexicon/expressions.npz``.

Expressions are the entries of WordNet 3.0 with several words, the idioms of EPIE, and the lists of
``expressions.tsv``. They are counted in the texts of the bundled lexicon. Takes about ten minutes
on one core::

    python -m tools.lexicon.expressions
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english import expression_matcher, word_classes
from lcp.english.tagger import tagged
from lcp.lexicon import expressions as lexicon
from lcp.lexicon.file import load_lexicon
from lcp.resources.store import Store
from tools.lexicon.pipeline import TEXTS
from tools.lexicon.texts import lines
from tools.lexicon.writing import encoded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.lexicon.file import Lexicon

SEEDS = Path(__file__).with_name("expressions.tsv")
OUT = Path(lexicon.__file__).with_name("expressions.npz")
#: Every how many paragraphs are tagged to count the classes of words.
TAGGED_EVERY = 6
#: Sizes of paragraphs that are read, of endings, and of counts from which a word has classes.
LONGEST, ENDING, SEEN = 20_000, 3, 3
#: Particles, which may be apart from their verb, and prepositions.
PARTICLES = frozenset(
    {
        *("up", "out", "off", "down", "in", "on", "away", "back", "over", "around", "apart"),
        *("along", "through", "aside", "together", "about", "round", "by", "forward", "across"),
        *("ahead", "behind"),
    }
)
PREPOSITIONS = PARTICLES | {
    *("for", "with", "at", "to", "of", "from", "into", "like", "after", "upon", "against"),
    *("without", "under", "as"),
}
#: Part of speech of the line of expressions that are nearly always literal, which are listed
#: but never found in sentences.
LITERAL = "-"
#: Kind in the table of verbs with a preposition that are nearly never literal ("believe in").
PREPOSITIONAL_VERB = "prepositional verb"
#: Words that EPIE's "[pron]" stands for: the one that occurs most often is kept.
SLOTS = ("the", "one's", "a")
#: Least share of the occurrences of a verb before a preposition from which it is never a particle
#: ("depend on"), and the least number of them.
PREPOSITIONAL, SEQUENCES = 0.25, 20
#: Least count and pointwise mutual information, in bits, of pairs of nouns that are compounds, and
#: the largest share of capitalised occurrences of their words.
LEAST_COUNT, LEAST_PMI, MOST_CAPITALS = 20, 7.0, 0.3
_WORDS = re.compile(r"[a-z]+(?:[-'][a-z]+)*'?(?: (?:[a-z]+(?:[-'][a-z]+)*'?|\d+))+")
Entry = tuple[str, str, int]


def entries(reader: Any, root: Path) -> tuple[dict[str, Entry], list[list[str]]]:
    """Return kind, part of speech and gap of each expression, and groups of variants of one."""
    found = {
        form: (kind, part, gap_of(form, kind, part))
        for kind, part, form in reversed(seeds())
        if part != LITERAL
    }
    variants = list(idioms(reader, root, found))
    for part, letter in (("VERB", "v"), ("ADV", "r"), ("ADJ", "a"), ("NOUN", "n")):
        for name in reader.all_lemma_names(letter):
            form = name.replace("_", " ").lower()
            if " " in form:
                kind = kind_of(reader, name, letter)
                of_name = "PROPN" if kind == "name" else part
                found.setdefault(form, (kind, of_name, gap_of(form, kind, part)))
    for form in compounds(load_lexicon(), reader):
        found.setdefault(form, ("compound", "NOUN", 0))
    for form in [form for form in found if "one's" in form]:
        if form.replace("one's", "someone's") in found:
            del found[form]
    # "takes place" is no compound, and "turned on" is the verb.
    for form in [form for form, entry in found.items() if entry[1] in {"ADJ", "NOUN"}]:
        first, rest = form.split(" ", 1)
        base = reader.morphy(first, "v") if found[form][1] == "ADJ" or first[-1] == "s" else first
        if base != first and found.get(f"{base} {rest}", ("", "", 0))[1] == "VERB":
            del found[form]
    kept = sorted((form for form in found if _WORDS.fullmatch(form)), key=str.split)
    return {form: found[form] for form in kept}, variants


def seeds() -> list[list[str]]:
    """Return kind, part of speech and expression of each line of the table."""
    return [line.split("\t") for line in SEEDS.read_text(encoding="utf-8").splitlines()]


def idioms(reader: Any, root: Path, found: dict[str, Entry]) -> Iterator[list[str]]:
    """Add EPIE's idioms, and yield the new forms of those with a slot."""
    for name in ("Static", "Formal"):
        path = root / f"expressions/epie_{name}_idioms.txt"
        for line in path.read_text(encoding="utf-8").lower().splitlines():
            slotted = re.sub(r"[()]", "", re.sub(r"(\(?\[pron\]\)? ?)+", "one's ", line)).strip()
            first, _, rest = slotted.partition(" ")
            base = reader.morphy(first, "v") if name == "Formal" else None
            part = "NOUN" if reader.synsets(slotted.split()[-1], "n") else "ADV"
            form = f"{base or first} {rest}"
            filled = [form.replace("one's", word) for word in SLOTS if "one's" in form] or [form]
            yield [
                each
                for each in filled
                if each not in found and not reader.synsets(each.replace(" ", "_"))
            ]
            for each in filled:
                _, kept, _ = found.get(each, ("", "VERB" if base else part, 0))
                found[each] = ("idiom", kept, gap_of(each, "idiom", kept))


def compounds(words: Lexicon, reader: Any) -> Iterator[str]:
    """Yield pairs of nouns that occur together much more often than by chance."""
    pairs, size = words.pairs, len(words.words)
    firsts, seconds = np.divmod(pairs.keys, size)
    seconds = np.argsort(pairs.ranks)[seconds]
    counts = words.counts.astype(float)
    pmi = np.log2(pairs.counts * words.about["tokens"] / (counts[firsts] * counts[seconds]))
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


def gap_of(form: str, kind: str, part: str) -> int:
    """Return the largest number of words that may divide an expression."""
    words = form.split()
    if part != "VERB" or words[0] == "be":
        return 0
    if lexicon.OBJECT_SLOTS.intersection(words):
        return 5
    if kind == PREPOSITIONAL_VERB:
        return 0
    if kind == "phrasal verb":
        return 4 * (len(words[1:]) == 1 and words[-1] in PARTICLES)
    return 5 if words[1] in PREPOSITIONS else 2


def inflected(reader: Any, heads: dict[str, set[str]], words: list[str]) -> list[str]:
    """Return the inflected forms of the first words of verbs, and of the heads of nouns."""
    irregular = {part: reader._exception_map[part] for part in "vn"}  # noqa: SLF001
    forms = {(f, p, b) for p, each in irregular.items() for f, own in each.items() for b in own}
    forms |= {(f, "v", b) for f in words if (b := reader.morphy(f, "v")) and b != f}
    # "cards" is an entry, too, so that `morphy` returns nothing else.
    forms |= {(f, "n", b) for f in words for b in reader._morphy(f, "n") if b != f}  # noqa: SLF001
    return sorted(
        " ".join(form) for form in forms if form[2] in heads[form[1]] and " " not in form[0]
    )


def sentences(root: Path) -> Iterator[list[str]]:
    """Yield the sentences of each paragraph of the texts."""
    for _, path in TEXTS:
        if not path.endswith(".json"):
            for line in lines(root / path):
                if len(line) < LONGEST:
                    yield re.split(r"(?<=[.!?][\s\"”’)])\s*(?=[A-Z\"“‘(])", line)


def classes(root: Path, store: Store) -> tuple[list[str], np.ndarray, np.ndarray, list[float]]:
    """Count the classes of words and of pairs of classes in tagged sentences."""
    sample = [s for par in islice(sentences(root), 0, None, TAGGED_EVERY) for s in par]
    of_word: dict[str, Counter[str]] = defaultdict(Counter)
    pairs: Counter[tuple[str, str]] = Counter()
    for text, (spans, tags) in zip(sample, tagged(store.nltk("tagger"), sample), strict=True):
        before = ""
        for (start, end), tag in zip(spans, tags, strict=True):
            word, name = text[start:end].lower(), word_classes.class_of(tag)
            word = "." if not word[-1:].isalnum() and name == "PUNCT" else word
            of_word[word][name] += 1
            pairs[before, name] += 1
            before = name
    for word in list(of_word):
        if of_word[word].total() <= SEEN:
            for size in range(ENDING + 1):
                of_word[f"-{word[-size:] if size else ''}"].update(of_word[word])
    words = sorted(w for w, c in of_word.items() if c.total() >= (100 if w[0] == "-" else SEEN))
    counts = np.array([[of_word[w][c] for c in lexicon.CLASSES] for w in words], dtype=float)
    total = np.array([[pairs[a, b] for b in lexicon.CLASSES] for a in (*lexicon.CLASSES, "")]) + 1.0
    steps = np.rint(255 * counts / counts.sum(axis=1, keepdims=True)).astype(np.uint8)
    prior = total.sum(axis=0) / total.sum()
    return words, steps, np.log(total / total.sum(axis=1, keepdims=True)), prior.tolist()


def count(built: lexicon.Expressions, root: Path) -> dict[str, Any]:
    """Count the expressions in the texts."""
    size, tokens = len(built.forms), 0
    total, sequences = np.zeros(size, np.int32), np.zeros(size, np.int64)
    paragraphs = sentences(root)
    while batch := [s for paragraph in islice(paragraphs, 500) for s in paragraph]:
        words = [[text[a:b] for a, b in expression_matcher.tokens(text)] for text in batch]
        for own, names in zip(words, word_classes.word_classes(words), strict=True):
            tokens += sum(word[0].isalnum() for word in own)
            for match in built.matches(own):
                row = match.row
                sequences[row] += 1
                if expression_matcher.fits(built, match, own, names):
                    total[row] += 1
    gaps = np.where(prepositional(built, sequences), 0, built.gaps)
    total = np.where(gaps < built.gaps, sequences, total).astype(np.int32)
    shares = np.rint(255 * (total + 1) / (sequences + 1)).astype(np.uint8)
    arrays = {"counts": total, "shares": shares, "gaps": gaps.astype(np.uint8)}
    return arrays | {"tokens": tokens}


def prepositional(built: lexicon.Expressions, sequences: np.ndarray) -> np.ndarray:
    """Return which phrasal verbs are verbs with a preposition, which follows them very often."""
    words, forms = load_lexicon(), defaultdict(list)
    for form, part, base in map(str.split, built.inflected):
        if part == "v":
            forms[base].append(form)
    result = np.zeros(len(built.forms), bool)
    for row in np.flatnonzero((built.gaps > 0) & (sequences >= SEQUENCES)):
        verb, *others = built.forms[row].split()
        if expression_matcher.PREPOSITIONS.issuperset(others):
            rows = words.rows([verb, *forms[verb]])
            result[row] = sequences[row] >= PREPOSITIONAL * words.counts[rows[rows >= 0]].sum()
    return result


def main() -> None:
    """Build the lexicon and write it."""
    root, store = Path(os.environ["LCP_DATA"]), Store()
    from lcp.features.families.wordnet import wordnet_reader

    with wordnet_reader(store.nltk("wordnet")) as reader:
        build(reader, root, store)


def build(reader: Any, root: Path, store: Store) -> None:
    """Build the lexicon with WordNet's reader."""
    found, variants = entries(reader, root)
    literal = {form for _, part, form in seeds() if part == LITERAL}
    words, emissions, transitions, prior = classes(root, store)
    kinds, parts, gaps = zip(*found.values(), strict=True)
    kinds = ["phrasal verb" if kind == PREPOSITIONAL_VERB else kind for kind in kinds]
    zeros = np.zeros(len(found), np.int32)
    built = lexicon.Expressions(
        about={"schema": lexicon.SCHEMA, "classes": prior},
        forms=list(found),
        inflected=[],
        words=words,
        kinds=np.array([lexicon.KINDS.index(kind) for kind in kinds], np.uint8),
        parts=np.array([lexicon.PARTS.index(part) for part in parts], np.uint8),
        gaps=np.array(gaps, np.uint8),
        counts=zeros,
        shares=zeros.astype(np.uint8),
        emissions=emissions,
        transitions=transitions.astype(np.float32),
    )
    heads: dict[str, set[str]] = {"v": set(), "n": set()}
    for row in range(len(found)):
        for base, _, part in (key.partition("/") for key in built.pattern(row)):
            heads.get(part, set()).add(base)
    built = replace(built, inflected=inflected(reader, heads, [*words, *load_lexicon().words]))
    word_classes.load_expressions = expression_matcher.load_expressions = lambda: built
    counted = count(built, root)
    count_of = dict(zip(built.forms, counted["counts"].tolist(), strict=True))
    lost = {
        form
        for group in variants
        for form in sorted(group, key=lambda form: -count_of.get(form, 0))[1:]
    }
    kept = np.flatnonzero([form not in lost for form in built.forms])
    built.about["tokens"] = counted.pop("tokens")
    each = {name: getattr(built, name) for name in ("kinds", "parts")} | counted
    forms = [built.forms[row] for row in kept]
    built = replace(built, forms=forms, **{name: own[kept] for name, own in each.items()})
    built.shares[[form in literal for form in forms]] = 0
    write(built)


def write(built: lexicon.Expressions) -> None:
    """Write the lexicon."""
    texts = {"about": json.dumps(built.about)}
    texts |= {name: "\n".join(getattr(built, name)) for name in ("forms", "inflected", "words")}
    arrays = {name: getattr(built, name) for name in lexicon.ARRAYS}
    np.savez_compressed(OUT, **encoded(texts), **arrays)


if __name__ == "__main__":
    main()
