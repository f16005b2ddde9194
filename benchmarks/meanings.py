"""Measure definitions, easier words and glosses against judgements; write ``meanings.md``.

``meanings/sentences.tsv`` has sentences of texts in the public domain and their hard words;
``meanings/judgements.tsv`` has a verdict about each output that was judged so far, by the rules on
the page. Outputs without a verdict are counted and, with ``--new``, printed for judging. The
articles are lines of JSON with ``version`` (ele, int, adv) and ``text``::

    python benchmarks/meanings.py --seed 0 --articles onestop.jsonl.gz
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scoring import arguments, markdown_table, mean_with_limits, with_interval, write_page

import lcp
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.meaning.finder import MeaningFinder
from lcp.reader.meaning.glosses import Gloss, Glosser
from lcp.tables.output_tables import csv_table

sys.path.append(str(Path(__file__).resolve().parents[1]))
from tools import text_level

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).with_suffix("")
VERDICTS = ("right", "useless", "wrong")
KINDS = {
    "definition": "definition of study lists",
    "easier": "easier word of study lists",
    "gloss": "gloss of `lcp mark`",
    "listed": "entry of the list of `lcp mark`",
}
PAGE = """\
# Definitions, easier words and glosses in context

Written by `python benchmarks/meanings.py --seed {seed} --articles onestop.jsonl.gz`.

{instances} hard words in {sentences} sentences of {sources} texts in the public domain, from 1611
to 1925 (quoted from memory, some shortened), and what `lcp words` and `lcp mark` show for them
without being asked (readers: learners). Parentheses give 95% bootstrap intervals over sentences
(1,000 resamples, seed {seed}).

{table}

Shown: share of the words with an output. The other shares are of judged outputs. `lcp mark`
explains {explained:.0%} of the words, with a gloss or in the list at the end.

In the advanced versions of {n_articles} articles of OneStopEnglish (Vajjala & Lucic, 2018), it
explains {modern} of the words of B2 and above; {glossed} have a gloss.
These outputs were not judged.

The limits of easier words were learned on half of BenchLS (`tools/confidence.py`); the probability
of a sense that is shown was chosen after a look at these verdicts, so that other texts may give
more wrong definitions, mainly texts with many idioms and figurative words.

## Rules

Written down before the outputs were seen.

- A **definition** is *right* if it says what the word means in this sentence, even if it is not the
  finest sense; *wrong* if it is of another meaning or part of speech, so that a learner understands
  the sentence wrongly; *useless* if it is of the right meaning, but needs the word itself, or words
  that the readers of such a list hardly know, or does not distinguish it from most other words.
- An **easier word** is *right* if it can stand in the sentence with nearly the same meaning and in
  the form of the word; *wrong* if it changes what the sentence says or is ungrammatical; *useless*
  if it fits, but is about as hard as the word, or so general that the meaning is lost.
- A **gloss** is an easier word or a definition, and is judged by the same rules. Its form should be
  the word's: a form that does not fit is *useless*.
- An **entry** of the list at the end has an easier word, a definition, or the definitions of the
  fewest senses of which one is probably meant, as in a dictionary. It is *right* if one of them is
  right, *wrong* if all are wrong, else *useless*. (Added after a part of the entries was seen.)
- In doubt, the worse verdict.

