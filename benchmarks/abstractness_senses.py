"""Measure the choice between WordNet's senses on its own usage examples."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.disambiguation.choice import tagged_count
from lcp.disambiguation.lesk import content, gloss_overlaps
from lcp.english.text import words
from lcp.extractors.wordnet import wordnet_reader
from lcp.reports.tables import markdown_table, number, with_interval

if TYPE_CHECKING:
    from lcp.resources import Store

#: Targets per part of speech, and words of the shortest example.
TARGETS, SHORTEST = 1_000, 4

TEXT = """\
## Senses

WordNet's usage examples with a target of two or more senses: the right sense is the one that the
example belongs to; only definitions are compared. {n:,} targets, half of them nouns and half verbs;
{senses:.1f} senses on average. Examples are spread evenly over senses, so that the most frequent
sense is right less often than in running text. Adapted Lesk, warm: {rate:,.0f} targets per second
of CPU time.

"""


class Target(NamedTuple):
    """A target in a usage example."""

    senses: list[Any]
    right: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    base: str


def sense_table(store: Store, seed: int) -> str:
    """Return the section: accuracy of each choice with its interval."""
    with wordnet_reader(store.nltk("wordnet")) as reader:
        targets = [target for part in "nv" for target in _targets(reader, part, seed)]
        relative = _overlaps(reader, targets, relative=True)
        begin = time.process_time()
        plain = _overlaps(reader, targets, relative=False)
        rate = len(targets) / (time.process_time() - begin)
        choices = {
            "any sense": [1 / len(each.senses) for each in targets],
            "most frequent sense": [each.right == _most_frequent(reader, each) for each in targets],
            "simplified Lesk": [each.right == _simplified(each) for each in targets],
            "Adapted Lesk": _hits(targets, plain),
            "Adapted Lesk, relative to the gloss (used)": _hits(targets, relative),
        }
    rng = np.random.default_rng(seed)
    nouns = np.arange(len(targets)) < len(targets) // 2
    rows = []
    for name, right in choices.items():
        values = np.array(right, dtype=np.float64)
        drawn = rng.integers(0, len(values), (1_000, len(values)))
        low, high = np.quantile(values[drawn].mean(axis=1), [0.025, 0.975])
        cells = [with_interval(values.mean(), low, high, 3)]
        cells += [number(values[part].mean(), 3) for part in (nouns, ~nouns)]
        rows.append([name, *cells])
    mean = np.mean([len(each.senses) for each in targets])
    text = TEXT.format(n=len(targets), senses=mean, rate=rate)
    return text + markdown_table(["choice", "accuracy", "nouns", "verbs"], rows) + "\n"


def _targets(reader: Any, part: str, seed: int) -> list[Target]:
    senses = list(reader.all_synsets(part))
    targets: list[Target] = []
    for number_ in np.random.default_rng(seed).permutation(len(senses)):
        sense = senses[number_]
        target = next(filter(None, (_target(reader, sense, text) for text in sense.examples())), 0)
        if target:
            targets.append(target)
        if len(targets) == TARGETS:
            break
    return targets


def _target(reader: Any, sense: Any, text: str) -> Target | None:
    """Return the first word of an example that is a lemma of its sense and has other senses."""
    listed = words(text)
    names = {name.lower() for name in sense.lemma_names()}
    for place, word in enumerate(listed if len(listed) >= SHORTEST else ()):
        base = reader.morphy(word.lower(), sense.pos())
        if base in names:
            own = reader.synsets(base, sense.pos())
            if sense in own and len(own) > 1:
                return Target(own, own.index(sense), listed[:place], listed[place + 1 :], base)
    return None


def _overlaps(reader: Any, targets: list[Target], *, relative: bool) -> list[Any]:
    return [
        gloss_overlaps(reader, each.senses, each.before, each.after, relative=relative)
        for each in targets
    ]


def _hits(targets: list[Target], scores: list[Any]) -> list[bool]:
    return [each.right == own.argmax() for each, own in zip(targets, scores, strict=True)]


def _most_frequent(reader: Any, target: Target) -> int:
    return int(np.argmax([tagged_count(reader, sense, target.base) for sense in target.senses]))


def _simplified(target: Target) -> int:
    context = content(" ".join([*target.before, *target.after])) - {target.base}
    return int(np.argmax([len(context & content(each.definition())) for each in target.senses]))
