"""Two meanings of ten words: their senses and predicted complexity."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

import lcp
from lcp.corpora.instances import as_instances
from lcp.evaluation.crossvalidation import SharedFeatures
from lcp.reports.tables import markdown_table, number

if TYPE_CHECKING:
    from collections.abc import Sequence

#: One of so many instances is trained on.
SHARE = 4
#: Families, besides those of `full`, of each model; of the tables of :func:`examples`.
SETS = {
    "full": (),
    "full + senses": ("senses",),
    "full + senses by encoder": ("encoded",),
    "full-contextual": ("contextual",),
}
#: Longest definition in the table, in characters.
WIDTH = 70
#: Two meanings of each word, the more familiar one first. Our own sentences.
PAIRS = [
    ("cell", "The prisoner sat alone in his cell.", "Each cell divides during mitosis."),
    ("bank", "She paid the money into the bank.", "They walked along the bank of the river."),
    ("bass", "He plays bass in a jazz band.", "The angler caught a large bass."),
    ("virus", "He stayed home because of a virus.", "A virus deleted all files on the disk."),
    ("mouse", "The cat chased a mouse.", "Click the icon with the mouse."),
    ("charge", "The museum makes no charge.", "An electron carries a negative charge."),
    ("culture", "Food is a part of every culture.", "Bacteria grew in the culture."),
    ("nail", "He hammered a nail into the wall.", "The fungus had infected her nail."),
    ("chamber", "The judge left the chamber.", "Blood enters the left chamber of the heart."),
    ("expression", "She had a sad expression.", "Insulin raises the expression of the gene."),
]
TEXT = """\
## Two meanings of a word

Our own sentences. Predictions of `{estimator}`, trained on every fourth single word ({n:,}).
*grade* is the school grade of the meaning that was matched with the encoder (Dale & O'Rourke
1981). The senses are those that are chosen in WordNet, without and with the encoder.

"""


def examples(
    words: pd.DataFrame, sets: dict[str, dict[str, Any]], encoder: str, estimator: str, seed: int
) -> Sequence[str]:
    """Return the section with two meanings of each word."""
    rows = pd.DataFrame(
        {"genre": "", "sentence": sentence, "token": token}
        for token, *sentences in PAIRS
        for sentence in sentences
    )
    train = words.iloc[::SHARE]
    table = pd.concat([train[[*rows, "complexity"]], rows], ignore_index=True)
    shared = SharedFeatures(lcp.FeatureSet(**sets["full-contextual"]), as_instances(table))
    rated = np.arange(len(train))
    matrix = shared.matrix(shared.learned_from(rated)).reset_index(drop=True)
    for name, options in (("senses", {}), ("encoded", {"model": encoder, "n_jobs": 1})):
        own = lcp.FeatureSet({"senses": options}).fit_transform(table)
        own.columns = own.columns.str.replace("senses", name)
        matrix = pd.concat([matrix, own.reset_index(drop=True)], axis=1)
    families = matrix.columns.str.split("__").str[0]
    columns = []
    for added in SETS.values():
        others = {"contextual", "senses", "encoded"}.difference(added)
        kept = matrix.loc[:, ~families.isin(others)]
        model = lcp.load_estimator(estimator, random_state=seed)
        model.fit(kept.iloc[rated], train["complexity"].to_numpy())
        columns.append(model.predict(kept.iloc[len(train) :]).clip(0, 1))
    lines = []
    ages = matrix["encoded__aoa"].iloc[len(train) :]
    for row, age, *predictions in zip(rows.to_dict("records"), ages, *columns, strict=True):
        marked = row["sentence"].replace(row["token"], f"**{row['token']}**", 1)
        chosen = [_sense(row["sentence"], row["token"], model=model) for model in ("", encoder)]
        lines.append([marked, *chosen, number(age, 1), *(number(p, 3) for p in predictions)])
    header = ["sentence", "sense without encoder", "with encoder", "grade", *SETS]
    return [TEXT.format(estimator=estimator, n=len(train)) + markdown_table(header, lines)]


def _sense(sentence: str, token: str, *, model: str) -> str:
    listed = lcp.senses(sentence, token, model=model)
    return shorten(listed[0].gloss, WIDTH, placeholder=" …") if listed else "–"