Judged by one reader. A second reading of {second} outputs by the same reader, in another order and
without the first verdicts, agreed in {agreed:.0%}.
"""


class Hard(NamedTuple):
    """A hard word in its sentence."""

    number: int
    source: str
    sentence: str
    target: str


def main() -> None:
    """Measure, and write the page."""
    options = arguments(__doc__, new=False, articles="")
    words, verdicts = read_words(), read_verdicts()
    outputs = [row for word in words for row in outputs_of(word)]
    if options.new:
        new = [
            dict(zip(("number", "target", "kind", "output"), row, strict=True))
            for row in outputs
            if row[3] and row[:1] + row[2:] not in verdicts
        ]
        sys.stdout.write(csv_table(new, ("number", "target", "kind", "output")))
        return
    articles = text_level.read_articles(Path(options.articles))
    read = [hard_glosses(text) for text in articles["text"][articles["version"] == "adv"]]
    shares = mean_with_limits(
        [[any(gloss), bool(gloss.text)] for part in read for gloss in part],
        np.repeat(np.arange(len(read)), [*map(len, read)]),
        seed=options.seed,
    )
    modern, glossed = (with_interval(*limits, 2) for limits in shares)
    seconds = [pair for pair in verdicts.values() if pair[1]]
    page = PAGE.format(
        seed=options.seed,
        instances=len(words),
        sentences=len({word.sentence for word in words}),
        sources=len({word.source for word in words}),
        explained=np.mean([bool(output) for *_, kind, output in outputs if kind == "listed"]),
        n_articles=len(read),
        modern=modern,
        glossed=glossed,
        table=table(words, outputs, verdicts, options.seed),
        second=len(seconds),
        agreed=np.mean([first == second for first, second in seconds]),
    )
    write_page(options.out, page)


def read_words() -> list[Hard]:
    """Return the hard words of the sentences."""
    lines = (FOLDER / "sentences.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    pairs = [(source, text, word) for source, text, words in rows for word in words.split(",")]
    return [Hard(number, *pair) for number, pair in enumerate(pairs, start=1)]


def read_verdicts() -> dict[tuple[int, str, str], tuple[str, str]]:
    """Return the first and second verdict about each output of a word."""
    lines = (FOLDER / "judgements.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    return {
        (int(number), kind, output): (first, second) for number, kind, output, first, second in rows
    }


def outputs_of(word: Hard) -> Iterator[tuple[int, str, str, str]]:
    """Yield number, target, kind and output of what is shown for a word; "" for nothing."""
    annotator, meanings, glosser = tools()
    shown = dict.fromkeys(KINDS, "")
    for sentence in annotator.stream([word.sentence]):
        for unit in (*sentence.words, *sentence.inside):
            if unit.text == word.target:
                edges = [edge for run in unit.runs for edge in run] or [unit.start, unit.end]
                meaning = meanings.meaning(sentence.sentence, edges)
                easier = meaning.easier
                gloss = glosser.gloss(sentence, unit)
                shown = {
                    "definition": glosser.definition(meaning)[0],
                    "easier": easier.form if easier else "",
                    "gloss": gloss.text,
                    "listed": gloss.listed,
                }
    yield from ((word.number, word.target, kind, output) for kind, output in shown.items())


def hard_glosses(text: str) -> list[Gloss]:
    """Return what is shown for each word of a text of B2 and above, where it first occurs."""
    annotator, _, glosser = tools()
    found: dict[str, Gloss] = {}
    for sentence in annotator.stream([text]):
        for unit in sentence.units:
            lemma = unit.lemma
            if unit.kind != "name" and (unit.prediction.level or "") >= "B2" and lemma not in found:
                found[lemma] = glosser.gloss(sentence, unit)
    return [*found.values()]


@cache
def tools() -> tuple[Annotator, MeaningFinder, Glosser]:
    """Return what annotates, explains and glosses words."""
    meanings = MeaningFinder(lcp.load_model(), "learner")
    return Annotator(meanings.model, readers="learner"), meanings, Glosser(meanings)


def table(
    words: list[Hard],
    outputs: list[tuple[int, str, str, str]],
    verdicts: dict[tuple[int, str, str], tuple[str, str]],
    seed: int,
) -> str:
    """Return a row for each kind of output."""
    sentence_of = {word.number: word.sentence for word in words}
    rows = []
    for kind, title in KINDS.items():
        shown = [(number, output) for number, _, name, output in outputs if name == kind and output]
        judged = [
            (sentence_of[number], verdicts[number, kind, output][0])
            for number, output in shown
            if (number, kind, output) in verdicts
        ]
        groups = [sentence for sentence, _ in judged]
        cells = [f"{len(shown) / len(words):.0%}", str(len(judged))]
        for verdict in VERDICTS:
            values = [[found == verdict] for _, found in judged]
            [limits] = mean_with_limits(values, groups, seed=seed)
            cells.append(with_interval(*limits, 2))
        rows.append([title, *cells, str(len(shown) - len(judged))])
    return markdown_table(["output", "shown", "judged", *VERDICTS, "not judged"], rows)


if __name__ == "__main__":
    main()
