"""Train the model of senses from SemCor, and write ``lcp/reader/meaning/data/senses.npz``.

SemCor has few phrasal verbs, and senses that were frequent in 1961: ``tools/senses.tsv`` has
short sentences with the sense of each, for the most frequent phrasal verbs of English (Liu 2011;
Garnier & Schmitt 2015) and others that learners meet. The rule for a row: the sense is one that a
learner's dictionary has and WordNet lists, and the sentence cannot be read otherwise. A sense has
two or more sentences with different subjects and objects, and the particle before and after the
object; no sentence is in the tests.

Needs SemCor and WordNet in $LCP_DATA, and takes about 5 minutes on one core::

    python -m tools.senses
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from nltk.corpus.reader.wordnet import WordNetError

from lcp.english.analysis import whole_sentences
from lcp.reader.meaning.sense_context import Usage, context_features
from lcp.reader.meaning.sense_evidence import sense_evidence, sense_key, tagged_count, texts_about
from lcp.reader.meaning.sense_inventory import TAGS, listed_senses, usage_of
from lcp.reader.meaning.sense_model import EVIDENCE, FILE, checksum, load_senses
from lcp.reader.meaning.senses import target_edges
from lcp.resources import Store
from lcp.resources.wordnet_database import opened_wordnet
from tools import SETTINGS
from tools.choices import fit_choices
from tools.lexicon.writing import write_compressed
from tools.semcor import Tagged, semcor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

SEED = 0
#: Instances of SemCor and examples of WordNet on which the weights are trained. The examples are of
#: rare senses too, for which the words of definitions count.
SAMPLE, EXAMPLES = 40_000, 2_000
#: Sum of squared weights in units of the loss.
PENALTY = 1.0
#: Smallest number of occurrences of a feature with a lemma, and with a class of senses.
OF_BASE, OF_CLASS = 2, 3


class Instance(NamedTuple):
    """A tagged word with its usage and the number of its sense among the options.

    Attributes
    ----------
    file, tagged, usage
        Name of its file, the word, and its usage.
    gold, offset : int
        Index of its option, -1 if it has no such option; WordNet's number of its sense.
    """

    file: str
    tagged: Tagged
    usage: Usage | None
    gold: int
    offset: int


def instances(reader: Any, path: Path) -> Iterator[Instance]:
    """Yield the tagged words whose keys WordNet has."""
    for file, sentences in semcor(path):
        analysed = whole_sentences([text for text, _ in sentences])
        for (_, words), sentence in zip(sentences, analysed, strict=True):
            for tagged in words:
                try:
                    sense = reader.lemma_from_key(tagged.key).synset()
                except WordNetError:
                    continue
                usage = usage_of(reader, sentence, tagged.span)
                listed = [option.sense for option in usage.options] if usage else []
                gold = listed.index(sense) if sense in listed else -1
                yield Instance(file, tagged, usage, gold, sense.offset())


def phrasal_verbs(reader: Any) -> Iterator[Instance]:
    """Yield the phrasal verbs of the table; the file of each is its sentence.

    Each is there :data:`OF_BASE` times, so that its features are not pruned.
    """
    lines = Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines[1:]]
    analysed = whole_sentences([text for text, _, _ in rows])
    for (text, target, name), sentence in zip(rows, analysed, strict=True):
        edges, _ = target_edges(text, target)
        usage = usage_of(reader, sentence, edges)
        options = usage.options if usage else []
        [gold] = [n for n, each in enumerate(options) if each.sense.name() == name]
        option = options[gold]
        tagged = Tagged((edges[0], edges[-1]), f"{option.lemma}%2:")
        yield from [Instance(text, tagged, usage, gold, option.sense.offset())] * OF_BASE


class _Without:
    """A sense without one of its examples."""

    def __init__(self, sense: Any, example: str) -> None:
        self._sense, self._example = sense, example

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sense, name)

    def __lt__(self, other: Any) -> bool:
        return bool(self._sense < getattr(other, "_sense", other))

    def examples(self) -> list[str]:
        """Return the other examples."""
        return [text for text in self._sense.examples() if text != self._example]


def examples(reader: Any, number: int) -> Iterator[Instance]:
    """Yield ambiguous words in WordNet's examples, in random order, without what these say."""
    rows = [(sense, text) for sense in reader.all_synsets() for text in sense.examples()]
    order = np.random.default_rng(SEED).permutation(len(rows))[: 3 * number].tolist()
    analysed = whole_sentences([rows[place][1] for place in order])
    found = 0
    for place, sentence in zip(order, analysed, strict=True):
        sense, text = rows[place]
        names = {name.lower().replace("_", " ") for name in sense.lemma_names()}
        for token in sentence.tokens:
            usage = usage_of(reader, sentence, (token.start, token.end)) if token.tag else None
            options = usage.options if usage else []
            gold = [
                n for n, each in enumerate(options) if each.sense == sense and each.lemma in names
            ]
            if usage and gold and len(options) > 1:
                option = options[gold[0]]
                options[gold[0]] = option._replace(sense=_Without(sense, text))
                tagged = Tagged((token.start, token.end), f"{option.lemma}%")
                yield Instance("", tagged, usage, gold[0], sense.offset())
                found += 1
                break
        if found == number:
            break


def count(read: Iterable[Instance]) -> Counter[str]:
    """Return how often senses, classes and parts of speech occur, with features and without."""
    counts: Counter[str] = Counter()
    for instance in read:
        if instance.usage is not None and instance.gold >= 0:
            option = instance.usage.options[instance.gold]
            features = [f"{name}={value}" for name, value in context_features(instance.usage)]
            rows = (sense_key(option), str(option.sense.lexname()), "")
            counts.update(f"{row}\t{text}" for row in rows for text in ("", *features))
            counts[f"{option.pos}\ttag={instance.usage.tag}"] += 1
    return counts


