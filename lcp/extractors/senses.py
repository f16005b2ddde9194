"""Frequency, age of acquisition, concreteness and domain of the target's sense in its sentence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.columns import factorized, numbers
from lcp.extractors.base import Extractor, Feature, as_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.columns import Columns
    from lcp.disambiguation.meanings import Meaning
    from lcp.disambiguation.usage import Usage
    from lcp.encoders.encoder import Encoder

_WORDNET = "Fellbaum (1998), WordNet; sense: Lesk (1986), vectors and tagged counts"
_AOA = "Dale & O'Rourke (1981); Brysbaert & Biemiller (2017)"

#: Groups of WordNet's lexicographer files.
DOMAINS = {
    "living": ("noun.animal", "noun.plant", "noun.body", "verb.body"),
    "matter": ("noun.substance", "noun.phenomenon", "noun.process", "noun.food", "verb.weather"),
    "human": ("noun.person", "noun.group", "verb.social", "noun.possession", "verb.possession"),
    "object": ("noun.artifact", "noun.object", "noun.location", "noun.shape"),
    "mind": ("noun.cognition", "noun.feeling", "noun.motive", "verb.cognition", "verb.emotion"),
    "language": ("noun.communication", "verb.communication"),
    "abstract": ("noun.attribute", "noun.state", "noun.relation", "noun.quantity", "noun.time"),
}
#: Hypernyms above the sense whose concreteness and frequency are averaged.
ABOVE = 3

_FEATURES = (
    ("share", "estimated probability of the sense in the sentence", "0-1", _WORDNET),
    ("rank", "rank of the sense by tagged frequency, for its part of speech", "1, 2, …", _WORDNET),
    ("count", "tagged occurrences of the sense (ln + 1)", "ln", _WORDNET),
    ("count_share", "share of the sense in the word's tagged occurrences", "0-1", _WORDNET),
    (
        "expected_count",
        "tagged occurrences (ln + 1), mean over the probable senses",
        "ln",
        _WORDNET,
    ),
    ("aoa", "school grade in which most pupils know the meaning", "grade, 2-16", _AOA),
    (
        "aoa_above_first",
        "that grade minus the grade of the word's earliest meaning",
        "grades",
        _AOA,
    ),
    ("hypernym_concreteness", "mean perceptibility of the names of the hypernyms", "0-1", _WORDNET),
    ("hypernym_zipf", "highest frequency of a name of the nearest hypernym", "Zipf", _WORDNET),
    ("synonym_zipf", "highest frequency of the sense's other names", "Zipf", _WORDNET),
    ("topic", "probability of a sense with a topic, such as biology", "0-1", _WORDNET),
    *(
        (f"domain_{name}", f"probability of a sense in the domain {name}", "0-1", _WORDNET)
        for name in DOMAINS
    ),
)


class Senses(Extractor):
    """The target's sense in its sentence: frequency, age of acquisition, hypernyms and domain.

    The sense is the likeliest by :func:`lcp.disambiguation.choice.sense_shares`, and so is the
    tested meaning with an age of acquisition. NaN for names and for words that WordNet does not
    list.

    Parameters
    ----------
    model : str, default=""
        Name of an encoder on the Hugging Face hub, or a folder. Its vectors of the sentence and of
        the senses' glosses help to choose the sense
        (:func:`lcp.disambiguation.gloss_vectors.gloss_similarities`). Default: no encoder.
    revision, backend, cache, n_jobs
        As in :class:`lcp.extractors.contextual.Contextual`.

    Attributes
    ----------
    origin_ : str
        Checksum and precision of the encoder. Only set if there is one.

    Examples
    --------
    >>> Senses().column_names()[:3]
    ['share', 'rank', 'count']
    """

    name = "senses"
    level = "context"
    needs_sentence = True

    def __init__(
        self,
        *,
        model: str = "",
        revision: str = "",
        backend: str = "auto",
        cache: bool = True,
        n_jobs: int = 0,
    ) -> None:
        self.model = model
        self.revision = revision
        self.backend = backend
        self.cache = cache
        self.n_jobs = n_jobs

    def check(self) -> None:
        """Raise :class:`ResourceError` if the encoder is not on this machine."""
        if self.model:
            self._open()

    def fit(self, table: pd.DataFrame) -> Self:  # noqa: ARG002 - nothing depends on instances
        """Remember which encoder is used, because predictions need the same one."""
        if self.model:
            self.origin_ = self._open().origin
        return self

    def encoder(self) -> Encoder | None:
        """Return the encoder that was fitted; None if there is none.

        Raises
        ------
        sklearn.exceptions.NotFittedError
            If the family has an encoder and was not fitted.
        InputError
            If the encoder is not the one of the training.
        ResourceError
            If it is not on this machine.
        """
        from lcp.base import check_fitted

        if not self.model:
            return None
        check_fitted(self, "origin_")
        encoder = self._open()
        encoder.check_origin(self.origin_)
        return encoder

    def resources(self) -> tuple[str, ...]:
        """Return WordNet, the tagger, and the ages of acquisition of meanings."""
        return ("wordnet", "tagger", "aoa_test")

    def features(self) -> Sequence[Feature]:
        """Describe the sense, its meaning, its hypernyms and its domain."""
        return [Feature(*row) for row in _FEATURES]

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Choose the senses and measure them; NaN without a span."""
        # These modules use the families `wordnet` and `pos`.
        from lcp.disambiguation.meanings import meanings
        from lcp.disambiguation.usage import usages
        from lcp.extractors.wordnet import wordnet_reader

        owners, sentences = factorized(columns["sentence"])
        starts, ends = numbers(columns["start"]), numbers(columns["end"])
        spans = [
            (int(start), int(end)) if 0 <= start < end else None
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        ]
        tested = meanings(self.store)
        with wordnet_reader(self.store.nltk("wordnet")) as reader:
            used = list(usages(reader, sentences, owners.tolist(), spans, self.store))
            similar = self._similarities([sentences[owner] for owner in owners], used)
            rows = [
                {} if usage is None else _measure(reader, usage, own, tested)
                for usage, own in zip(used, similar, strict=True)
            ]
        return as_matrix(rows, self.column_names())

    def _similarities(
        self, sentences: Sequence[str], used: Sequence[Usage | None]
    ) -> list[NDArray[np.float64] | None]:
        """Return the similarity of each target's sentence and senses; None without an encoder."""
        from lcp.disambiguation.gloss_vectors import gloss_similarities

        encoder = self.encoder()
        if encoder is None:
            return [None] * len(used)
        senses = [() if usage is None else usage.senses for usage in used]
        return list(gloss_similarities(encoder, sentences, senses))

    def _open(self) -> Encoder:
        from lcp.encoders.encoder import open_encoder

        return open_encoder(
            self.model,
            self.store,
            revision=self.revision,
            backend=self.backend,
            n_jobs=self.n_jobs or None,
            cache=self.cache,
        )


