"""Measure how well expressions are found in sentences; write ``expressions.md``.

The strong multiword expressions of STREUSLE's development part (Schneider & Smith 2015) are
compared with those that ``lcp`` finds, with WordNet's entries, and with spaCy's ``PhraseMatcher``
on the lexicon of lcp. Needs LCP_DATA. Half a minute::

    python benchmarks/expressions.py --seed 0
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scoring import arguments, markdown_table, resample_weights, with_interval, write_page
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc
from spacy.util import filter_spans
from spacy.vocab import Vocab

from lcp.english.analysis import whole_sentences
from lcp.english.expressions import expressions_of
from lcp.english.kinds import KINDS, form_kind
from lcp.english.lemmas import lemma
from lcp.english.lexicon.expression_table import load_expressions
from lcp.english.network import load_model_of_english
from lcp.english.stages import kinds_in_context

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lcp.english.columns import Columns

FILE = "expressions/streusle.ud_dev.conllulex"
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
with {expressions:,} expressions of several words between spaces. An expression is right if all its
words are, and no others. In parentheses: 95% bootstrap intervals over sentences (1,000 resamples,
seed {seed}). The rules of the matcher were chosen on these sentences, and the
everyday compounds, adjectives and fixed phrases of the lexicon were listed after the documents had
been read, as was the count from which transparent compounds are units; six idioms were taken off as
they had been false here: figures on other reviews will be lower.

- `lcp`: what `Annotator(names=True)` finds. `lcp, annotated tags`: with STREUSLE's tags instead of
  those that lcp gives, {right:.1%} of which are right.
- `PhraseMatcher`: spaCy's matcher with the lexicon of lcp, by lemmas.
- `WordNet`: the longest entries of WordNet 3.0, by lemmas of the words.

{methods}

## By kind

Recall by STREUSLE's kind, and precision by the kind that lcp gives. Expressions of other
categories are fixed phrases.

{kinds}
"""

#: Runs of characters of an expression.
Spans = tuple[tuple[int, int], ...]
Found = dict[Spans, str]


class Sentence:
    """A sentence of STREUSLE: text, words, their spans and tags, and expressions with kinds."""

    def __init__(self, lines: list[str]) -> None:
        rows = [line.split("\t") for line in lines if line[0].isdigit()]
        rows = [row for row in rows if row[0].isdigit()]
        self.text = next(line for line in lines if line.startswith("# text =")).partition("= ")[2]
        self.words = [row[1] for row in rows]
        self.tags = [row[4] for row in rows]
        self.spans: list[tuple[int, int]] = []
        end = 0
        for word in self.words:
            start = self.text.index(word, end)
            end = start + len(word)
            self.spans.append((start, end))
        groups: dict[str, list[int]] = {}
        for place, row in enumerate(rows):
            if row[10] != "_":
                groups.setdefault(row[10].partition(":")[0], []).append(place)
        self.gold = self.found(groups.values(), lambda places: CATEGORIES.get(rows[places[0]][11]))

    def found(self, groups: Iterable[Sequence[int]], kind_of: Callable = lambda _: None) -> Found:
        """Return expressions by the places of their words."""
        return runs(([self.spans[i] for i in each], kind_of(each)) for each in groups)


def runs(expressions: Iterable[tuple[Sequence[tuple[int, int]], str | None]]) -> Found:
    """Return the runs of characters of expressions, without those that are one run."""
    result = {}
    for parts, kind in expressions:
        joined = [*parts[0]]
        for start, end in parts[1:]:
            if start > joined[-1]:
                joined += [start, end]
            joined[-1] = end
        if len(joined) > 2:  # noqa: PLR2004 - several runs
            result[tuple(zip(joined[::2], joined[1::2], strict=True))] = kind or "fixed phrase"
    return result


def main() -> None:
    """Compare the ways to find expressions and write the tables."""
    seed = arguments(__doc__).seed
    sentences = read(Path(os.environ["LCP_DATA"]) / FILE)
    own = by_lcp(sentences)
    right, tagged = by_annotated_tags(sentences)
    methods = {
        "lcp": own,
        "lcp, annotated tags": tagged,
        "PhraseMatcher": phrase_matcher(sentences),
        "WordNet": wordnet(sentences),
    }
    columns = ["method", "found", "precision", "recall", "F1"]
    rows = [[name, *cells(sentences, found, seed)] for name, found in methods.items()]
    page = PAGE.format(
        seed=seed,
        sentences=len(sentences),
        expressions=sum(len(sentence.gold) for sentence in sentences),
        right=right,
        methods=markdown_table(columns, rows),
        kinds=kinds_table(sentences, own),
    )
    write_page(arguments(__doc__).out, page)


