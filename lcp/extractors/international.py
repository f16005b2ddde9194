"""Use of an English word in texts of other languages, as a loanword or in quotations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.english.word_frequency import zipf as english_zipf
from lcp.extractors.base import Extractor, Feature
from lcp.first_language.languages import zipf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.columns import Columns

#: Languages of other scripts, where words in Latin letters are mostly English, and of Latin script.
SCRIPTS = {
    "other_scripts": ("zh", "ja", "ru", "uk", "mk", "ar", "he", "bn"),
    "latin_script": ("es", "de", "fr", "it", "nl", "pl", "sv", "pt"),
}
_SINGLE = {"zh": "Chinese", "ja": "Japanese", "ar": "Arabic", "fr": "French", "pl": "Polish"}
#: Frequency of words that are not in a list; the lists begin at about 1.
_UNLISTED = 0.8
_ZIPF = "Zipf, log10 per 10⁹ words"
_SOURCE = "Speer (2022), wordfreq"


class International(Extractor):
    """Frequency of the English spelling in texts of other languages.

    In languages with other scripts, a word in Latin letters is mostly English: a loanword, a name
    or a quotation. Learners of English meet such words outside of English texts too.

    Examples
    --------
    >>> values = International().measure({"word": ["online", "hitherto"], "lemma": ["", ""]})
    >>> values[:, 0].round(1).tolist()
    [4.1, 0.8]
    """

    name = "international"
    level = "word"

    def features(self) -> Sequence[Feature]:
        """Describe the means over languages, their difference, and single languages."""
        rows = [
            (
                f"{name}",
                f"mean frequency of the spelling in {len(codes)} languages: {', '.join(codes)}",
            )
            for name, codes in SCRIPTS.items()
        ]
        rows.append(("relative", "mean frequency in other scripts minus that in English"))
        rows += [
            (code, f"frequency of the spelling in {name} texts") for code, name in _SINGLE.items()
        ]
        return [Feature(name, text, _ZIPF, _SOURCE) for name, text in rows]

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Look up each word in the list of each language."""
        rows = []
        for word in columns["word"]:
            means = [
                float(np.nan_to_num([zipf(word, code) for code in codes], nan=_UNLISTED).mean())
                for codes in SCRIPTS.values()
            ]
            single = [zipf(word, code) for code in _SINGLE]
            rows.append([*means, means[0] - english_zipf(word), *single])
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(self.features()))
