"""Train the rows of words and the layers that tag them, with PyTorch."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from lcp.english.network import affixes, facts, shape, word_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

#: A tagged sentence: pairs of form and tag; the tag is empty where it is unknown.
Tagged = list[tuple[str, str]]

#: Minimum number of occurrences of a word, in sentences with and without tags, and of words with an
#: affix or a shape, that has a row.
WORD_MINIMUM, UNTAGGED_MINIMUM, AFFIX_MINIMUM, SHAPE_MINIMUM = 2, 30, 3, 5
#: Minimum number of occurrences of a word that excludes tags of the next, and the largest share of
#: these tags; and their score, as a difference of log odds.
LEADER_MINIMUM, NEVER, UNLIKELY = 500, 0.001, -4.0
#: Numbers of columns: of rows, of the first and of the second window; widths of the windows.
SIZES, WIDTHS = (64, 128, 64), (7, 5)
EPOCHS, BATCH, RATE = 10, 64, 0.004
#: Weight of an annotated tag where the teacher gives probabilities.
GOLD = 0.15
#: Shares of words whose row is hidden, of numbers that are dropped from rows and after a window,
#: and of sentences that are changed.
HIDDEN, DROPPED, CHANGED = 0.12, (0.05, 0.08), 0.2
#: Cumulative shares of changed sentences: in lower case, in capitals, as a heading, and without a
#: last token. The others are without their first words.
LOWER, CAPITALS, HEADING, UNMARKED = 0.25, 0.4, 0.5, 0.6
#: Length in letters up to which a word of a heading has no capital.
SMALL_WORD = 3


class Example(NamedTuple):
    """A sentence as numbers.

    Attributes
    ----------
    codes : int array of shape (4, n_words)
        Codes of its words as they are, in small letters, in capitals and with a capital.
    tags : int array of shape (n_words,)
        Numbers of the annotated tags; -1 for those that are not known.
    aims : float array of shape (n_words, n_tags)
        Probabilities of tags; 0 if they are not known.
    is_long : bool array of shape (n_words,)
        Which words have a capital in a heading.
    """

    codes: NDArray[np.int64]
    tags: NDArray[np.int64]
    aims: NDArray[np.float16]
    is_long: NDArray[np.bool_]

    def part(self, codes: NDArray[np.int64], first: int, last: int | None = None) -> Example:
        """Return the words from `first` to before `last` with other codes."""
        within = slice(first, last)
        return Example(codes[within], self.tags[within], self.aims[within], self.is_long[within])


class Inventory:
    """The words, affixes and shapes that have rows, and the codes of forms."""

    def __init__(self, sentences: Sequence[Tagged], more: Sequence[Tagged] = ()) -> None:
        keys = Counter(word_key(form) for sentence in sentences for form, _ in sentence)
        others = Counter(word_key(form) for sentence in more for form, _ in sentence)
        shapes = Counter(shape(form) for sentence in sentences for form, _ in sentence)
        parts = Counter(affix for key in keys for affix in affixes(key) if affix)
        words = _frequent(keys, WORD_MINIMUM) + _frequent(others, UNTAGGED_MINIMUM)
        self.words = _numbered(words)
        self.affixes = _numbered(_frequent(parts, AFFIX_MINIMUM))
        self.shapes = _numbered(_frequent(shapes, SHAPE_MINIMUM))
        self.tags = sorted({tag for sentence in sentences for _, tag in sentence if tag})
        self.numbers = {tag: number for number, tag in enumerate(self.tags)}
        self._codes: dict[str, int] = {}

    def example(self, sentence: Tagged, aims: NDArray[np.float16] | None = None) -> Example:
        """Return a sentence as numbers; 0 is the code of the place beside a sentence."""
        forms, codes = [form for form, _ in sentence], self._codes
        cases = (str, str.lower, str.upper, _capital)
        rows = [[codes.setdefault(case(form), len(codes) + 1) for form in forms] for case in cases]
        tags = [self.numbers.get(tag, -1) for _, tag in sentence]
        if aims is None:
            aims = np.zeros((len(forms), len(self.tags)), dtype=np.float16)
        is_long = [len(form) > SMALL_WORD for form in forms]
        return Example(np.array(rows), np.array(tags), aims, np.array(is_long))

    def inputs(self) -> tuple[torch.Tensor, ...]:
        """Return the rows of each code: of its word, its affixes, its shape; and its facts."""
        forms = ["", *self._codes]
        keys = [*map(word_key, forms)]
        words = [[self.words.get(key, 0)] for key in keys]
        parts = [[self.affixes.get(affix, 0) for affix in affixes(key)] for key in keys]
        shapes = [[self.shapes.get(shape(form), 0)] for form in forms]
        known = facts([form.lower() for form in forms])
        return (*map(torch.tensor, (words, parts, shapes)), torch.from_numpy(known))


class Network(nn.Module):
    """Rows of words, two windows and scores of tags."""

    def __init__(self, inventory: Inventory, facts: int) -> None:
        super().__init__()
        size, first, second = SIZES
        counts = len(inventory.words), len(inventory.affixes), len(inventory.shapes)
        self.rows = nn.ModuleList(
            nn.EmbeddingBag(n + 1, size, padding_idx=0, mode="sum") for n in counts
        )
        for embedding in self.rows:
            nn.init.normal_(embedding.weight, 0, 0.1)
            with torch.no_grad():
                embedding.weight[0] = 0
        self.known = nn.Linear(facts, size)
        self.first = nn.Linear(size * WIDTHS[0], first)
        self.second = nn.Linear(first * WIDTHS[1], second)
        self.output = nn.Linear(first + second, len(inventory.tags))

    def forward(self, codes: torch.Tensor, inputs: tuple[torch.Tensor, ...]) -> torch.Tensor:
        """Return the scores of tags of sentences, shape (n, length, n_tags)."""
        inside = (codes > 0)[..., None]
        distinct, places = codes.unique(return_inverse=True)
        *numbers, known = (values[distinct] for values in inputs)
        words, parts, shapes = (rows(part) for rows, part in zip(self.rows, numbers, strict=True))
        shown = torch.rand(codes.shape) >= HIDDEN * self.training
        rows = (parts + shapes + self.known(known))[places] + words[places] * shown[..., None]
        rows = functional.dropout(rows, DROPPED[0], self.training) * inside
        hidden = functional.relu(self.first(_windows(rows, WIDTHS[0])))
        hidden = functional.dropout(hidden, DROPPED[1], self.training) * inside
        upper = functional.relu(self.second(_windows(hidden, WIDTHS[1])))
        upper = functional.dropout(upper, DROPPED[1], self.training)
        return self.output(torch.cat([upper, hidden], 2))


def _windows(rows: torch.Tensor, width: int) -> torch.Tensor:
    """Return the rows around each place, shape (n, length, width * n_columns)."""
    margin = width // 2
    padded = functional.pad(rows, (0, 0, margin, margin))
    return torch.cat([padded[:, first : first + rows.shape[1]] for first in range(width)], 2)


def train(inventory: Inventory, examples: Sequence[Example], seed: int) -> Network:
    """Train a network on sentences, some of them in lower case or in capitals.

    It learns the probabilities of tags where they are known, and the annotated tags.
    """
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    inputs = inventory.inputs()
    network = Network(inventory, inputs[-1].shape[1])
    steps = len(examples) // BATCH
    lengths = np.array([len(example.tags) for example in examples])

    def losses() -> Iterator[torch.Tensor]:
        for _ in range(EPOCHS):
            # Batches are of sentences of similar length.
            order = np.argsort(lengths * chance.uniform(1, 1.5, len(lengths)))[: steps * BATCH]
            for places in chance.permutation(order.reshape(-1, BATCH)):
                codes, tags, aims = _batch([_changed(examples[place], chance) for place in places])
                scores = network(codes, inputs).flatten(0, 1)
                is_taught = aims.sum(1) > 0
                gold = functional.cross_entropy(
                    scores, tags, ignore_index=-1, label_smoothing=0.05, reduction="none"
                )
                taught = functional.cross_entropy(scores, aims, reduction="none")
                both = taught + gold * torch.where(is_taught, GOLD, 1.0)
                yield both.sum() / (codes > 0).sum()

    descend(losses(), [(network.parameters(), RATE)], EPOCHS * steps)
    return network.eval()


def descend(
    losses: Iterable[torch.Tensor],
    groups: Iterable[tuple[Iterable[nn.Parameter], float]],
    steps: int,
    warming: float = 0.1,
) -> None:
    """Take a step for each loss, which is computed when it is needed; print their means.

    Parameters
    ----------
    losses : iterable of tensor
        Losses, as many as `steps`.
    groups : iterable of (parameters, float)
        Parameters and their highest rates.
    steps : int
        Number of steps.
    warming : float
        Share of the steps in which the rate rises.
    """
    rated = [{"params": [*parameters], "lr": rate} for parameters, rate in groups]
    optimizer = torch.optim.AdamW(rated, weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, [each["lr"] for each in rated], total_steps=steps, pct_start=warming
    )
    total, report = 0.0, max(1, steps // 10)
    for step, loss in enumerate(losses, start=1):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        total += loss.item() / report
        if step % report == 0:
            print(f"step {step} of {steps}: loss {total:.4f}", flush=True)
            total = 0.0


def tags_after(
    sentences: Sequence[Tagged], tags: Sequence[str]
) -> tuple[list[str], NDArray[np.float64]]:
    """Return frequent words, and scores of the tags that hardly ever follow each of them.

    The first row, of other words, is zero.
    """
    after: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for (form, _), (_, tag) in pairwise(sentence):
            after[form.lower()].update([tag] if tag else [])
    words = [word for word, counts in after.items() if counts.total() >= LEADER_MINIMUM]
    rows = [[after[word][tag] <= NEVER * after[word].total() for tag in tags] for word in words]
    return words, np.array([[False] * len(tags), *rows]) * UNLIKELY


def _batch(examples: Sequence[Example]) -> list[torch.Tensor]:
    """Return codes, tags and aims of sentences, padded to the longest."""
    size, longest = len(examples), max(len(example.tags) for example in examples)
    codes, tags = np.zeros((2, size, longest), dtype=np.int64)
    tags -= 1
    aims = np.zeros((size, longest, examples[0].aims.shape[1]), dtype=np.float32)
    for row, example in enumerate(examples):
        within = slice(len(example.tags))
        codes[row, within], tags[row, within], aims[row, within] = example[:3]
    tensors = torch.from_numpy(codes), torch.from_numpy(tags), torch.from_numpy(aims)
    return [tensors[0], tensors[1].flatten(), tensors[2].flatten(0, 1)]


def _changed(example: Example, chance: np.random.Generator) -> Example:
    """Return a sentence in lower case, in capitals, as a heading, or without its start or end."""
    original, lower, upper, capital = example.codes
    share, size = chance.random() / CHANGED, len(example.tags)
    if share < LOWER:
        return example.part(lower, 0)
    if share < CAPITALS:
        return example.part(upper, 0)
    if share < HEADING:
        return example.part(np.where(example.is_long, capital, original), 0)
    if share >= 1:
        return example.part(original, 0)
    if share < UNMARKED:
        return example.part(original, 0, max(1, size - 1))
    # The words at the start of sentences are often the same.
    first = int(chance.integers(max(1, size - 2)))
    codes = np.where(np.arange(size) == first, capital, original)
    return example.part(codes, first)


def _frequent(counts: Counter[str], least: int) -> list[str]:
    return [text for text, count in counts.items() if count >= least]


def _numbered(texts: Sequence[str]) -> dict[str, int]:
    return {text: row for row, text in enumerate(dict.fromkeys(texts), start=1)}


def _capital(form: str) -> str:
    return form[:1].upper() + form[1:]