def read(path: Path) -> list[Sentence]:
    """Return the sentences of a file of STREUSLE."""
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    return [Sentence(block.splitlines()) for block in blocks]


def by_lcp(sentences: list[Sentence]) -> list[Found]:
    """Return the expressions that lcp finds."""
    analysed = whole_sentences([sentence.text for sentence in sentences])
    return [runs((each.word_spans, each.kind) for each in one.expressions) for one in analysed]


def by_annotated_tags(sentences: list[Sentence]) -> tuple[float, list[Found]]:
    """Return the share of right tags, and the expressions that lcp finds with STREUSLE's tags."""
    numbers, outcomes, result = load_model_of_english().tags, [], []
    for sentence in sentences:
        [analysed] = whole_sentences([sentence.text])
        columns: Columns = analysed.columns
        tags = dict(zip(sentence.spans, sentence.tags, strict=True))
        for place, token in enumerate(analysed.tokens):
            tag = tags.get((token.start, token.end))
            if tag in numbers:
                outcomes.append(tag == token.tag)
                columns.tags[place] = numbers[tag]
        kinds = np.array([KINDS.index(form_kind(text)) for text in columns.texts])
        columns = replace(columns, kinds=kinds)
        columns = replace(columns, kinds=kinds_in_context(columns))
        found = [each for group in expressions_of(columns) for each in group]
        result.append(runs((each.word_spans, each.kind) for each in found))
    return float(np.mean(outcomes)), result


def phrase_matcher(sentences: list[Sentence]) -> list[Found]:
    """Return the longest matches of spaCy's matcher with the lexicon of lcp."""
    matcher = PhraseMatcher(_vocabulary, attr="LEMMA")
    matcher.add("expression", [_lemmas(lemma.split()) for lemma in load_expressions().lemmas])
    result = []
    for sentence in sentences:
        document = _lemmas(sentence.words)
        spans = filter_spans(matcher(document, as_spans=True))
        result.append(sentence.found([range(span.start, span.end) for span in spans]))
    return result


def wordnet(sentences: list[Sentence]) -> list[Found]:
    """Return the longest sequences of words whose forms or lemmas are an entry of WordNet."""
    from lcp.resources import Store
    from lcp.resources.wordnet_database import opened_wordnet

    with opened_wordnet(Store().nltk("wordnet")) as reader:
        entries = {
            tuple(name.lower().split("_")) for name in reader.all_lemma_names() if "_" in name
        }
    result = []
    for sentence in sentences:
        forms = [word.lower() for word in sentence.words]
        lemmas = [lemma(word) for word in sentence.words]
        found, start = [], 0
        while start < len(forms):
            ends = range(min(len(forms), start + 6), start + 1, -1)
            sides = [(end, side[start:end]) for end in ends for side in (forms, lemmas)]
            end = next((end for end, side in sides if tuple(side) in entries), start + 1)
            if end > start + 1:
                found.append(range(start, end))
            start = end
        result.append(sentence.found(found))
    return result


def cells(sentences: list[Sentence], found: list[Found], seed: int) -> list[str]:
    """Return the number of expressions found, precision, recall and F1 with their intervals."""
    counts = np.array(
        [
            [len(own.keys() & sentence.gold.keys()), len(own), len(sentence.gold)]
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


def kinds_table(sentences: list[Sentence], own: list[Found]) -> str:
    """Return recall and precision by kind."""
    pairs = [(sentence.gold, found) for sentence, found in zip(sentences, own, strict=True)]
    recalls = [(kind, spans in found) for gold, found in pairs for spans, kind in gold.items()]
    precisions = [(kind, spans in gold) for gold, found in pairs for spans, kind in found.items()]
    rows = []
    for name, outcomes in (("recall", recalls), ("precision", precisions)):
        table = pd.DataFrame(outcomes, columns=["kind", "right"]).groupby("kind")["right"]
        for kind, right in table:
            rows.append([name, kind, f"{len(right):,}", f"{right.mean():.2f}"])
    return markdown_table(["measure", "kind", "n", "value"], rows)


def _lemmas(words: list[str]) -> Doc:
    return Doc(_vocabulary, words=words, lemmas=[lemma(word) for word in words])


_vocabulary = Vocab()

if __name__ == "__main__":
    main()
