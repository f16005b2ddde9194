"""Train the model that chooses between lemmas of an inflected form."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import numpy as np
from sklearn.feature_extraction import DictVectorizer

from lcp.english.lemmas import (
    COARSE,
    ENDINGS,
    irregular_bases,
    lemma,
    lemma_features,
    without_ending,
)
from lcp.english.tables import rows
from lcp.english.word_frequency import frequencies
from tools.choices import fit_choices

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

#: Sum of squared weights in units of the loss.
PENALTY = 2e-5
#: Share of all words from which forms of wordfreq's list are used: twice in ten million words.
LEAST_SHARE = 2e-7
#: Least weight, from zero, of a feature that is stored.
LEAST_WEIGHT = 0.05
_PARTS = {"NN": "n", "VB": "v", "JJ": "a", "RB": "r"}


def train(triples: Iterable[tuple[str, str, str]]) -> dict[str, float]:
    """Return weights of features from triples of form, tag and lemma, all in lower case.

    The probability of a candidate is proportional to the exponential of its score.
    """
    counts = Counter(triple for triple in triples if triple[1] in ENDINGS)
    features, sizes, right, weights = [], [], [], []
    for (form, tag, base), count in counts.items():
        options = without_ending(form, ENDINGS[tag])
        places = [place for place, (_, option) in enumerate(options) if option == base]
        if not places or "-" in form:
            continue
        features += [lemma_features(form, tag, rule, option) for rule, option in options]
        sizes.append(len(options))
        right.append(places[-1])
        weights.append(count**0.5)
    vectorizer = DictVectorizer(sort=False)
    matrix = vectorizer.fit_transform(features)
    shares = np.array(weights) / sum(weights)
    values = fit_choices(matrix, sizes, right, PENALTY, shares).tolist()
    named = zip(vectorizer.get_feature_names_out().tolist(), values, strict=True)
    return {name: round(value, 2) for name, value in named if abs(value) >= LEAST_WEIGHT}


def exceptions(triples: Iterable[tuple[str, str, str]], least: int) -> dict[tuple[str, str], str]:
    """Return the usual lemma of forms of which the weights give another one.

    Parameters
    ----------
    triples : iterable of (str, str, str)
        Form, tag and lemma of each occurrence.
    least : int
        Minimum number of occurrences with this lemma, which are also more than half.
    """
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for form, tag, base in triples:
        counts[form, tag][base] += 1
    usual = {pair: bases.most_common(1)[0] for pair, bases in counts.items()}
    return {
        pair: base
        for pair, (base, count) in usual.items()
        if count >= least
        and not re.search(r"\d|\w-", pair[0])
        and 2 * count > sum(counts[pair].values())
        and lemma(*pair) != base
    }


def from_wordnet(wordnet: Any) -> Iterator[tuple[str, str, str]]:
    """Yield forms of wordfreq's list, tags and lemmas, where WordNet leaves no doubt.

    The irregular forms of WordNet's lists of exceptions, and the forms with one candidate that is
    a word of the part of speech in WordNet.

    Parameters
    ----------
    wordnet : nltk.corpus.reader.WordNetCorpusReader
        WordNet 3.0 (Fellbaum 1998).
    """
    bases = {part: {*wordnet.all_lemma_names(pos=part)} for part in "nvar"}
    # NLTK has no public name for the lists of exceptions.
    irregular = {part: wordnet._exception_map[part] for part in "nvar"}  # noqa: SLF001
    for form, share in frequencies().items():
        if not (form.isalpha() and form.isascii() and share >= LEAST_SHARE):
            continue
        for tag, ending in ENDINGS.items():
            part = _PARTS[tag[:2]]
            listed = {base for _, base in without_ending(form, ending)[1:] if base in bases[part]}
            if form in bases[part] and form not in irregular[part]:
                # "series" is its own plural; "means" may be the plural of "mean".
                listed = {form} if ending == "s" and not listed else set()
            if not listed and form in irregular[part] and fits(form, part, ending):
                listed = {*irregular[part][form][:1]} - {form}
            if len(listed) == 1:
                yield form, tag, listed.pop()


def is_in_table(form: str, tag: str) -> bool:
    """Return whether the table of irregular forms has a form with a tag."""
    return (form, COARSE[tag[:2]], ENDINGS[tag]) in irregular_bases()


def past_forms(wordnet: Any) -> list[str]:
    """Return the irregular past forms that WordNet lacks as words, for ``past_forms.txt``."""
    listed = wordnet._lemma_pos_offset_map  # noqa: SLF001 - no public name gives a form alone
    verbs = [row.split("\t") for row in rows("irregular.tsv") if row.startswith("verb\t")]
    forms = {form for _, _, *cells in verbs for cell in cells[:2] for form in cell.split()}
    return sorted(form for form in forms if not listed.get(form))


def fits(form: str, part: str, ending: str) -> bool:
    """Return whether an irregular form may have an ending: "better" is no superlative."""
    if ending in {"er", "est"}:
        return (ending == "est") == form.endswith("st")
    if ending == "s":
        return part == "n" or form.endswith("s")
    return form.endswith("ing") if ending == "ing" else not form.endswith(("ing", "s"))
