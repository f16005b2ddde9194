"""Train the model of English from treebanks, and write ``lcp/english/model.npz``.

Needs the extra ``train`` and the treebanks in $LCP_DATA (UD English EWT; permissive genres of GUM),
and takes about an hour on one core::

    python -m tools.english
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from nltk.corpus.reader import WordNetCorpusReader

from lcp.english.characters import normal
from lcp.english.lemmas import lemma
from lcp.english.model import FILE, load_model_of_english
from lcp.english.tokens import Tokenizer
from lcp.resources import Store
from tools.english import lemmas, network, sentences
from tools.english.treebanks import NAMES, documents
from tools.lexicon.texts import lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from tools.english.network import Inventory, Network, Tagged
    from tools.english.treebanks import Document

SEED = 0
#: Numbers of columns: of rows, of the first and of the second window, in the model and in its
#: teachers.
SIZES, TEACHER = (64, 64, 48), (128, 256, 128)
TEACHERS, EPOCHS = 3, 9
#: Phrases for each sentence, shares of them with a capital and with a full stop; number of epochs
#: with them, their rate, the weight of annotated tags, and that of the network after them.
PHRASES, CAPITAL, STOPPED = 1.5, 0.3, 0.3
FURTHER, FURTHER_RATE, GOLD, AFTER = 2, 0.001, 2.0, 0.75
#: Sentences of Wikipedia whose tags the teachers guess, and the lengths of those that are used.
WIKIPEDIA, LENGTHS = 40_000, range(5, 50)
#: Minimum number of occurrences of a form with an irregular lemma.
EXCEPTION = 3
_WIKIPEDIA = "text/wikipedia_6889_articles.txt.gz"


def tagged(
    document: Document, tokenizer: Tokenizer, parts: Sequence[tuple[int, int]]
) -> list[Tagged]:
    """Return our tokens of parts of a document with the tags of the gold tokens."""
    characters = normal(document.text)
    starts, ends, codes = tokenizer.divide(characters.text)
    spans = [characters.span(start, end) for start, end in zip(starts, ends, strict=True)]
    tags = {(word.start, word.end): word.tag for words in document.words for word in words}
    tokens = [
        (tokenizer.forms[code], tags.get(span, ""))
        for code, span in zip(codes.tolist(), spans, strict=True)
    ]
    edges = np.searchsorted([start for start, _ in spans], parts).tolist()
    return [tokens[first:last] for first, last in edges if first < last]


def alone(phrase: Tagged, chance: random.Random) -> Tagged:
    """Return a phrase as a dictionary has it, or with a capital, or with a full stop."""
    (form, tag), *rest = phrase
    if chance.random() < CAPITAL:
        form = form[:1].upper() + form[1:]
    elif not tag.startswith("NNP") and form != "I":
        form = form.lower()
    # A verb without a subject is a command.
    first = (form, "VB" if tag == "VBP" else tag)
    return [first, *rest, *[(".", ".")] * (chance.random() < STOPPED)]


def encyclopaedic(path: Path, count: int) -> list[Tagged]:
    """Return sentences of Wikipedia without tags, in random order."""
    tokenizer, sentences = Tokenizer(), []
    paragraphs = [*lines(path)]
    chance = random.Random(SEED)  # noqa: S311 - seeded on purpose
    chance.shuffle(paragraphs)
    for paragraph in paragraphs:
        codes = tokenizer.divide(normal(paragraph).text)[2]
        forms = [tokenizer.forms[code] for code in codes.tolist()]
        stops = [place + 1 for place, form in enumerate(forms) if form == "."]
        sentences.extend(
            [(forms[place], "") for place in part]
            for part in np.split(np.arange(len(forms)), stops)
            if len(part) in LENGTHS
        )
        if len(sentences) >= count:
            break
    return sentences


def main() -> None:
    """Train all stages and write them."""
    folder = Path(os.environ["LCP_DATA"])
    read = [documents(folder / "english" / f"{name}_train.conllu.gz") for name in NAMES]
    trained_on = [document for treebank in read for document in treebank]
    tokenizer = Tokenizer()
    sentences_with_tags, phrases = (
        [row for each in trained_on for row in tagged(each, tokenizer, getattr(each, name))]
        for name in ("sentences", "phrases")
    )
    inventory = network.Inventory(sentences_with_tags)
    teachers = [
        network.train(inventory, sentences_with_tags, TEACHER, SEED + number)
        for number in range(TEACHERS)
    ]

    more = encyclopaedic(folder / _WIKIPEDIA, WIKIPEDIA)
    student = network.train(
        inventory, sentences_with_tags + more, SIZES, SEED, teachers=teachers, epochs=EPOCHS
    )
    student = with_phrases(inventory, student, sentences_with_tags, phrases)
    finish(inventory, student, trained_on, sentences_with_tags)


def with_phrases(
    inventory: Inventory, network_: Network, sentences_: list[Tagged], phrases: list[Tagged]
) -> Network:
    """Return a network that is trained further, so that it also tags words without a sentence.

    Its weights are means of those before and after (Wortsman et al. 2022): the tags of sentences
    are as good as before.
    """
    chance = random.Random(SEED)  # noqa: S311 - seeded on purpose
    count = min(len(phrases), round(PHRASES * len(sentences_)))
    chosen = [alone(phrase, chance) for phrase in chance.sample(phrases, count)]
    further = {"epochs": FURTHER, "rate": FURTHER_RATE, "gold": GOLD}
    after = network.train(
        inventory, sentences_, SIZES, SEED, teachers=[network_], phrases=chosen, **further
    )
    ends = after.state_dict()
    means = {k: v.lerp(ends[k], AFTER) for k, v in network_.state_dict().items()}
    after.load_state_dict(means)
    return after


def finish(
    inventory: Inventory,
    student: Network,
    trained_on: list[Document],
    tagged_sentences: list[Tagged],
) -> None:
    """Write the rows and layers of a network, and train the other stages with them."""
    arrays = stored(inventory, student)
    leaders, scores = network.tags_after(tagged_sentences, inventory.tags)
    arrays |= {"leaders": text_array(leaders)} | halves({"tags_after": scores})
    write(arrays)
    arrays |= halves(sentences.train(trained_on, load_model_of_english().rows, SEED))
    triples = [
        (normal(document.text[word.start : word.end]).text.lower(), word.tag, word.lemma.lower())
        for document in trained_on
        for row in document.words
        for word in row
        if word.end > word.start and not word.tag.startswith(("NNP", "GW")) and word.lemma != "_"
    ]
    listed = [*lemmas.from_wordnet(wordnet())]
    weights = lemmas.train(triples + listed)
    arrays |= {
        "lemma_features": text_array(weights),
        "lemma_weights": np.array([*weights.values()]),
    }
    write(arrays)
    # WordNet has no misprints.
    certain = {(form, tag) for form, tag, _ in listed}
    others = [triple for triple in triples if triple[:2] not in certain]
    rows = lemmas.exceptions(others, EXCEPTION) | lemmas.exceptions(listed, 1)
    arrays["exceptions"] = text_array("\t".join((*pair, base)) for pair, base in rows.items())
    write(arrays)
    forms = "\n".join(lemmas.past_forms(wordnet()))
    FILE.with_name("past_forms.txt").write_text(f"{forms}\n", encoding="utf-8")


def wordnet() -> Any:
    """Return WordNet's reader."""
    return WordNetCorpusReader(Store().nltk("wordnet"), None)


