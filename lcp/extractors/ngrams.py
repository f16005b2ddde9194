"""Probability of the spelling and the pronunciation of a word."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from cachetools import cached

from lcp.english.pronunciation import pronunciations
from lcp.english.word_frequency import counts_of_zipf
from lcp.errors import InputError
from lcp.extractors.base import Feature
from lcp.extractors.lexicon import LexiconFamily
from lcp.lexicon.file import checksum, load_lexicon
from lcp.lexicon.ngrams import END, LETTERS, NgramModel, spelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from lcp.english.pronunciation import Phonemes
    from lcp.lexicon.file import Lexicon

_BITS = "log2(probability)"
_SPELLED = "Witten & Bell (1991); lcp, the lexicon's words"
_HEARD = "Witten & Bell (1991); Weide (1998), CMU Pronouncing Dictionary"


class Ngrams(LexiconFamily):
    """Probability of each letter and phoneme of the word, given the three before it.

    The models are trained on the lexicon's words, each word once (``type``) or weighted by its
    occurrences in the lexicon's texts (``token``) or in those of one register. Words outside the
    lexicon have probabilities too. Words of the lexicon are slightly more probable, because the
    models were trained on them.

    Parameters
    ----------
    file : str, default=""
        Lexicon made by `lcp lexicon build`. Default: the bundled lexicon.
    register : str, default="biomedical"
        Register of the lexicon with a model of its own; none if empty.
    cmudict : bool, default=True
        Whether to compute the probability of the phonemes too: the first pronunciation in the CMU
        Pronouncing Dictionary, without stress. NaN for words that it does not contain.

    Examples
    --------
    >>> words = pd.DataFrame({"word": ["station", "chthonic"], "lemma": ["station", "chthonic"]})
    >>> Ngrams(cmudict=False).extract(words)[["type_mean", "type_min"]].round(1)
       type_mean  type_min
    0       -1.6      -3.3
    1       -3.5     -10.1
    """

    name = "ngrams"
    level = "word"

    def __init__(
        self, *, file: str = "", register: str = "biomedical", cmudict: bool = True
    ) -> None:
        self.file = file
        self.register = register
        self.cmudict = cmudict

    def resources(self) -> tuple[str, ...]:
        """Return the pronouncing dictionary, if used."""
        return ("cmudict",) if self.cmudict else ()

    def features(self) -> Sequence[Feature]:
        """Describe the columns of each model."""
        models = {"type": "of all words", "token": "of all words, weighted by count"}
        if self.register:
            models[self.register] = f"of {self.register} text"
        judged = [(name, "letter", text, _SPELLED) for name, text in models.items()]
        if self.cmudict:
            judged.append(("phonemes", "phoneme", "of all words", _HEARD))
        listed = [
            Feature(
                f"{name}_{part}", f"{label} {symbol} probability in a model {text}", _BITS, source
            )
            for name, symbol, text, source in judged
            for part, label in (("mean", "mean"), ("min", "lowest"))
        ]
        if self.register:
            text = f"mean letter probability in {self.register} text relative to all text"
            listed.append(Feature(f"{self.register}_ratio", text, "log2(ratio)", _SPELLED))
        return listed

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Compute the probabilities, ignoring case. Only those of phonemes can be NaN.

        Raises
        ------
        InputError
            If the lexicon does not have the register.
        ResourceError
            If the lexicon is missing, damaged or not the training lexicon, or the pronouncing
            dictionary is missing.
        """
        self.load()
        words = frame["word"].tolist()
        models = _letter_models(self.file, checksum(self.file), self.register)
        symbols = spelled(words)
        blocks = [model.mean_and_least(symbols) for model in models]
        if self.cmudict:
            blocks.append(self._sounds(words))
        if self.register:
            _, general, special, *_ = blocks
            blocks.append(special[:, :1] - general[:, :1])
        return pd.DataFrame(np.hstack(blocks), frame.index, self.column_names())

    def _sounds(self, words: list[str]) -> NDArray[np.float64]:
        root = self.store.nltk("cmudict")
        dictionary = pronunciations(root)
        numbers, model = _phoneme_model(self.file, root)
        keys = [word.lower().replace("’", "'") for word in words]
        listed = np.array([key in dictionary for key in keys], dtype=bool)
        values = np.full((len(words), 2), np.nan)
        symbols = _heard((dictionary[key] for key in keys if key in dictionary), numbers)
        values[listed] = model.mean_and_least(symbols)
        return values


@lru_cache(maxsize=4)
def _letter_models(file: str, _checksum: str, register: str) -> list[NgramModel]:
    """Return the models of types, of tokens, and of the register's tokens if there is one."""
    lexicon = load_lexicon(file)
    weights = [np.ones(len(lexicon.words)), lexicon.counts.astype(np.float64)]
    if register:
        weights.append(_occurrences(lexicon, register))
    symbols = spelled(lexicon.words)
    return [NgramModel.trained(symbols, weight, LETTERS) for weight in weights]


def _occurrences(lexicon: Lexicon, register: str) -> NDArray[np.float64]:
    """Return the occurrences of each word in a register, from its Zipf frequency."""
    names = [entry["name"] for entry in lexicon.about["registers"]]
    if register not in names:
        raise InputError(
            f"The lexicon has no register '{register}'.",
            where="ngrams.register",
            hint=f'Valid registers: {", ".join(names) or "none"}, or "" for none.',
        )
    number = names.index(register)
    zipf = lexicon.register_values(np.arange(len(lexicon.words)))[:, number]
    return counts_of_zipf(zipf, lexicon.about["registers"][number]["words"])


@cached({}, key=lambda file, root: (checksum(file), str(root)))
def _phoneme_model(file: str, root: Any) -> tuple[dict[str, int], NgramModel]:
    """Return the number of each phoneme, and the model of the words with a pronunciation."""
    dictionary = pronunciations(root)
    inventory = sorted({_plain(phoneme) for word in dictionary.values() for phoneme in word})
    numbers = {phoneme: number for number, phoneme in enumerate(inventory, start=END + 1)}
    words = [dictionary[word] for word in load_lexicon(file).words if word in dictionary]
    symbols = _heard(words, numbers)
    return numbers, NgramModel.trained(symbols, np.ones(len(words)), len(numbers) + END + 1)


def _heard(words: Iterable[Phonemes], numbers: Mapping[str, int]) -> NDArray[np.int64]:
    symbols = [[*(numbers[_plain(phoneme)] for phoneme in word), END] for word in words]
    return np.array([symbol for word in symbols for symbol in word], dtype=np.int64)


def _plain(phoneme: str) -> str:
    return phoneme.rstrip("012")
