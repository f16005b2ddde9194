"""Rate words as those of a text, for learners with a first language; write ``kvl_text.md``.

Words of a text have no translation and no clue. The development data of KVL are rated without them,
as `--readers learner:es` does, by a model that was trained on the training data. About a minute::

    lcp fit --corpus kvl:train --cv 2 --seed 0 --jobs 1 --out lcp-models/kvl-train
    python benchmarks/kvl_text.py lcp-models/kvl-train --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scoring import add_seed_option

import lcp
from lcp.evaluation.vocabulary import LANGUAGES, vocabulary_intervals
from lcp.first_language.items import dictionary_form
from lcp.first_language.languages import NAMES, language_of
from lcp.reports.tables import markdown_table, with_interval

if TYPE_CHECKING:
    import pandas as pd

HEADER = """\
# Words of a text for learners with a first language

Written by `python benchmarks/kvl_text.py MODEL --seed {seed}`: development data of KVL ({n:,} words
in each first language), rated as words of a text are, without translation and clue, by the feature
set and estimator `kvl` trained on `kvl:train`. Pearson's r with log-odds, root mean squared error
of log-odds, and 95% bootstrap intervals over English words. A `new` word is not in the training
data. The part of speech is that of the test; in a text, it is that of a tagger.

"""
INTERVALS = """
A 90% prediction interval of the model contains {shares} of the ratings of words alone (Spanish,
German, Chinese): it is calibrated on items with a translation. So words of a text have no interval.

The dictionary form is that of the test for {alone:.1%} of the training data, and for {tagged:.1%}
if the part of speech is known: participles such as *stolen* are adjectives in the test.
"""


def main() -> None:
    """Write the report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model", type=Path, help="Folder of a model trained on kvl:train.")
    add_seed_option(parser)
    options = parser.parse_args()
    model, bundled = lcp.load_model(options.model), lcp.load_model()
    dev, train = lcp.load_corpus("kvl:dev"), lcp.load_corpus("kvl:train")
    new = ~dev["token"].str.lower().isin(set(train["token"].str.lower()))
    scores: dict[str, list[str]] = {}
    shares = []
    for l1 in LANGUAGES:
        rows = (dev["l1"] == l1).to_numpy()
        words = dev.loc[rows, ["sentence", "token"]]
        readers = f"learner:{language_of(l1)}"
        predicted = {
            "`kvl`, all columns of the test": model.predict(dev[rows]),
            "`kvl`, word and part of speech": model.predict(
                words.assign(readers=readers, pos=dev["pos"])
            ),
            "`kvl`, word": model.predict(words.assign(readers=readers)),
            "bundled model, `--readers learner`": bundled.predict(words.assign(readers="learner")),
        }
        for name, values in predicted.items():
            for subset, members in (("all", np.ones(rows.sum(), bool)), ("new", new[rows])):
                own = dev[rows][np.asarray(members)]
                intervals = vocabulary_intervals(
                    own["complexity"].to_numpy(),
                    values[np.asarray(members)],
                    own["token"].to_numpy(),
                    random_state=options.random_state,
                )
                cells = [
                    with_interval(*row, 3) for row in intervals[["value", "low", "high"]].to_numpy()
                ]
                scores.setdefault(f"{name}|{subset}", []).append(", ".join(cells))
        values = predicted["`kvl`, word"]
        limits = model.interval_.predict(dev[rows], values)
        inside = dev.loc[rows, "complexity"].between(limits["low"], limits["high"])
        shares.append(f"{inside.mean():.0%}")
    headings = [
        "model",
        "words",
        *(f"{NAMES[language_of(l1)]}: Pearson, RMSE" for l1 in LANGUAGES),
    ]
    table = [[*name.split("|"), *cells] for name, cells in scores.items()]
    n = int((dev["l1"] == LANGUAGES[0]).sum())
    text = HEADER.format(seed=options.random_state, n=n) + markdown_table(headings, table)
    text += "\n" + INTERVALS.format(shares=", ".join(shares), **_forms(train))
    Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)


def _forms(items: pd.DataFrame) -> dict[str, float]:
    """Return the share of items that are the dictionary form of their own word."""
    wordnet = lcp.Store().nltk("wordnet")
    pairs = list(zip(items["token"].str.lower(), items["pos"], strict=True))
    return {
        "alone": float(np.mean([word == dictionary_form(word, "", wordnet) for word, _ in pairs])),
        "tagged": float(
            np.mean([word == dictionary_form(word, part, wordnet) for word, part in pairs])
        ),
    }


if __name__ == "__main__":
    main()