def stored(inventory: Inventory, student: Network) -> dict[str, np.ndarray]:
    """Return a network as arrays: rows in 255 steps, and layers in half precision."""
    layers = {
        "known": np.vstack([student.known.weight.detach().T, student.known.bias.detach()[None]]),
        "tags_first": student.first.weight.detach().permute(2, 1, 0),
        "tags_first_bias": student.first.bias.detach(),
        "tags_second": student.second.weight.detach().permute(2, 1, 0),
        "tags_second_bias": student.second.bias.detach(),
        "tags_output": student.output.weight.detach().T,
        "tags_output_bias": student.output.bias.detach(),
    }
    arrays = halves({name: np.asarray(values) for name, values in layers.items()})
    for name, embedding in zip(
        ("word_rows", "affix_rows", "shape_rows"), student.rows, strict=True
    ):
        values = embedding.weight.detach().numpy()
        steps = (np.abs(values).max(axis=0) / 127).astype(np.float16)
        arrays[name] = np.round(values / steps.astype(np.float32)).clip(-127, 127).astype(np.int8)
        arrays[f"{name}_steps"] = steps
    texts = {name: getattr(inventory, name) for name in ("words", "affixes", "shapes", "tags")}
    arrays |= {name: text_array(lines) for name, lines in texts.items()}
    empty = {name: text_array([]) for name in ("lemma_features", "exceptions")}
    return arrays | empty | {"lemma_weights": np.zeros(0)}


def halves(layers: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return layers in half precision."""
    return {name: values.astype(np.float16) for name, values in layers.items()}


def text_array(lines: Iterable[str]) -> np.ndarray:
    """Return lines as bytes."""
    return np.frombuffer("\n".join(lines).encode(), dtype=np.uint8)


def write(arrays: dict[str, np.ndarray]) -> None:
    """Write the model, so that the next call of a stage reads it."""
    np.savez_compressed(FILE, **arrays)
    load_model_of_english.cache_clear()
    lemma.cache_clear()


if __name__ == "__main__":
    main()
