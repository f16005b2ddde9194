"""Norms and frequencies equal the values in the published files, read here without the package."""

import csv
import lzma
import math
import random
from collections import defaultdict
from functools import partial
from statistics import NormalDist

import numpy as np
import pytest

import lcp
from lcp.features import provenance
from lcp.features.featureset import FeatureSet
from lcp.targets import Targets
from tests.cases import rows

#: Words of every kind, also checked where a file does not have them.
WORDS = (  # noqa: SIM905
    "dog fire business chocolate bank mice children better red running don't mother-in-law "
    "colour lorry hath photosynthesis the of mandate null legend croissant justice somethings "
    "quark ubiquitous geese swum thou helicopter"
).split()
DRAWN = 20


def read(path):
    """Yield the rows of a file as dicts."""
    if path.name == "lexicon.tsv":
        for line in path.read_text(encoding="utf-8").splitlines():
            yield dict(zip(("word", "complexity"), line.split("\t"), strict=False))
        return
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as stream:
        tabs = path.suffix == ".txt"
        yield from csv.DictReader(stream, delimiter="\t" if tabs else ",")


def values_of(path, word, columns):
    """Return the values of each feature by word; NaN without one, or in several rows."""
    found = defaultdict(lambda: defaultdict(list))
    for row in read(path):
        for feature, column in columns.items():
            found[feature][row[word].strip().lower()].append(row[column])
    numbers = defaultdict(dict)
    for feature, words in found.items():
        for name, texts in words.items():
            try:
                numbers[feature][name] = float(texts[0] or "nan") if len(texts) == 1 else math.nan
            except ValueError:
                numbers[feature][name] = math.nan
    return numbers


@pytest.fixture(scope="module")
def trace():
    features = FeatureSet({"norms": {}, "mrc": {}, "frequency": {}}).learn(
        Targets.words(["dog"]), None
    )
    return partial(provenance.trace, features)


def test_values_equal_the_published_ones_or_say_how_they_were_found(data, trace):
    draw = random.Random(42)  # noqa: S311 - not for security
    cells = 0
    # The published column of each feature, in files with a column of words.
    for name, word, columns in (row.values() for row in rows("features/cases/published")):
        published = values_of(data / name, word, columns)
        drawn = set(WORDS)
        for by_word in published.values():
            listed = [each for each, value in by_word.items() if not math.isnan(value)]
            drawn.update(draw.sample(listed, DRAWN))
        words = sorted(drawn)
        values, ways = trace(words)
        cells += len(words) * len(columns)
        for feature, by_word in published.items():
            # A frequency is never taken from another word.
            others = {"none"} if "subtlex" in feature else {"spelling", "lemma", "none"}
            for each, value, way in zip(words, values[feature], ways[feature], strict=True):
                expected = by_word.get(each, math.nan)
                if not math.isnan(expected):
                    assert (value, way) == (pytest.approx(expected, abs=5e-5), "form"), each
                elif each not in by_word:
                    assert way in others, (feature, each)
    assert cells >= 588


def test_tubelex_counts_are_logarithms(data, trace):
    counts = {}
    with lzma.open(data / "frequency/tubelex-en-lower.tsv.xz", "rt", encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
            counts[row["word"]] = int(row["count"])
    words = [word for word in WORDS if word in counts]
    values, _ = trace(words)
    expected = [math.log10(counts[word] + 1) for word in words]
    np.testing.assert_allclose(values["frequency__tubelex_count"], expected, atol=1e-6)


def test_prevalence_is_the_probit_of_a_share_of_people(data):
    scores = lcp.Store().table("conversationalign")["prevalence"].drop_duplicates().nlargest(20)[1:]
    # Of 0.005 + 0.99 k / n for k of n people (Brysbaert et al., 2019); here, k = n - 1.
    people = [1 / (1 - (NormalDist().cdf(score) - 0.005) / 0.99) for score in scores]
    np.testing.assert_allclose(people, np.round(people), atol=0.03)
