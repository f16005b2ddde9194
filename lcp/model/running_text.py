"""The complexity scale, ranks in running text, and named thresholds.

The scale of Shardlow et al. (2021), section 3: five points from very easy (0) to very
difficult (1).
"""

from __future__ import annotations

from functools import cache
from numbers import Real
from typing import TYPE_CHECKING, Self

import numpy as np

from lcp.base.reader_groups import GENERAL, Readers
from lcp.base.schema import SchemaError
from lcp.english.kinds import form_kind
from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.word_frequency import frequencies
from lcp.errors import InputError, nearest
from lcp.model.capabilities import of_readers
from lcp.targets.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats, Ints


#: Named thresholds: the share of the words of running text that are easier. With the bundled
#: model, they mark about 20%, 6% and 2% of all words of news, novels, textbooks and encyclopaedias.
THRESHOLDS = {"many": 0.6, "some": 0.9, "few": 0.98}
DEFAULT_THRESHOLD = "some"


class RunningText:
    """Complexity of the words of running text, as predicted by one model.

    Words are those that :func:`lcp.annotate` annotates: function words, names and numbers do not
    count. Their frequencies are wordfreq's, from books, news, subtitles, encyclopaedias and the web
    (Speer, 2022). They are predicted without a sentence.

    Parameters
    ----------
    quantiles : dict of str to array-like of shape (n_quantiles,)
        Equidistant quantiles of complexity, ascending, by readers. Empty for a model that compares
        options.

    Examples
    --------
    >>> text = RunningText({"general": [0.0, 0.1, 0.2, 0.3, 0.4]})
    >>> text.share_below([0.25, 0.9]).tolist(), text.threshold("some")
    ([0.625, 1.0], 0.36)
    """

    def __init__(self, quantiles: dict[str, object]) -> None:
        self.quantiles = {
            readers: np.asarray(values, dtype=np.float64) for readers, values in quantiles.items()
        }
        for values in self.quantiles.values():
            if values.ndim != 1 or not len(values) or not np.isfinite(values).all():
                raise SchemaError("the quantiles of running text are incomplete")

    @classmethod
    def of(
        cls, predict: Callable[[Targets], Floats], readers: Iterable[str], n_quantiles: int = 201
    ) -> Self:
        """Predict a sample of running text for each kind of readers with a model's `predict`."""
        words, repeats = _sample()
        shares = np.linspace(0, 1, n_quantiles)
        return cls(
            {
                name: np.quantile(
                    np.repeat(predict(Targets.words(words, name)), repeats), shares
                ).round(5)
                for name in readers
            }
        )

    def share_below(self, complexity: ArrayLike, readers: Readers = GENERAL) -> Floats:
        """Return the share, 0-1, of the words of running text that are easier.

        Parameters
        ----------
        complexity : array-like of shape (n_words,)
            Complexity, 0-1, for the same readers.
        readers : str, default="general"
            Readers that the complexity was predicted for.

        Returns
        -------
        ndarray of shape (n_words,)
            NaN if the model compares options.
        """
        values = np.asarray(complexity, dtype=np.float64)
        if not self.quantiles:
            return np.full(values.shape, np.nan)
        quantiles = of_readers(self.quantiles, readers)
        return np.asarray(np.interp(values, quantiles, np.linspace(0, 1, len(quantiles))))

    def threshold(
        self, threshold: float | str = DEFAULT_THRESHOLD, readers: Readers = GENERAL
    ) -> float:
        """Return the complexity from which a word is hard.

        Parameters
        ----------
        threshold : float or {"many", "some", "few"}
            Complexity, 0-1, or a name that says how many words of running text reach it.
        readers : str
            Readers that complexity is predicted for.

        Raises
        ------
        InputError
            If the threshold is outside 0-1, the name is unknown, or the model compares options.
        """
        if not self.quantiles:
            raise InputError(
                "The model compares the options of a question, not the words of running text.",
                where="model",
                hint="Use the bundled model, or one whose feature set has no 'rank_within'.",
            )
        if isinstance(threshold, str):
            if threshold not in THRESHOLDS:
                raise InputError(
                    f"There is no threshold '{threshold}'.",
                    where="threshold",
                    hint=f"{nearest(threshold, THRESHOLDS)} Or give a number from 0 to 1.",
                )
            quantiles = of_readers(self.quantiles, readers)
            shares = np.linspace(0, 1, len(quantiles))
            return round(float(np.interp(THRESHOLDS[threshold], shares, quantiles)), 3)
        if not isinstance(threshold, Real) or not 0 <= threshold <= 1:
            raise InputError(
                f"The threshold {threshold} is not from 0 to 1.",
                where="threshold",
                hint=f"Give a complexity, or one of: {', '.join(THRESHOLDS)}.",
            )
        return float(threshold)

    def to_dict(self) -> dict[str, object]:
        """Return the quantiles as JSON types, for the constructor."""
        return {readers: values.tolist() for readers, values in self.quantiles.items()}


def in_running_text(share: float | None) -> str:
    """Describe the share of words that are easier; "" for None.

    >>> in_running_text(0.973), in_running_text(0.9996), in_running_text(0.004)
    ('harder than 97% of words in running text', 'harder than 99% of words in running text',
    'among the easiest 1% of words in running text')
    """
    if share is None:
        return ""
    percent = min(int(100 * share), 99)
    if not percent:
        return "among the easiest 1% of words in running text"
    return f"harder than {percent}% of words in running text"


@cache
def _sample(size: int = 5_000) -> tuple[list[str], Ints]:
    """Return distinct words of running text, and how often each is drawn.

    In all, `size` words are drawn at equal distances in the cumulative frequencies, so the sample
    is the same on every machine.
    """
    lexicon, shares = load_lexicon(), frequencies()
    words = [word for word in lexicon.words if word in shares and form_kind(word) == "word"]
    # Words that are capitalised in most places are names.
    capitals = lexicon.capital_share(lexicon.rows(words))
    common = [
        (-shares[word], word)
        for word, share in zip(words, capitals, strict=True)
        if not share > 0.5  # noqa: PLR2004 - NaN without occurrences
    ]
    common.sort()
    cumulated = np.cumsum([-frequency for frequency, _ in common])
    points = (np.arange(size) + 0.5) / size * cumulated[-1]
    rows, repeats = np.unique(np.searchsorted(cumulated, points), return_counts=True)
    return [common[row][1] for row in rows], repeats
