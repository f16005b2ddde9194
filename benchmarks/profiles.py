"""Compare profiles of children's news and other news; write ``profiles.md``.

Texts are the articles of SemEval-2021 Task 4 (Zheng et al. 2021), given as a folder of its JSON
lines. They are BBC news; those that begin with "… Last updated at …" are from Newsround, which is
written for children. These are short: consecutive articles are joined to texts of 200 words or
more. About one minute::

    python benchmarks/profiles.py FOLDER --seed 0
"""

from __future__ import annotations

import argparse
import json
import math
import re
from pathlib import Path

import numpy as np
import pandas as pd
from scoring import add_seed_option
from sklearn.metrics import roc_auc_score

import lcp
from lcp.corpora.readers.cefr import LEVELS
from lcp.reports.tables import markdown_table, with_interval

#: Minimum number of words of a text, and number of texts for adults; all others are used.
WORDS, ADULT = 200, 300
RESAMPLES = 1_000
HEADER = """\
# Levels of texts

Written by `python benchmarks/profiles.py FOLDER --seed {seed}`. {young} texts of children's news
(Newsround) and {adult} of other BBC news, from SemEval-2021 Task 4 (Zheng et al. 2021). A text
consists of one or more whole articles and has {words} words or more. Texts with CEFR levels given
by teachers were not available, so this measures whether harder texts get higher figures, not
whether a level agrees with an examiner's.

## Which figure separates children's news from other news

Area under the ROC curve: the probability that a text for adults has a harder value than one for
children; 0.5 is chance. 95% bootstrap intervals over texts ({resamples:,} resamples).

"""
#: Figures, and 1 if high values are hard, -1 if low values are.
MEASURES = {
    "words above A1": 1, "words above A2": 1, "words above B1": 1, "words above B2": 1,
    "mean complexity": 1, "most frequent words for 95%": 1,
    "flesch_reading_ease": -1, "flesch_kincaid_grade": 1, "coleman_liau_index": 1,
    "automated_readability_index": 1, "lix": 1,
}  # fmt: skip


def main() -> None:
    """Profile the articles and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    add_seed_option(parser)
    options = parser.parse_args()
    random = np.random.default_rng(options.random_state)
    articles = sorted(
        {
            json.loads(line)["article"]
            for path in options.folder.glob("*.jsonl")
            for line in path.read_text(encoding="utf-8").splitlines()
        }
    )
    dated = re.compile(r".{0,40}Last updated at [\d:]+ \w+ ")
    young = _joined([dated.sub("", text, count=1) for text in articles if dated.match(text)])
    adult = _joined([text for text in articles if "Last updated at" not in text])
    adult = [adult[row] for row in random.choice(len(adult), ADULT, replace=False)]
    rows = [
        {"group": group, **_values(profile)}
        for group, texts in (("children", young), ("adults", adult))
        for profile in lcp.profile(texts)
    ]
    table = pd.DataFrame(rows)
    is_adult = (table["group"] == "adults").to_numpy()
    cells = []
    for name, sign in MEASURES.items():
        values = sign * np.minimum(table[name].to_numpy(dtype=float), 1e9)
        scores = [roc_auc_score(is_adult, values)]
        for _ in range(RESAMPLES):
            drawn = random.integers(0, len(table), len(table))
            scores.append(roc_auc_score(is_adult[drawn], values[drawn]))
        low, high = np.quantile(scores[1:], [0.025, 0.975])
        median = [f"{table.loc[rows, name].median():,.4g}" for rows in (~is_adult, is_adult)]
        cells.append([name, *median, with_interval(scores[0], low, high, 3)])
    page = HEADER.format(
        seed=options.random_state, young=len(young), adult=len(adult), words=WORDS,
        resamples=RESAMPLES,
    )  # fmt: skip
    page += markdown_table(["figure", "median, children", "median, adults", "AUC"], cells)
    page += (
        "\n\n## Levels by the share of words that a reader must know\n\n"
        "Percentages of the texts of each group. The level of a profile uses 95%, as in the\n"
        "literature; no share was chosen by these texts. Six levels are coarse: most news is B2,\n"
        "and the shares of words above a level, in the table above, say more.\n\n"
    )
    cells = []
    for share in (0.9, 0.95, 0.98):
        for group, part in table.groupby("group"):
            levels = part.apply(_level, axis=1, required=share)
            shares = [f"{(levels == level).mean():.0%}" for level in LEVELS]
            cells.append([f"{share:.0%}", group, *shares])
    page += markdown_table(["words known", "group", *LEVELS], cells) + "\n"
    (Path(__file__).parent / "profiles.md").write_text(page, encoding="utf-8")
    print(page)


def _joined(articles: list[str]) -> list[str]:
    """Join consecutive articles to texts of `WORDS` words or more; a short rest is left out."""
    texts, joined = [], ""
    for article in articles:
        joined = f"{joined}\n\n{article}" if joined else article
        if len(joined.split()) >= WORDS:
            texts.append(joined)
            joined = ""
    return texts


def _values(profile: lcp.TextProfile) -> dict[str, float]:
    listed = {coverage.share: coverage.words for coverage in profile.coverage}
    return {
        **{f"words above {level}": profile.share_above(level) for level in LEVELS},
        "mean complexity": profile.complexity or 0.0,
        # Words outside the list are rarer than all listed ones.
        "most frequent words for 95%": listed[0.95] or math.inf,
        **{formula.name: formula.value for formula in profile.readability},
    }


def _level(row: pd.Series, required: float) -> str:
    return next(x for x in LEVELS if round(1 - row[f"words above {x}"], 9) >= required)


if __name__ == "__main__":
    main()
