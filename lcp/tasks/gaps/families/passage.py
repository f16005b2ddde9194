"""Occurrences of the target in the texts around it, and similarity to their words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.affixes import stem
from lcp.english.analysis import analyse
from lcp.english.lemmas import lemma
from lcp.features.families.lexicon import LexiconFamily
from lcp.features.family import Feature
from lcp.targets.targets import factorized

if TYPE_CHECKING:
    from lcp.base.array_types import Floats
    from lcp.english.lexicon.word_table import Lexicon
    from lcp.features.family import Fitted
    from lcp.targets import Targets


_TEXTS = {
    "sentence": "the other words of the sentence",
    "title": "the title",
    "section": "the section's heading",
    "before": "the text before the sentence",
    "after": "the text after the sentence",
    "passage": "the passage that the sentence is about",
}
_VALUES = (
    ("occurrences", "occurrences of the target's last word, as a lemma, in {}", "count"),
    ("share", "share of the content words that have its lemma, in {}", "0-1"),
    ("phrase", "whether the whole target occurs in {}", "0/1"),
    ("related", "whether another word with its stem occurs in {}", "0/1"),
    ("centroid", "similarity of its vector to the mean of {}", "cosine, -1 to 1"),
    ("nearest", "similarity of its vector to the nearest of {}", "cosine, -1 to 1"),
    ("nearest_3", "mean similarity to the three nearest of {}", "cosine, -1 to 1"),
)


@dataclass(frozen=True)
class Passage(LexiconFamily):
    """Occurrences of the target, and similar words, in the sentence and the texts around it.

    Reads the columns ``title``, ``section``, ``before``, ``after`` and ``passage``; features of a
    column that is absent are NaN. Only content words count: letters alone, three or more, and not
    one of the 150 most frequent words of the lexicon.

    Examples
    --------
    >>> from lcp.features.family import Fitted, names_of
    >>> from lcp.targets import Targets
    >>> title = "How to Clean Fish Tanks"
    >>> targets = Targets.spans(["Fill the tank."], [(9, 13)], title=[title])
    >>> values = dict(zip(names_of(Passage()), Passage().measure(targets, Fitted())[0].tolist()))
    >>> values["title_occurrences"], values["sentence_occurrences"]
    (1.0, 0.0)
    """

    name = "passage"
    scope = "context"
    needs_sentence = True
    columns = tuple(
        Feature(f"{text}_{name}", template.format(described), unit, "lcp, lexicon's vectors")
        for text, described in _TEXTS.items()
        for name, template, unit in _VALUES
    )

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Look for each target in each text."""
        lexicon = self.load(fitted)
        function_words = {lexicon.words[number] for number in lexicon.function_words}
        heads = [token.split()[-1].lower() for token in inputs.target]
        directions = lexicon.directions(heads)
        blocks = []
        for name in _TEXTS:
            if name == "sentence":
                spans = zip(inputs.sentence, inputs.start, inputs.end, strict=True)
                texts = [f"{text[: int(start)]} {text[int(end) :]}" for text, start, end in spans]
            elif name in inputs:
                texts = list(inputs[name])
            else:
                blocks.append(np.full((len(inputs), len(_VALUES)), np.nan))
                continue
            codes, distinct = factorized(texts)
            described = list(map(partial(_Text, lexicon, function_words), distinct))
            rows = zip(codes.tolist(), inputs.target, heads, directions, strict=True)
            blocks.append(
                np.array([described[code].values(*target) for code, *target in rows]).reshape(
                    -1, len(_VALUES)
                )
            )
        return np.hstack(blocks)


class _Text:
    """Content words of a text, their lemmas and their vectors."""

    def __init__(self, lexicon: Lexicon, function_words: set[str], text: str) -> None:
        spoken = _spoken(text)
        self.text = f" {' '.join(spoken)} "
        self.words = [
            word
            for word in spoken
            if len(word) > 2 and word.isalpha() and word not in function_words  # noqa: PLR2004
        ]
        self.lemmas = list(map(lemma, self.words))
        self.by_stem = {
            (stem(w), head_lemma) for w, head_lemma in zip(self.words, self.lemmas, strict=True)
        }
        self.stems = {stemmed for stemmed, _ in self.by_stem}
        vectors = lexicon.directions(self.words)
        self.directions = vectors[~np.isnan(vectors[:, 0])]
        mean = self.directions.sum(axis=0)
        self.centroid = mean / max(float(np.linalg.norm(mean)), np.finfo(float).tiny)

    def values(self, token: str, head: str, direction: Floats, n_nearest: int = 3) -> list[float]:
        """Return the values of `_VALUES` for a target, its last word and that word's vector.

        The similarities of the nearest words are averaged.
        """
        head_lemma, stemmed = lemma(head), stem(head)
        count = self.lemmas.count(head_lemma)
        related = stemmed in self.stems and any(
            other != head_lemma for with_stem, other in self.by_stem if with_stem == stemmed
        )
        similarity = np.full(3, np.nan)
        if len(self.directions) and not np.isnan(direction[0]):
            ordered = np.sort(self.directions @ direction)[::-1]
            nearest = ordered[:n_nearest].mean()
            similarity = np.array([self.centroid @ direction, ordered[0], nearest])
        return [
            float(count),
            count / max(len(self.words), 1),
            float(f" {' '.join(_spoken(token))} " in self.text),
            float(related),
            *similarity.tolist(),
        ]


def _spoken(text: str) -> list[str]:
    """Return the tokens with letters or digits of a text, in lower case."""
    forms = (form for sentence in analyse(text) for form in sentence.target_forms)
    return [form.lower() for form in forms if any(map(str.isalnum, form))]
