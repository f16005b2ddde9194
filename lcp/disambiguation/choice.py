"""Weigh the senses of a target by their fit to its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from cachetools import cached

from lcp.corpora.targets import place_target
from lcp.disambiguation.gloss_vectors import gloss_similarities
from lcp.disambiguation.lesk import content
from lcp.disambiguation.usage import spelled, usage_of
from lcp.encoders.encoder import open_encoder
from lcp.extractors.wordnet import wordnet_reader
from lcp.lexicon.file import load_lexicon
from lcp.resources import Store
from lcp.resources.store import missing_resources_error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from lcp.disambiguation.usage import Usage

    Floats = NDArray[np.float64]

#: Exponents of the three kinds of evidence for a sense, set on half of BenchLS; see
#: benchmarks/substitution.md.
PRIOR, OVERLAP, SIMILARITY = 1.0, 0.4, 3.0
#: Exponent of an encoder's similarities, set on WordNet's usage examples beside that of the
#: lexicon's vectors (2.3 there). The overlap has no further weight (-0.3).
ENCODED = 13.0


@dataclass(frozen=True, slots=True)
class Sense:
    """A sense of a target.

    Attributes
    ----------
    name : str
        WordNet's name, such as ``rook.n.02``.
    gloss : str
        Definition.
    share : float
        Estimated probability in the sentence, 0-1; the shares of all senses sum to 1.
    """

    name: str
    gloss: str
    share: float


def senses(
    sentence: str,
    target: str,
    *,
    occurrence: int | None = None,
    model: str = "",
    store: Store | None = None,
) -> list[Sense]:
    """Return the senses of a target with its part of speech in the sentence, the likeliest first.

    Parameters
    ----------
    sentence, target : str
        The sentence, and the target as written in it.
    occurrence : int, optional
        Which occurrence of the target, counted from 1. Default: the first.
    model : str, default=""
        Name of an encoder on the Hugging Face hub, or a folder, whose vectors of the sentence and
        of the glosses are compared too. Default: none.
    store : Store, optional
        Store that provides WordNet and the tagger. Default: a store of this machine.

    Returns
    -------
    list of Sense
        Empty if WordNet does not list the target, or it is a name.

    Raises
    ------
    InputError
        If the sentence has no such occurrence of the target.
    ResourceError
        If WordNet, the tagger or the encoder is missing.
    """
    span, _ = place_target(sentence, target, occurrence)
    resources = with_wordnet(store or Store())
    encoder = open_encoder(model, resources) if model else None
    with wordnet_reader(resources.nltk("wordnet")) as reader:
        usage = usage_of(reader, sentence, span, resources)
        if usage is None:
            return []
        similar = gloss_similarities(encoder, [sentence], [usage.senses])[0] if encoder else None
        weighed = zip(usage.senses, sense_shares(reader, usage, similar).tolist(), strict=True)
        listed = [Sense(sense.name(), sense.definition(), share) for sense, share in weighed]
    return sorted(listed, key=lambda sense: -sense.share)


def with_wordnet(store: Store) -> Store:
    """Return the store, or raise :class:`ResourceError` if it lacks WordNet or the tagger."""
    absent = store.missing(["wordnet", "tagger"])
    if absent:
        raise missing_resources_error(absent)
    return store


def sense_shares(reader: Any, usage: Usage, encoded: Floats | None = None) -> Floats:
    """Return the estimated probability of each sense of a target in its sentence.

    The product of three factors: how often the sense occurs in WordNet's sense-tagged texts; how
    many lemmas its definition and examples share with the sentence, the most frequent words aside
    (simplified Lesk; Lesk 1986, Kilgarriff & Rosenzweig 2000); and how similar its words are to
    those of the sentence, in the bundled lexicon's vectors. The similarities of an encoder take the
    place of the shared lemmas.

    This is the only place that decides between senses.

    Parameters
    ----------
    reader : WordNetCorpusReader
        WordNet.
    usage : Usage
        The target in its sentence.
    encoded : ndarray of shape (n_senses,), optional
        Result of :func:`lcp.disambiguation.gloss_vectors.gloss_similarities`. Default: no encoder.

    Returns
    -------
    ndarray of shape (n_senses,)
        Sums to 1.
    """
    context = content(" ".join([*usage.before, *usage.after]))
    glosses = [_gloss_lemmas(sense) - {usage.base} for sense in usage.senses]
    direction = mean_direction(context)
    similarity = np.nan_to_num([mean_direction(gloss) @ direction for gloss in glosses])
    counts = np.array([tagged_count(reader, sense, usage.base) for sense in usage.senses])
    score = PRIOR * np.log(counts + 0.5) + SIMILARITY * similarity
    if encoded is None:
        overlap = np.array([len(context & gloss) for gloss in glosses], dtype=np.float64)
        score += OVERLAP * overlap
    else:
        score += ENCODED * encoded
    shares = np.exp(score - score.max())
    return np.asarray(shares / shares.sum())


def directions(forms: Iterable[str]) -> Floats:
    """Return the lexicon's vectors of words, scaled to length 1, NaN if it has none."""
    return load_lexicon().directions(forms)


def mean_direction(forms: Iterable[str]) -> Floats:
    """Return the direction of the mean vector of words, NaN if none has a vector."""
    vectors = directions(forms)
    listed = vectors[~np.isnan(vectors[:, 0])]
    if not len(listed):
        return np.full(vectors.shape[1], np.nan)
    mean = listed.mean(axis=0)
    return np.asarray(mean / np.linalg.norm(mean))


def _gloss_lemmas(sense: Any) -> set[str]:
    names = map(spelled, sense.lemma_names())
    return content(" ".join([sense.definition(), *sense.examples(), *names]))


def tagged_count(reader: Any, sense: Any, base: str) -> int:
    """Return how often a word has a sense in WordNet's sense-tagged texts."""
    counts = _tagged_counts(reader)
    own = (entry.key() for entry in sense.lemmas() if spelled(entry.name()).lower() == base)
    return sum(counts.get(key, 0) for key in own)


@cached({}, key=lambda reader: str(reader.root))
def _tagged_counts(reader: Any) -> dict[str, int]:
    """Return the count of each sense key, read once per process.

    NLTK's ``Lemma.count`` searches the file each time, which takes a millisecond.
    """
    with reader.open("cntlist.rev") as lines:
        fields = (line.split() for line in lines)
        return {key: int(count) for key, _, count in fields}