def _measure(
    reader: Any,
    usage: Usage,
    similarities: NDArray[np.float64] | None,
    tested: dict[str, list[Meaning]],
) -> dict[str, float]:
    from lcp.disambiguation.choice import sense_shares, tagged_count
    from lcp.disambiguation.lesk import content

    shares = sense_shares(reader, usage, similarities)
    counts = np.array([tagged_count(reader, sense, usage.base) for sense in usage.senses])
    number = int(shares.argmax())
    sense = usage.senses[number]
    context = content(" ".join([*usage.before, *usage.after]))
    values = {
        "share": float(shares[number]),
        "rank": number + 1.0,
        "count": math.log1p(counts[number]),
        # Senses that were not tagged have a count of 0, which 0.5 smooths.
        "count_share": float((counts[number] + 0.5) / (counts + 0.5).sum()),
        "expected_count": float(shares @ np.log1p(counts)),
        "topic": float(sum(p for p, s in zip(shares, usage.senses, strict=True) if _topics(s))),
    }
    for name, files in DOMAINS.items():
        inside = [sense.lexname() in files for sense in usage.senses]
        values[f"domain_{name}"] = float(shares @ np.array(inside, dtype=np.float64))
    gloss = content(" ".join([sense.definition(), *sense.examples()])) - {usage.base}
    values |= _age(tested.get(usage.form) or tested.get(usage.base) or [], gloss, context)
    return values | _relatives(sense, usage.base)


def _topics(sense: Any) -> bool:
    """Whether a sense or one of its hypernyms belongs to a topic."""
    return any(each.topic_domains() for each in [sense, *sense.hypernyms()])


def _age(candidates: list[Meaning], gloss: set[str], context: set[str]) -> dict[str, float]:
    from lcp.disambiguation.meanings import weights_of

    if not candidates:
        return {}
    ages = np.array([meaning.age for meaning in candidates])
    mean = float(weights_of(candidates, gloss, context) @ ages)
    return {"aoa": mean, "aoa_above_first": mean - float(ages.min())}


def _relatives(sense: Any, base: str) -> dict[str, float]:
    from lcp.disambiguation.usage import spelled
    from lcp.lexicon.imperceptibility import imperceptibility

    above, level = [], [sense]
    for _ in range(ABOVE):
        level = [other for each in level for other in each.hypernyms()][:1]
        above += level
    values = {}
    if above:
        names = [
            word for each in above for name in each.lemma_names() for word in spelled(name).split()
        ]
        perceived = imperceptibility(names)
        if np.isfinite(perceived).any():
            values["hypernym_concreteness"] = float(np.nanmean(perceived))
        values["hypernym_zipf"] = _highest(above[0].lemma_names())
    others = [name for name in sense.lemma_names() if spelled(name).lower() != base]
    if others:
        values["synonym_zipf"] = _highest(others)
    return values


def _highest(names: Sequence[str]) -> float:
    """Return the highest frequency of names; that of a phrase is its rarest word's."""
    from lcp.english.word_frequency import zipf

    rarest = (min(np.nan_to_num(zipf(word)) for word in name.split("_")) for name in names)
    return float(max(rarest))
