"""Train the rows of words and the layers that tag them, with PyTorch."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from lcp.english.model import affixes, facts, shape, word_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

#: A tagged sentence: pairs of form and tag; the tag is empty where it is unknown.
Tagged = list[tuple[str, str]]

#: Minimum number of occurrences of a word, and of words with an affix or a shape, that has a row.
WORD_MINIMUM, AFFIX_MINIMUM, SHAPE_MINIMUM = 2, 3, 5
#: Minimum number of occurrences of a word that excludes tags of the next, and the largest share of
#: these tags; and their score, as a difference of log odds.
LEADER_MINIMUM, NEVER, UNLIKELY = 500, 0.001, -4.0
EPOCHS, BATCH, RATE = 10, 64, 0.003
#: Shares of words whose row is hidden, of numbers that are dropped, and of sentences that are
#: changed.
HIDDEN, DROPPED, CHANGED = 0.12, 0.3, 0.25
#: Cumulative shares of changed sentences: in lower case, in capitals, as a heading, and without a
#: last mark. The others are without their first words.
LOWER, CAPITALS, HEADING, UNMARKED = 0.25, 0.4, 0.5, 0.6
#: Length in letters up to which a word of a heading has no capital.
SMALL_WORD = 3


class Inventory:
    """The words, affixes and shapes that have rows, and the codes of forms."""

    def __init__(self, sentences: Sequence[Tagged]) -> None:
        keys = Counter(word_key(form) for sentence in sentences for form, _ in sentence)
        shapes = Counter(shape(form) for sentence in sentences for form, _ in sentence)
        parts = Counter(affix for key in keys for affix in affixes(key) if affix)
        self.words = _numbered(keys, WORD_MINIMUM)
        self.affixes = _numbered(parts, AFFIX_MINIMUM)
        self.shapes = _numbered(shapes, SHAPE_MINIMUM)
        self.tags = sorted({tag for sentence in sentences for _, tag in sentence if tag})
        self.numbers = {tag: number for number, tag in enumerate(self.tags)}
        self._codes: dict[str, int] = {}

    def add(self, forms: Iterable[str]) -> None:
        """Give codes to forms."""
        for form in forms:
            self._codes.setdefault(form, len(self._codes) + 1)

    def code(self, form: str) -> int:
        """Return the code of a form, from 1; 0 is the place beside a sentence."""
        return self._codes[form]

    def inputs(self) -> tuple[torch.Tensor, ...]:
        """Return the rows of each code: of its word, its affixes, its shape; and its facts."""
        forms = [*self._codes]
        keys = [*map(word_key, forms)]
        words = [0, *(self.words.get(key, 0) for key in keys)]
        parts = [
            [0] * len(affixes("")),
            *([self.affixes.get(a, 0) for a in affixes(k)] for k in keys),
        ]
        shapes = [0, *(self.shapes.get(shape(form), 0) for form in forms)]
        known = facts([form.lower() for form in forms])
        known = np.vstack([np.zeros((1, known.shape[1]), dtype=np.float32), known])
        return (*map(torch.tensor, (words, parts, shapes)), torch.from_numpy(known))


class Network(nn.Module):
    """Rows of words, two windows and scores of tags."""

    def __init__(
        self, inventory: Inventory, facts: int, size: int, first: int, second: int
    ) -> None:
        super().__init__()
        counts = len(inventory.words), len(inventory.affixes), len(inventory.shapes)
        self.rows = nn.ModuleList(nn.Embedding(n + 1, size, padding_idx=0) for n in counts)
        for embedding in self.rows:
            nn.init.normal_(embedding.weight, 0, 0.1)
            with torch.no_grad():
                embedding.weight[0] = 0
        self.known = nn.Linear(facts, size)
        self.first = nn.Conv1d(size, first, 7, padding=3)
        self.second = nn.Conv1d(first, second, 5, padding=2)
        self.output = nn.Linear(first + second, len(inventory.tags))

    def forward(self, codes: torch.Tensor, inputs: tuple[torch.Tensor, ...]) -> torch.Tensor:
        """Return the scores of tags of sentences, shape (n, length, n_tags)."""
        words, parts, shapes, known = (values[codes] for values in inputs)
        inside = (codes > 0)[:, None]
        if self.training:
            words = words * (torch.rand(words.shape) >= HIDDEN)
        word_rows, affix_rows, shape_rows = self.rows
        rows = word_rows(words) + affix_rows(parts).sum(-2) + shape_rows(shapes) + self.known(known)
        rows = functional.dropout(rows.transpose(1, 2), DROPPED / 2, self.training) * inside
        hidden = functional.relu(self.first(rows))
        hidden = functional.dropout(hidden, DROPPED, self.training) * inside
        upper = functional.relu(self.second(hidden))
        upper = functional.dropout(upper, DROPPED, self.training)
        return self.output(torch.cat([upper, hidden], 1).transpose(1, 2))


def train(
    inventory: Inventory,
    sentences: Sequence[Tagged],
    sizes: tuple[int, int, int],
    seed: int,
    *,
    teachers: Sequence[Network] = (),
    phrases: Sequence[Tagged] = (),
    epochs: int = EPOCHS,
    rate: float = RATE,
    gold: float = 0.3,
) -> Network:
    """Train a network on tagged sentences, some of them in lower case or in capitals.

    It also learns the probabilities that teachers give to the tags of the sentences; `gold` is the
    weight of the annotated tags beside these. With phrases, it begins as its teacher.
    """
    torch.manual_seed(seed)
    chance = random.Random(seed)  # noqa: S311 - seeded on purpose
    examples = [*sentences, *phrases]
    for sentence in examples:
        inventory.add(variant for form, _ in sentence for variant in _variants(form))
    inputs = inventory.inputs()
    network = Network(inventory, inputs[-1].shape[1], *sizes)
    if phrases:
        network.load_state_dict(teachers[0].state_dict())
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=0.01)
    steps = epochs * (len(examples) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=steps, pct_start=0.1
    )
    order = [*range(len(examples))]
    for epoch in range(epochs):
        network.train()
        chance.shuffle(order)
        total = 0.0
        for first in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[first : first + BATCH]
            batch = [_changed(examples[row], chance) for row in rows]
            codes, tags = encoded(batch, inventory)
            scores = network(codes, inputs).flatten(0, 1)
            loss = functional.cross_entropy(
                scores, tags.flatten(), ignore_index=-1, label_smoothing=0.05
            )
            if teachers:
                with torch.no_grad():
                    aims = torch.stack([teacher(codes, inputs) for teacher in teachers])
                aims = aims.mean(0).flatten(0, 1)
                is_sentence = torch.tensor(rows)[:, None] < len(sentences)
                inside = ((codes > 0) & is_sentence).flatten()
                divergence = functional.cross_entropy(scores[inside], aims[inside].softmax(-1))
                loss = divergence + gold * loss if (tags >= 0).any() else divergence
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {epochs}: loss {total * BATCH / len(order):.4f}", flush=True)
    return network.eval()


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


def encoded(batch: Sequence[Tagged], inventory: Inventory) -> tuple[torch.Tensor, torch.Tensor]:
    """Return codes and tags of sentences, padded to the longest; shape (n, length) each."""
    longest = max(map(len, batch))
    codes, tags = np.zeros((2, len(batch), longest), dtype=np.int64)
    tags -= 1
    for row, sentence in enumerate(batch):
        codes[row, : len(sentence)] = [inventory.code(form) for form, _ in sentence]
        tags[row, : len(sentence)] = [inventory.numbers.get(tag, -1) for _, tag in sentence]
    return torch.from_numpy(codes), torch.from_numpy(tags)


def _numbered(counts: Counter[str], least: int) -> dict[str, int]:
    frequent = (text for text, count in counts.items() if count >= least)
    return {text: row for row, text in enumerate(frequent, start=1)}


def _variants(form: str) -> set[str]:
    return {form, form.lower(), form.upper(), _capital(form)}


def _capital(form: str) -> str:
    return form[:1].upper() + form[1:]


def _changed(sentence: Tagged, chance: random.Random) -> Tagged:
    """Return a sentence in lower case, in capitals, as a heading, or without its start or end."""
    share = chance.random() / CHANGED
    if share >= 1:
        return sentence
    if share < LOWER:
        return [(form.lower(), tag) for form, tag in sentence]
    if share < CAPITALS:
        return [(form.upper(), tag) for form, tag in sentence]
    if share < HEADING:
        return [(_capital(form) if len(form) > SMALL_WORD else form, tag) for form, tag in sentence]
    if share < UNMARKED:
        return (
            sentence[:-1] if sentence[-1][0] in {".", "!", "?"} and len(sentence) > 1 else sentence
        )
    # The words at the start of sentences are often the same.
    (form, tag), *rest = sentence[chance.randrange(max(1, len(sentence) - 2)) :]
    return [(_capital(form), tag), *rest]
