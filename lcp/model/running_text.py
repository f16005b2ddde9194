"""Where a complexity ranks among the words of running text, and named thresholds on that scale."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Self, get_args

import numpy as np

from lcp.errors import InputError
from lcp.model.scale import AUDIENCES, DEFAULT_AUDIENCE, Audience, check_threshold

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from lcp.corpora.registry import Readers
    from lcp.model.fitted_model import FittedModel

    Floats = NDArray[np.float64]

#: Words drawn from running text, and quantiles of their complexity that a model stores.
SAMPLE, QUANTILES = 5_000, 201


class RunningText:
    """Complexity of the words of running text, as predicted by one model.

    Words are those that :func:`lcp.annotate` rates: function words, names and numbers do not count.
    Their frequencies are wordfreq's, from books, news, subtitles, encyclopaedias and the web
    (Speer, 2022). They are rated without a sentence. Models whose features are ranked among the
    options of a question rate no other words: their quantiles are empty.

    Parameters
    ----------
    quantiles : dict of str to array-like of shape (n_quantiles,)
        Equidistant quantiles of complexity, ascending, by readers. Empty for a model that rates
        answer options.

    Examples
    --------
    >>> text = RunningText({"general": [0.0, 0.1, 0.2, 0.3, 0.4]})
    >>> text.share_below([0.25, 0.9]).tolist(), text.threshold("general")
    ([0.625, 1.0], 0.36)
    """

    def __init__(self, quantiles: dict[str, ArrayLike]) -> None:
        self.quantiles = {
            readers: np.asarray(values, dtype=np.float64) for readers, values in quantiles.items()
        }

    @classmethod
    def of(cls, model: FittedModel) -> Self:
        """Rate a sample of running text with a model, for each kind of readers.

        Nothing is rated if the model's features are ranked within questions.
        """
        if model.feature_set_.rank_within:
            return cls({})
        import pandas as pd

        words, repeats = _sample()
        names = [readers for readers in model.readers() if readers != "native"]  # as for general
        table = pd.DataFrame({"sentence": words, "token": words})
        # At once, so that the features of a word are computed once.
        predicted = model.predict(pd.concat([table.assign(readers=readers) for readers in names]))
        shares = np.linspace(0, 1, QUANTILES)
        return cls(
            {
                readers: np.quantile(np.repeat(own, repeats), shares).round(5)
                for readers, own in zip(names, predicted.reshape(len(names), -1), strict=True)
            }
        )

    def share_below(self, complexity: ArrayLike, readers: Readers = "general") -> Floats:
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

        Raises
        ------
        InputError
            If the model rates answer options.
        """
        quantiles = self._of(readers)
        shares = np.linspace(0, 1, len(quantiles))
        return np.asarray(np.interp(np.asarray(complexity), quantiles, shares))

    def threshold(self, audience: str | None = None, readers: Readers = "general") -> float:
        """Return the complexity from which a word counts as complex for an audience.

        Raises
        ------
        InputError
            If the audience is unknown, or the model rates answer options.
        """
        name = audience or DEFAULT_AUDIENCE
        if name not in AUDIENCES:
            raise InputError(
                f"There is no audience '{audience}'.",
                where="audience",
                hint=f"Valid names: {', '.join(get_args(Audience))}.",
            )
        quantiles = self._of(readers)
        shares = np.linspace(0, 1, len(quantiles))
        return round(float(np.interp(AUDIENCES[name], shares, quantiles)), 3)

    def to_dict(self) -> dict[str, Any]:
        """Return the quantiles as JSON types, for the constructor."""
        return {readers: values.tolist() for readers, values in self.quantiles.items()}

    def check(self) -> None:
        """Raise :class:`InputError` if the model rates answer options."""
        if not self.quantiles:
            raise InputError(
                "The model rates the options of a question, not the words of running text.",
                where="model",
                hint="Use the bundled model, or one whose feature set has no 'rank_within'.",
            )

    def _of(self, readers: Readers) -> Floats:
        self.check()
        return self.quantiles.get(readers, next(iter(self.quantiles.values())))


def threshold_of(
    model: FittedModel,
    threshold: float | None = None,
    audience: str | None = None,
    readers: Readers = "general",
) -> float:
    """Return the complexity from which a word counts as complex for a model.

    Parameters
    ----------
    model : ComplexityModel
        A fitted model.
    threshold : float, optional
        The threshold itself, 0-1.
    audience : {"learner", "general", "expert"}, optional
        A threshold by name. Default: ``"general"``.
    readers : str, default="general"
        Readers that complexity is predicted for.

    Raises
    ------
    InputError
        If both are given, the threshold is outside 0-1, there is no such audience, or the model
        rates answer options.
    """
    model.running_text_.check()
    if threshold is None:
        return model.running_text_.threshold(audience, readers)
    if audience is not None:
        raise InputError(
            "A threshold and an audience cannot be combined.",
            hint="Give one of them: an audience is a named threshold.",
        )
    return check_threshold(threshold)


@cache
def _sample() -> tuple[list[str], NDArray[np.intp]]:
    """Return distinct words of running text, and how often each is drawn.

    Words are drawn at equal distances in the cumulative frequencies, so the sample is the same
    on every machine.
    """
    from wordfreq import get_frequency_dict

    from lcp.annotation.kinds import kind_of
    from lcp.lexicon.file import load_lexicon

    lexicon, frequencies = load_lexicon(), get_frequency_dict("en")
    words = [word for word in lexicon.words if word in frequencies and kind_of(word) == "word"]
    # Words that are capitalised in most places are names.
    capitals = lexicon.capital_share(lexicon.rows(words))
    common = [
        (-frequencies[word], word)
        for word, share in zip(words, capitals, strict=True)
        if not share > 0.5  # noqa: PLR2004 - NaN without occurrences
    ]
    common.sort()
    cumulated = np.cumsum([-frequency for frequency, _ in common])
    points = (np.arange(SAMPLE) + 0.5) / SAMPLE * cumulated[-1]
    rows, repeats = np.unique(np.searchsorted(cumulated, points), return_counts=True)
    return [common[row][1] for row in rows], repeats
