"""Score models on rated corpora that they were not trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import pandas as pd

from lcp.corpora.loading import load_corpus
from lcp.english.text import expression_words
from lcp.english.word_frequency import zipf
from lcp.evaluation.bootstrap import bootstrap
from lcp.lexicon.file import load_lexicon
from lcp.splits.grouping import groups

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from lcp.model.complexity_model import ComplexityModel
    from lcp.resources import Store

    Floats = NDArray[np.float64]
    Predictor = Callable[[pd.DataFrame], Floats]

#: Corpora of the transfer test, with the column that divides each of them.
CORPORA = {
    "cwi2018": "genre",
    "kvl": "l1",
    "word-complexity-lexicon": "source",
    "cefr": "source",
}
#: Kinds of targets that are rated.
RATED_KINDS = ("word", "expression", "function word")
Subset = Literal["all targets", "words in lower case"]

_LOWER_CASE = r"[a-z]+(?:[-'’][a-z]+)*"


def frequency_predictor(table: pd.DataFrame) -> Floats:
    """Return the negative Zipf frequency of each target's rarest word; 0 if it is unknown."""
    rarest = [
        min(np.nan_to_num(zipf(word)) for word in expression_words(token))
        for token in table["token"]
    ]
    return -np.asarray(rarest, dtype=np.float64)


def lexicon_predictor(table: pd.DataFrame) -> Floats:
    """Return the lexicon's predicted Maddela & Xu (2018) rating of each target's hardest word."""
    lexicon = load_lexicon()
    column = [norm["name"] for norm in lexicon.about["norms"]].index("maddela_xu")
    words = sorted({word for token in table["token"] for word in expression_words(token)})
    ratings = dict(zip(words, lexicon.norm_values(words)[:, column], strict=True))
    hardest = [max(ratings[word] for word in expression_words(token)) for token in table["token"]]
    return np.asarray(hardest, dtype=np.float64)


def model_predictor(model: ComplexityModel) -> Predictor:
    """Return the predictions of a model; one of single words rates a target's hardest word."""
    if model.feature_set_.multiword_:
        predict: Predictor = model.predict
        return predict

    def predict_hardest(table: pd.DataFrame) -> Floats:
        words = table["token"].map(expression_words).explode()
        instances = pd.DataFrame({"sentence": words, "token": words})
        predicted = pd.Series(model.predict(instances), index=words.index)
        hardest = predicted.groupby(level=0).max().loc[table.index]
        return np.asarray(hardest, dtype=np.float64)

    return predict_hardest


#: Predictors that need no training.
BASELINES: dict[str, Predictor] = {
    "word frequency": frequency_predictor,
    "lexicon__maddela_xu": lexicon_predictor,
}


def score_transfer(
    predictors: Mapping[str, Predictor],
    kinds: Callable[[pd.DataFrame], pd.Series[str]],
    *,
    corpora: Sequence[str] = tuple(CORPORA),
    store: Store | None = None,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> pd.DataFrame:
    """Score predictors on corpora, by genre or first language.

    In corpora with sentences, targets that are not words or expressions, such as names and
    numbers, get the minimum prediction of the corpus. Corpora are not downloaded.

    Parameters
    ----------
    predictors : mapping of str to callable
        Functions from an instance table to predictions, by name.
    kinds : callable
        Function from an instance table to the kind of each target, such as
        :func:`lcp.annotation.targets.token_kinds`.
    corpora : sequence of str
        Names in `CORPORA`.
    store : Store, optional
        Source of the corpora. Default: the store of this machine.
    n_resamples : int, default=1000
        Resamples of the bootstrap over tokens.
    random_state : int, default=0
        Seed of the bootstrap.

    Returns
    -------
    DataFrame
        Columns ``corpus``, ``part`` (genre or first language), ``subset`` (``all targets`` or
        ``words in lower case``), ``n``, ``predictor``, ``pearson``, its 95% interval ``low`` and
        ``high``, and ``spearman``.

    Raises
    ------
    ResourceError
        If a corpus is missing.
    """
    rows = []
    for corpus in corpora:
        table = load_corpus(corpus, store=store, download=False)
        masks = _subsets(table)
        ignored = _ignored(table, kinds)
        for predictor, predict in predictors.items():
            predicted = np.asarray(predict(table), dtype=np.float64)
            predicted = np.where(ignored, predicted[~ignored].min(), predicted)
            for part in table[CORPORA[corpus]].unique():
                of_part = table[CORPORA[corpus]].eq(part).to_numpy()
                for subset, mask in masks.items():
                    members = np.flatnonzero(of_part & mask)
                    scored = table[of_part & mask]
                    figures = bootstrap(
                        scored["complexity"],
                        predicted[members],
                        groups=groups(scored, "token"),
                        n_resamples=n_resamples,
                        random_state=random_state,
                    )
                    value, low, high = figures.loc["pearson", ["value", "low", "high"]]
                    spearman = figures.loc["spearman", "value"]
                    place = (corpus, str(part), subset, len(members), predictor)
                    rows.append((*place, value, low, high, spearman))
    columns = ["corpus", "part", "subset", "n", "predictor", "pearson", "low", "high", "spearman"]
    return pd.DataFrame(rows, columns=columns)


def _ignored(
    table: pd.DataFrame, kinds: Callable[[pd.DataFrame], pd.Series[str]]
) -> NDArray[np.bool_]:
    """Return which targets are not rated; all words of a list are."""
    if (table["sentence"] == table["token"]).all():
        return np.zeros(len(table), dtype=bool)
    return ~kinds(table).isin(RATED_KINDS).to_numpy()


def _subsets(table: pd.DataFrame) -> dict[Subset, NDArray[np.bool_]]:
    """Return the masks of the subsets; words without a sentence form one subset."""
    everything = np.ones(len(table), dtype=bool)
    if (table["sentence"] == table["token"]).all():
        return {"all targets": everything}
    lower = table["token"].str.fullmatch(_LOWER_CASE).to_numpy(dtype=bool)
    return {"all targets": everything, "words in lower case": lower}
