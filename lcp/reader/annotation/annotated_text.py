"""A whole text with its annotated words, as a sequence, a table and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, overload

import numpy as np

from lcp.model.predictions import table_of
from lcp.reader.annotation.annotation import COLUMNS, AnnotatedWord

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from lcp.reader.annotation.annotation import AnnotatedSentence
    from lcp.reader.annotation.tally import Tally

#: A hard word in a notebook, which removes style sheets.
_MARK = '<span style="background: rgba(230, 159, 0, {:.3f})" title="{}">{}</span>'


def _title(word: AnnotatedWord) -> str:
    level = f", CEFR {word.prediction.level}" if word.prediction.level else ""
    return f"{word.prediction.complexity:.2f}{level}"


@dataclass(frozen=True, repr=False)
class Annotation(Sequence[AnnotatedWord]):
    """A text with its annotated words: a sequence of the words in order.

    Attributes
    ----------
    sentences : list of AnnotatedSentence
        Sentences in order.
    threshold : float
        Complexity, 0-1, from which a word is hard.
    tally : Tally
        Numbers of sentences, tokens and annotated words.
    """

    sentences: list[AnnotatedSentence]
    threshold: float
    tally: Tally

    def __iter__(self) -> Iterator[AnnotatedWord]:
        return (word for sentence in self.sentences for word in sentence.words)

    def __len__(self) -> int:
        return sum(len(sentence.words) for sentence in self.sentences)

    @overload
    def __getitem__(self, index: int) -> AnnotatedWord: ...

    @overload
    def __getitem__(self, index: slice) -> list[AnnotatedWord]: ...

    def __getitem__(self, index: int | slice) -> AnnotatedWord | list[AnnotatedWord]:
        return [*self][index]

    def __repr__(self) -> str:
        shown = [f"{word.text!r} {word.prediction.complexity:.2f}" for word in self[:5]]
        words = ", ".join([*shown, *["…"] * (len(self) > len(shown))]) or "none"
        return f"<Annotation of {len(self):,} words, {self.tally['hard']:,} hard: {words}>"

    def _repr_html_(self) -> str:
        """Return the text with its hard words marked, as in a heat map, for a notebook."""
        parts: list[str] = []
        for annotated in self.sentences:
            sentence, place = annotated.sentence, annotated.sentence.start
            parts.append(escape(sentence.before))
            spans = [
                (start, end, word)
                for word in annotated.units
                for start, end in word.runs or [(word.start, word.end)]
                if word.hard
            ]
            for start, end, word in sorted(spans):
                texts = (
                    sentence.text[a - sentence.start : b - sentence.start]
                    for a, b in ((place, start), (start, end))
                )
                before, text = map(escape, texts)
                parts.append(before + _MARK.format(word.strength() / 8, _title(word), text))
                place = end
            parts.append(escape(sentence.text[place - sentence.start :]))
        legend = f"Marked: complexity of {self.threshold:.3g} or more."
        return f'<div><p style="white-space: pre-wrap">{"".join(parts)}</p><p>{legend}</p></div>'

    def to_frame(self) -> pd.DataFrame:
        """Return a table of the annotated words.

        Returns
        -------
        DataFrame of shape (n_words, 14)
            Column ``sentence`` (index from 0) and the attributes of :class:`AnnotatedWord` and of
            its prediction, without ``runs``.
        """
        table = table_of(AnnotatedWord, self)
        indices = [each.index for each in self.sentences for _ in each.words]
        return table.assign(sentence=np.array(indices, dtype=int))[COLUMNS]