def evidence(
    read: Sequence[Instance], counts: Counter[str], by_file: Mapping[str, Counter[str]]
) -> list[np.ndarray]:
    """Return the evidence of each instance from the counts of the other files."""
    return [
        sense_evidence(each.usage, counter_of(counts, own), counter_of(own))
        for each in read
        for own in [by_file[each.file]]
        if each.usage is not None
    ]


def counter_of(counts: Counter[str], own: Counter[str] | None = None) -> Any:
    """Return a function from keys to their counts, less some own counts."""
    others = own or Counter()

    def counter(keys: Sequence[str]) -> np.ndarray:
        return np.array([counts[key] - others[key] for key in keys], dtype=np.float64)

    return counter


def fit(rows: Sequence[np.ndarray], gold: Sequence[int]) -> np.ndarray:
    """Return the weights of a log-linear model, for evidence that is not scaled."""
    stacked = np.vstack(rows)
    scale = stacked.std(axis=0) + 1e-9
    return fit_choices(stacked / scale, [*map(len, rows)], gold, PENALTY) / scale


def trained(
    read: Sequence[Instance], phrasal: Sequence[Instance], further: Sequence[Instance]
) -> tuple[np.ndarray, Counter[str]]:
    """Return the weights of words and of expressions, and the counts that are frequent enough.

    Further instances are for the weights of words only. Counts are without those of the same file,
    but a phrasal verb keeps the number of its sense: all senses of the table are about as frequent,
    so that without a sentence its sense would always be the rarest.
    """
    by_file: dict[str, list[Instance]] = {}
    for each in (*read, *phrasal):
        if each.gold >= 0:
            by_file.setdefault(each.file, []).append(each)
    counted = {file: count(each) for file, each in by_file.items()}
    counts: Counter[str] = Counter()
    for each in counted.values():
        counts.update(each)
    several = [each for file in by_file.values() for each in file if len(each.usage.options) > 1]
    kept = pruned(counts, {sense_key(each.usage.options[each.gold]) for each in several})
    parts: tuple[list[Instance], list[Instance]] = ([], [])
    for each in several:
        parts[" " in each.usage.lemma].append(each)
    own = {
        file: Counter({key: n for key, n in each.items() if key in kept})
        for file, each in counted.items()
    }
    for file in {each.file for each in phrasal}:
        own[file] = Counter({key: n for key, n in own[file].items() if key[-1] != "\t"})
    own[""] = Counter()
    weights = []
    for part, others in zip(parts, (further, ()), strict=True):
        order = np.random.default_rng(SEED).permutation(len(part))[:SAMPLE]
        sample = [*(part[place] for place in order), *others]
        weights.append(fit(evidence(sample, kept, own), [each.gold for each in sample]))
    return np.array(weights), kept


def pruned(counts: Counter[str], ambiguous: set[str]) -> Counter[str]:
    """Return the counts of features that occur several times with an ambiguous word, or a class."""
    of_bases: Counter[tuple[str, str]] = Counter()
    for key, number in counts.items():
        row, _, feature = key.partition("\t")
        of_bases[row.partition("/")[0], feature] += number

    def is_kept(row: str, feature: str) -> bool:
        if "/" in row:
            frequent = of_bases[row.partition("/")[0], feature] >= OF_BASE
            return row in ambiguous and (frequent or not feature)
        return row in TAGS or of_bases["", feature] >= OF_CLASS

    return Counter({key: number for key, number in counts.items() if is_kept(*key.split("\t"))})


def usual_senses(reader: Any) -> np.ndarray:
    """Return the weights of the signs of the sense that a word has most often in SemCor."""
    weights = []
    for part in TAGS:
        rows, gold = [], []
        for name in sorted(reader.all_lemma_names(part)):
            senses = listed_senses(reader, name, part) if name.isalpha() else []
            counts = [tagged_count(sense, name) for sense in senses]
            if len(counts) > 1 and counts.count(max(counts)) == 1:
                rows.append(np.array([texts_about(sense, name).signs for sense in senses]))
                gold.append(counts.index(max(counts)))
        weights.append(fit(rows, gold))
    return np.array(weights)


def write(weights: np.ndarray, counts: Counter[str], usual: np.ndarray) -> None:
    """Write the weights and counts, and the weights of usual senses."""
    table: Counter[int] = Counter()
    for key, number in counts.items():
        table[checksum(key)] += number
    keys = sorted(table)
    steps = np.diff(np.array(keys, dtype=np.int64), prepend=0)
    about = {"seed": SEED, "evidence": EVIDENCE, "settings": SETTINGS["senses"]}
    write_compressed(
        FILE,
        about=about,
        weights=weights.astype(np.float32),
        usual=usual.astype(np.float32),
        steps=steps.astype(np.min_scalar_type(steps.max())),
        values=np.array([min(table[key], 65_535) for key in keys], dtype=np.uint16),
    )


def main() -> None:
    """Train the model and write it."""
    # The evidence is computed with the settings of the file, whose columns may be others.
    write(np.zeros((2, len(EVIDENCE))), Counter({"": 0}), np.zeros((len(TAGS), 3)))
    path = Path(os.environ["LCP_DATA"]) / "english" / "semcor3_train.tar.gz"
    with opened_wordnet(Store().nltk("wordnet")) as reader:
        usual = load_senses().usual
        usual[:] = usual_senses(reader)
        parts = instances(reader, path), phrasal_verbs(reader), examples(reader, EXAMPLES)
        write(*trained(*map(list, parts)), usual)


if __name__ == "__main__":
    main()
