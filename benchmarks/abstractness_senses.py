"""Measure the choice between WordNet's senses on its own usage examples.

Writes the section on senses of ``abstractness.md``, with an encoder converted by ``lcp encoder``::

    python benchmarks/abstractness_senses.py --encoder FOLDER --seed 0
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scoring import add_seed_option
from sections import write_sections

from lcp.disambiguation.choice import ENCODED, SIMILARITY, mean_direction, tagged_count
from lcp.disambiguation.gloss_vectors import gloss_similarities
from lcp.disambiguation.lesk import content, gloss_overlaps
from lcp.encoders.encoder import open_encoder
from lcp.english.text import words
from lcp.extractors.wordnet import wordnet_reader
from lcp.reports.tables import markdown_table, number, with_interval
from lcp.resources import Store

if TYPE_CHECKING:
    from lcp.encoders.encoder import Encoder

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
#: Follows `TEXT` if there is an encoder.
ENCODER = """\
The encoder is all-MiniLM-L6-v2 (Wang et al. 2020, Reimers & Gurevych 2019): cosine between its
vectors of the example and of the names and the definition of each sense. {warm:,.0f} targets per
second of CPU time if the vectors of the definitions are cached, {cold:,.0f} if not (one thread,
ONNX Runtime). The weights of its sum with the similarity of the lexicon's vectors, and what the
text of a sense contains, were set on targets drawn with seed 1. Names and definitions: 0.524 there;
with the other examples too, 0.498; the most similar of definition and other examples, 0.432.

"""


class Target(NamedTuple):
    """A target in a usage example."""

    senses: list[Any]
    right: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    base: str
    text: str


def main() -> None:
    """Replace the section of the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--encoder", default="", metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("abstractness.md"))
    add_seed_option(parser)
    options = parser.parse_args()
    section = sense_table(Store(), options.random_state, options.encoder)
    header = options.out.read_text(encoding="utf-8").partition("\n## ")[0]
    write_sections(options.out, header, section)


def sense_table(store: Store, seed: int, model: str = "") -> str:
    """Return the section: accuracy of each choice with its interval.

    `model` is the name or the folder of an encoder; "" for none.
    """
    encoder = open_encoder(model, store, n_jobs=1, cache=False) if model else None
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
            "vectors of the lexicon": _hits(targets, vectors := list(map(_similarity, targets))),
        }
        if encoder is not None:
            cosines, rates = _encoded(encoder, targets)
            both = [
                ENCODED * one + SIMILARITY * other
                for one, other in zip(cosines, vectors, strict=True)
            ]
            choices["encoder"] = _hits(targets, cosines)
            choices["encoder and vectors of the lexicon"] = _hits(targets, both)
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
    if encoder is not None:
        text += ENCODER.format(**rates)
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
                around = listed[:place], listed[place + 1 :]
                return Target(own, own.index(sense), *around, base, text)
    return None


def _overlaps(reader: Any, targets: list[Target], *, relative: bool) -> list[Any]:
    return [
        gloss_overlaps(reader, each.senses, each.before, each.after, relative=relative)
        for each in targets
    ]


def _similarity(target: Target) -> Any:
    """Return the cosines of the mean vectors of context and definitions, as in the family senses.

    Definitions without a known word have 0.
    """
    direction = mean_direction(content(" ".join([*target.before, *target.after])))
    glosses = [content(sense.definition()) - {target.base} for sense in target.senses]
    return np.nan_to_num([mean_direction(gloss) @ direction for gloss in glosses])


def _encoded(encoder: Encoder, targets: list[Target]) -> tuple[list[Any], dict[str, float]]:
    """Return the cosines of each target, and targets per second with and without known glosses."""
    texts = [each.text for each in targets]
    encoder.text_vectors(["warm"])  # reads the weights
    begin = time.process_time()
    encoder.text_vectors(texts)
    warm = time.process_time() - begin
    similarities = gloss_similarities(encoder, texts, [each.senses for each in targets])
    cold = time.process_time() - begin
    return similarities, {"warm": len(targets) / warm, "cold": len(targets) / cold}


def _hits(targets: list[Target], scores: list[Any]) -> list[bool]:
    return [each.right == own.argmax() for each, own in zip(targets, scores, strict=True)]


def _most_frequent(reader: Any, target: Target) -> int:
    return int(np.argmax([tagged_count(reader, sense, target.base) for sense in target.senses]))


def _simplified(target: Target) -> int:
    context = content(" ".join([*target.before, *target.after])) - {target.base}
    return int(np.argmax([len(context & content(each.definition())) for each in target.senses]))


if __name__ == "__main__":
    main()
