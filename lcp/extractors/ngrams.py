"""How usual the spelling and the sound of a word are."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.errors import InputError
from lcp.extractors.base import Feature
from lcp.extractors.lexicon import LexiconFamily
from lcp.lexicon.counting import counts_of_zipf
from lcp.lexicon.file import checksum, load_lexicon
from lcp.lexicon.ngrams import END, LETTERS, NgramModel, spelled
from lcp.pronunciation import pronunciations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from lcp.lexicon.file import Lexicon
    from lcp.pronunciation import Phonemes

_BITS = "log2(probability)"
_SPELLED = "Witten & Bell (1991); lcp, the lexicon's words"
_HEARD = "Witten & Bell (1991); Weide (1998), CMU Pronouncing Dictionary"


class Ngrams(LexiconFamily):
    """Probability of the word's letters and sounds, each after the three before it.

    Models of the lexicon's words, each word once (``type``) or as often as it occurs in the
    lexicon's texts (``token``) or in those of one register. A word that the lexicon does not
    hold has probabilities too; one that it holds has also taught the model, and is a little
    more probable than a stranger with the same letters.

    Parameters
    ----------
    file : str, default=""
        A lexicon that `lcp lexicon build` made; the one that ships unless given.
    register : str, default="biomedical"
        The register of the lexicon whose spelling is told apart; none if empty.
    cmudict : bool, default=True
        Whether to judge the sound too, by the CMU Pronouncing Dictionary's first
        pronunciation without stress; NaN for words that it does not hold.

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
        """Name the pronouncing dictionary, if it is used."""
        return ("cmudict",) if self.cmudict else ()

    def features(self) -> Sequence[Feature]:
        """Describe the columns; no register and no sound if they are not asked for."""
        models = {"type": "each word once", "token": "words by their counts"}
        if self.register:
            models[self.register] = f"{self.register} text"
        judged = [(name, "letter", told, _SPELLED) for name, told in models.items()]
        if self.cmudict:
            judged.append(("phonemes", "phoneme", "each word once", _HEARD))
        listed = [
            Feature(f"{name}_{part}", f"{part} over each {symbol}; {told}", _BITS, source)
            for name, symbol, told, source in judged
            for part in ("mean", "min")
        ]
        if self.register:
            told = f"mean over each letter: {self.register} text against all counts"
            listed.append(Feature(f"{self.register}_ratio", told, "log2(ratio)", _SPELLED))
        return listed

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Judge the words, whatever their case.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` and ``lemma``.

        Returns
        -------
        DataFrame of shape (n_words, n_features)
            Only the sounds can be NaN.

        Raises
        ------
        InputError
            When the lexicon has no such register.
        ResourceError
            When the lexicon is missing, damaged, or not that of the training, or the
            pronouncing dictionary is asked for and not on this machine.
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
        columns = [feature.name for feature in self.features()]
        return pd.DataFrame(np.hstack(blocks), columns=columns, index=frame.index)

    def _sounds(self, words: list[str]) -> NDArray[np.float64]:
        root = self.store.nltk("cmudict")
        known = pronunciations(root)
        numbers, model = _phoneme_model(self.file, root)
        keys = [word.lower().replace("’", "'") for word in words]
        heard = np.array([key in known for key in keys], dtype=bool)
        values = np.full((len(words), 2), np.nan)
        symbols = _heard((known[key] for key in keys if key in known), numbers)
        values[heard] = model.mean_and_least(symbols)
        return values


@lru_cache(maxsize=4)
def _letter_models(file: str, _checksum: str, register: str) -> list[NgramModel]:
    """Models of the types, of the tokens, and of a register's tokens if one is named."""
    lexicon = load_lexicon(file)
    weights = [np.ones(len(lexicon.words)), lexicon.counts.astype(np.float64)]
    if register:
        weights.append(_occurrences(lexicon, register))
    symbols = spelled(lexicon.words)
    return [NgramModel.trained(symbols, weight, LETTERS) for weight in weights]


def _occurrences(lexicon: Lexicon, register: str) -> NDArray[np.float64]:
    """How often each word occurs in a register, from its Zipf frequency."""
    names = [entry["name"] for entry in lexicon.about["registers"]]
    if register not in names:
        raise InputError(
            f"The lexicon has no register '{register}'.",
            where="ngrams.register",
            hint=f'It has: {", ".join(names) or "none"}; "" leaves the register out.',
        )
    number = names.index(register)
    zipf = lexicon.register_values(np.arange(len(lexicon.words)))[:, number]
    return counts_of_zipf(zipf, lexicon.about["registers"][number]["words"])


#: What was learned of sounds, by checksum of the lexicon and path of the dictionary.
_PHONEMES: dict[tuple[str, str], tuple[dict[str, int], NgramModel]] = {}


def _phoneme_model(file: str, root: Any) -> tuple[dict[str, int], NgramModel]:
    """Number of each phoneme, and the model of the lexicon's words that have a pronunciation."""
    key = (checksum(file), str(root))
    if key not in _PHONEMES:
        known = pronunciations(root)
        inventory = sorted({_plain(sound) for said in known.values() for sound in said})
        numbers = {sound: number for number, sound in enumerate(inventory, start=END + 1)}
        said = [known[word] for word in load_lexicon(file).words if word in known]
        symbols = _heard(said, numbers)
        size = len(numbers) + END + 1
        _PHONEMES[key] = numbers, NgramModel.trained(symbols, np.ones(len(said)), size)
    return _PHONEMES[key]


def _heard(words: Iterable[Phonemes], numbers: Mapping[str, int]) -> NDArray[np.int64]:
    symbols = [[*(numbers[_plain(sound)] for sound in said), END] for said in words]
    return np.array([symbol for word in symbols for symbol in word], dtype=np.int64)


def _plain(phoneme: str) -> str:
    return phoneme.rstrip("012")
