"""Sections of ``transfer.md`` about kinds of expressions, words that everybody knows, and norms."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy.stats import rankdata
from scoring import is_expression, markdown_table, number, out_of_fold, score
from sklearn.metrics import roc_auc_score
from wordfreq import zipf_frequency

import lcp
from lcp.resources import Store
from lcp.targets import Targets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CORE = ("core", "lightgbm")
#: Ages of acquisition of words that everybody knows, and of others (Kuperman et al., 2012).
EARLY, LATE = 6.5, 12
#: Norms, as resource and column.
NORMS = {
    "age of acquisition, rated (Kuperman et al., 2012)": ("aoa_kuperman", "aoa_rated"),
    "share of raters who know the word (Kuperman et al., 2012)": ("aoa_kuperman", "known"),
    "prevalence (Brysbaert et al., 2019)": ("conversationalign", "prevalence"),
    "familiarity (Coltheart, 1981)": ("mrc", "familiarity"),
    "familiarity (Scott et al., 2019)": ("glasgow", "glasgow_familiarity"),
}
#: Kinds of MWE-CWI, by the beginning of the annotation.
KINDS = {
    "compound": "MW compounds",
    "name": "MW named entities",
    "phrasal verb": "verb-particle",
    "fixed phrase": "fixed phrase",
    "not an expression": "not MWE",
    "all": "",
}


def expressions_by_kind(model: lcp.ComplexityModel, seed: int) -> str:
    """Return the scores of expressions by kind."""
    path = Path(os.environ["LCP_DATA"]) / "expressions/mwe_cwi_train_dev.tsv"
    rows = pd.read_csv(path, sep="\t", quoting=csv.QUOTE_NONE, keep_default_na=False)
    table = pd.DataFrame(
        {
            "sentence": rows["Context"],
            "token": rows["Expression"].str.strip(),
            "complexity": rows["Complex_probabilistic"].astype(float),
        }
    )
    development = (rows["Subset"] == "Dev").to_numpy()
    alone = table.assign(sentence=table["token"])
    trained = lcp.ComplexityModel(*CORE, random_state=seed).fit(alone[~development])
    predicted = {"bundled": model.predict(alone), "rarest word": frequencies(table)}
    own = trained.predict(alone)
    cells = []
    for kind, start in KINDS.items():
        of_kind = rows["Annotation"].str.startswith(start).to_numpy()
        figures = [
            score(table[of_kind], values[of_kind], seed=seed, decimals=3)
            for values in predicted.values()
        ]
        held_out = of_kind & development
        figures += [
            f"{held_out.sum():,}",
            *(
                score(table[held_out], values[held_out], seed=seed, decimals=3)
                for values in (predicted["bundled"], own)
            ),
        ]
        cells.append([f"MWE-CWI, {kind}", f"{of_kind.sum():,}", *figures])
    compounds = lcp.load_corpus("complex")
    several = is_expression(compounds)
    crossed = out_of_fold(*CORE, compounds, seed=seed)[several, 0]
    compounds = compounds[several]
    figures = [
        score(compounds, each, seed=seed, decimals=3) for each in (frequencies(compounds), crossed)
    ]
    size = f"{len(compounds):,}"
    cells.append(["CompLex, compound", size, "", figures[0], size, "", figures[1]])
    columns = [
        *("kind", "n", *predicted, "n, development"),
        *("bundled, development", "trained, development"),
    ]
    return markdown_table(columns, cells)


def known_by_everybody(model: lcp.ComplexityModel) -> str:
    """Return AUCs between words that are acquired early and late, by frequency."""
    ages = Store().table("aoa_kuperman")["aoa_rated"].dropna()
    ages = ages[ages.index.str.fullmatch("[a-z]+") & ((ages <= EARLY) | (ages >= LATE))]
    words = ages.index.tolist()
    zipf = np.array([zipf_frequency(word, "en") for word in words])
    grades = lcp.FeatureSet({"acquisition": {"keep": ["grade"]}})
    unlisted = np.isnan(grades.fit_transform([{"token": word} for word in words]).to_numpy()[:, 0])
    late = (ages >= LATE).to_numpy()
    systems = {"word frequency": -zipf}
    for readers in ("general", "learner"):
        systems[readers] = model.predict(Targets.words(words, readers))
    systems |= {f"{readers}, held out": systems[readers] for readers in ("general", "learner")}
    rows = [[name] for name in systems]
    bands = [f"{low}–{low + 0.25}" for low in np.arange(2, 4, 0.25)]
    for number_of_band in range(len(bands)):
        inside = np.floor((zipf - 2) * 4) == number_of_band
        for row in rows:
            rows_in = inside & unlisted if "held out" in row[0] else inside
            both = len(set(late[rows_in])) > 1
            values = systems[row[0]]
            auc = roc_auc_score(late[rows_in], values[rows_in]) if both else float("nan")
            row.append(f"{number(auc, 3)} ({(~late[rows_in]).sum()}, {late[rows_in].sum()})")
    return markdown_table(["Zipf (early, late words)", *bands], rows)


def norms(model: lcp.ComplexityModel, seed: int) -> str:
    """Return the rank correlations of complexity, frequency and length with norms."""
    rows = []
    for name, (resource, column) in NORMS.items():
        rated = Store().table(resource)[column].dropna()
        rated = rated[rated.index.str.fullmatch("[a-z]+")]
        words = rated.index.tolist()
        predicted = model.predict(Targets.words(words))
        rarity = -np.array([zipf_frequency(word, "en") for word in words])
        length = np.array([len(word) for word in words], dtype=float)
        ranks = [rankdata(each) for each in (rated, predicted, rarity, length)]
        table = pd.DataFrame({"token": words, "complexity": ranks[0]})
        table["complexity"] /= len(words)
        controls = np.column_stack([np.ones(len(words)), *ranks[2:]])
        rests = [r - controls @ np.linalg.lstsq(controls, r)[0] for r in ranks[:2]]
        partial = np.corrcoef(*rests)[0, 1]
        figures = [score(table, each, seed=seed, decimals=3) for each in ranks[1:]]
        rows.append([name, f"{len(words):,}", *figures, number(partial, 3)])
    return markdown_table(["norm", "n", "complexity", "−Zipf", "letters", "beyond both"], rows)


def frequencies(table: pd.DataFrame) -> Floats:
    """Return the negative Zipf frequency of each target's rarest word."""
    return np.array(
        [-min(zipf_frequency(word, "en") for word in token.split()) for token in table["token"]]
    )
