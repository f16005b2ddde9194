"""Measure how often the likeliest sense is right, on SemCor; write ``senses.md``.

A fifth of the files is held out: the model of senses is trained on the others. Needs SemCor and
WordNet in $LCP_DATA. About 15 minutes::

    python benchmarks/senses.py --seed 0
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scoring import FOLDS, arguments, markdown_table, mean_with_limits, with_interval, write_page

import lcp
from lcp.reader.meaning.sense_evidence import sense_evidence
from lcp.reader.meaning.sense_inventory import listed_senses
from lcp.reader.meaning.sense_model import load_senses
from lcp.reader.meaning.senses import softmax
from lcp.resources.wordnet_database import opened_wordnet

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.senses import EXAMPLES, count, counter_of, examples, instances, phrasal_verbs, trained

if TYPE_CHECKING:
    from tools.senses import Instance

#: Largest number of instances that are measured.
SAMPLE = 6_000
Outcome = tuple[str, float, list[float]]
COVERAGES = (0.25, 0.5, 0.75, 1.0)
SYSTEMS = (
    "first sense by counts of the other files",
    "WordNet's first sense",
    "`lcp`, WordNet's counts without the measured files, no usual senses",
    "`lcp`, WordNet's counts without the measured files",
    "`lcp`",
)
#: Largest number of occurrences of a rare word in the other files.
RARE = 5
PAGE = """\
# Senses

Written by `python benchmarks/senses.py --seed {seed}`.

Accuracy of the likeliest sense of {instances:,} words of SemCor 3.0 (Miller et al. 1993; 335
files), each of which has several senses with its part of speech in WordNet 3.0; expressions and
names are left out. They are from {files} files, at random; the model is trained on the others.
Coverage: the instances with the highest probability. A target whose tag, lemma or part of speech is
wrong counts as an error. In parentheses: 95% bootstrap intervals over files (1,000 resamples).

WordNet's counts come from all files of SemCor, the measured ones too. That helps here, as on texts
of the same kind, but less on others: two rows take the counts of the measured files off, and one of
them also this project's choice of usual senses (`lcp/reader/meaning/data/usual_senses.tsv`).

{table}

The {rare:,} of these words that the other files have at most {most} times:

{rare_table}

Calibration, with WordNet's counts: mean probability and accuracy of the likeliest sense.

{calibration}
"""


def main() -> None:
    """Measure, and write the page."""
    seed = arguments(__doc__).seed
    path = Path(os.environ["LCP_DATA"]) / "english" / "semcor3_train.tar.gz"
    with opened_wordnet(lcp.Store().nltk("wordnet")) as reader:
        read = [*instances(reader, path)]
        others = [*phrasal_verbs(reader)], [*examples(reader, EXAMPLES)]
        files = np.random.default_rng(seed).permutation(sorted({each.file for each in read}))
        outcomes = measured(reader, read, others, {*files[::FOLDS].tolist()}, seed)
    rare = [outcome for outcome in outcomes if outcome[1] <= RARE]
    page = PAGE.format(
        seed=seed,
        instances=len(outcomes),
        files=len({file for file, *_ in outcomes}),
        table=table(outcomes, seed),
        rare=len(rare),
        most=RARE,
        rare_table=table(rare, seed),
        calibration=calibration(np.array([row[-2:] for *_, row in outcomes], dtype=np.float64)),
    )
    write_page(arguments(__doc__).out, page)


def table(outcomes: list[Outcome], seed: int) -> str:
    """Return the accuracy of each system at each coverage."""
    groups = [file for file, *_ in outcomes]
    values = np.array([row for *_, row in outcomes], dtype=np.float64)
    rows = []
    for place, name in enumerate(SYSTEMS):
        pairs = values[:, 2 * place : 2 * place + 2]
        shares = COVERAGES if pairs[:, 0].any() else COVERAGES[-1:]
        cells = [accuracy(pairs, groups, share, seed) for share in shares]
        rows.append([name, *[""] * (len(COVERAGES) - len(cells)), *cells])
    return markdown_table(["senses", *(f"coverage {each:.0%}" for each in COVERAGES)], rows)


def measured(
    reader: Any,
    read: list[Instance],
    others: tuple[list[Instance], list[Instance]],
    held_out: set[str],
    seed: int,
) -> list[Outcome]:
    """Return, of each instance, the file, how often the other files have the word, and outcomes.

    The last are, for each system, the probability of its sense and if it is right.
    """
    (weights, _), counts = trained([each for each in read if each.file not in held_out], *others)
    counter = counter_of(counts)
    own = counter_of(count(each for each in read if each.file in held_out))
    candidates = [each for each in read if each.file in held_out and is_ambiguous(reader, each)]
    order = np.random.default_rng(seed).permutation(len(candidates))[:SAMPLE]
    found = (settings := load_senses().settings)["found_usual"]
    outcomes = []
    for each in (candidates[place] for place in order):
        listed = listed_senses(reader, each.tagged.lemma, each.tagged.part)
        counted = counter([f"{each.tagged.lemma}/{sense.name()}\t" for sense in listed])
        first = [sense.offset() == each.offset for sense in (listed[counted.argmax()], listed[0])]
        row: list[float] = [0, first[0], 0, first[1]]
        for discount, usual in ((own, 0.0), (own, found), (None, found)):
            settings["found_usual"] = usual
            shares = np.zeros(1)
            if each.usage is not None:
                shares = softmax(sense_evidence(each.usage, counter, discount) @ weights)
            row += [shares.max(), each.gold >= 0 and shares.argmax() == each.gold]
        outcomes.append((each.file, counted.sum(), row))
    return outcomes


def is_ambiguous(reader: Any, each: Instance) -> bool:
    """Return whether a tagged word is a single one with several senses."""
    lemma, part = each.tagged.lemma, each.tagged.part
    return " " not in lemma and len(listed_senses(reader, lemma, part)) > 1


def accuracy(pairs: np.ndarray, groups: list[str], share: float, seed: int) -> str:
    """Return the accuracy, with its interval, of the share with the highest probability."""
    order = np.argsort(-pairs[:, 0], kind="stable")[: round(share * len(pairs))]
    [limits] = mean_with_limits(pairs[order, 1], [groups[place] for place in order], seed=seed)
    return with_interval(*limits, 3)


def calibration(values: np.ndarray) -> str:
    """Return the mean probability and the accuracy in tenths of the instances."""
    parts = np.array_split(values[np.argsort(values[:, 0])], 10)
    rows = [[f"{part[:, 0].mean():.2f}", f"{part[:, 1].mean():.2f}"] for part in parts]
    return markdown_table(["probability", "accuracy"], rows)


if __name__ == "__main__":
    main()
