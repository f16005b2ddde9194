"""Train the model of English from treebanks, and write ``lcp/english/data/model.npz``.

Needs the extra ``train``, and in $LCP_DATA the treebanks (UD English EWT; permissive genres of
GUM), articles of Wikipedia and SemCor. Takes about an hour on one core. The probabilities that the
teacher gives to tags are kept in a file, and made if it is missing::

    python -m tools.english build/taught.npz
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from nltk.corpus.reader import WordNetCorpusReader

from lcp.english.characters import normal
from lcp.english.lemmas import lemma
from lcp.english.network import FILE, load_model_of_english
from lcp.english.tokens import tokenize
from lcp.resources import Store
from tools import SETTINGS
from tools.english import clauses, lemmas, network, sentence_ends
from tools.english.treebanks import NAMES, documents
from tools.lexicon.texts import lines
from tools.lexicon.writing import write_compressed
from tools.semcor import semcor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from tools.english.network import Inventory, Network, Tagged
    from tools.english.treebanks import Document

SEED = 0
#: Numbers of phrases and of words alone; shares of them, and of sentences that are made from
#: phrases, with a capital and with a full stop.
PHRASES, ALONE, SHARES, MADE_SHARES = 12_000, 8_000, (0.3, 0.3), (0.8, 0.7)
#: Sentences of Wikipedia whose tags the teacher guesses, and the lengths of those that are used.
WIKIPEDIA, LENGTHS = 120_000, range(5, 50)
#: Minimum numbers of occurrences of a form with an irregular lemma, if WordNet lacks the form and
#: if it has another lemma there.
EXCEPTION, OFTEN = 3, 20
#: Pronouns in place of which copies of sentences have "her", of which the treebanks have few.
HER = dict.fromkeys(("him", "his", "me", "them", "us"), "her") | {"His": "Her"}
_WIKIPEDIA = "text/wikipedia_6889_articles.txt.gz"
_SEMCOR = "english/semcor3_train.tar.gz"
#: Largest step of the numbers of a row.
STEPS = 31


def tagged(document: Document, parts: Sequence[tuple[int, int]]) -> list[Tagged]:
    """Return our tokens of parts of a document with the tags of the gold tokens."""
    characters = normal(document.text)
    starts, ends, forms = tokenize(characters.text)
    spans = [characters.span(start, end) for start, end in zip(starts, ends, strict=True)]
    tags = {(word.start, word.end): word.tag for words in document.words for word in words}
    tokens = [(form, tags.get(span, "")) for form, span in zip(forms, spans, strict=True)]
    edges = np.searchsorted([start for start, _ in spans], parts).tolist()
    return [tokens[first:last] for first, last in edges if first < last]


def alone(phrase: Tagged, chance: random.Random, shares: tuple[float, float] = SHARES) -> Tagged:
    """Return a phrase as a dictionary has it, or with a capital, or with a full stop."""
    (form, tag), *rest = phrase
    if chance.random() < shares[0]:
        form = form[:1].upper() + form[1:]
    elif not tag.startswith("NNP") and form != "I":
        form = form.lower()
    # A verb without a subject is a command.
    first = (form, "VB" if tag == "VBP" else tag)
    return [first, *rest, *[(".", ".")] * (chance.random() < shares[1])]


def with_her(sentence: Tagged) -> Tagged:
    """Return a sentence with "her" in place of other pronouns; the same if it has none."""
    return [(HER.get(form, form), tag) for form, tag in sentence]


def untagged(folder: Path) -> list[Tagged]:
    """Return sentences of Wikipedia in random order, and those of SemCor, without tags."""
    paragraphs = [*lines(folder / _WIKIPEDIA)]
    random.Random(SEED).shuffle(paragraphs)  # noqa: S311 - seeded on purpose
    brown = (text for _, rows in semcor(folder / _SEMCOR) for text, _ in rows)
    return [*islice(divided(paragraphs), WIKIPEDIA), *divided(brown)]


def divided(texts: Iterable[str]) -> Iterator[Tagged]:
    """Yield the sentences of texts that end in a full stop, without tags."""
    for text in texts:
        _, _, forms = tokenize(normal(text).text)
        stops = [place + 1 for place, form in enumerate(forms) if form == "."]
        for part in np.split(np.arange(len(forms)), stops):
            if len(part) in LENGTHS:
                yield [(forms[place], "") for place in part]


def words_alone(
    sentences_: Sequence[Tagged], listed: Iterable[tuple[str, str, str]]
) -> list[Tagged]:
    """Return inflected words with the only tag they can have, or their usual one in sentences.

    Parameters
    ----------
    sentences_ : sequence of tagged sentences
        Sentences of treebanks.
    listed : iterable of (str, str, str)
        Form, tag and lemma of inflected words.
    """
    usual: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for form, tag in (pair for sentence in sentences_ for pair in sentence if pair[1]):
        usual[form.lower()][tag] += 1
    tags: defaultdict[str, list[str]] = defaultdict(list)
    for form, tag, _ in listed:
        tags[form].append(tag)
    words = []
    for form, possible in tags.items():
        if usual[form]:
            words.append([(form, usual[form].most_common(1)[0][0])])
        elif len({tag[:2] for tag in possible}) == 1:
            words.append([(form, possible[0])])
    return words


def main() -> None:
    """Train all stages and write them."""
    torch.set_num_threads(1)
    load_model_of_english().settings.update(SETTINGS["english"])
    folder, kept = Path(os.environ["LCP_DATA"]), Path(sys.argv[1])
    read = [documents(folder / "english" / f"{name}_train.conllu.gz") for name in NAMES]
    trained_on = [document for treebank in read for document in treebank]
    sentences_with_tags, phrases = (
        [row for each in trained_on for row in tagged(each, getattr(each, name))]
        for name in ("sentences", "phrases")
    )
    more = untagged(folder)
    inventory = network.Inventory(sentences_with_tags, more)
    listed = [*lemmas.from_wordnet(wordnet())]
    chance = random.Random(SEED)  # noqa: S311 - seeded on purpose
    words = words_alone(sentences_with_tags, listed)
    short = chance.sample(phrases, PHRASES) + chance.sample(words, min(ALONE, len(words)))
    every = sentences_with_tags + more
    pairs = [*zip(every, taught(kept, inventory, sentences_with_tags, more), strict=True)]
    pairs += [(copy, rows) for each, rows in pairs if (copy := with_her(each)) != each]
    guessed = [
        [(form, inventory.tags[tag]) for (form, _), tag in zip(each, rows.argmax(1), strict=True)]
        for each, rows in pairs
    ]
    thirds = {base: form for form, tag, base in listed if tag == "VBZ" and form != base}
    made = clauses.clauses(guessed, thirds, chance)
    examples = [
        *(inventory.example(*pair) for pair in pairs),
        *(inventory.example(alone(phrase, chance, MADE_SHARES)) for phrase in made),
        *(inventory.example(alone(phrase, chance)) for phrase in short),
    ]
    student = network.train(inventory, examples, SEED)
    finish(inventory, student, trained_on, sentences_with_tags, listed)


def taught(
    path: Path, inventory: Inventory, sentences_: list[Tagged], more: list[Tagged]
) -> list[np.ndarray]:
    """Return the teacher's probabilities of the tags of sentences, from a file if it is there."""
    every = sentences_ + more
    checksum = hashlib.sha256(repr(every).encode()).hexdigest()
    if not path.exists():
        # Only this step needs the transformer.
        from tools.english import teacher

        teacher_ = teacher.train(inventory, sentences_, SEED)
        probabilities = np.vstack(teacher_.probabilities(every))
        np.savez(path, probabilities=probabilities, checksum=checksum)
    with np.load(path) as kept:
        if kept["checksum"] != checksum:
            raise SystemExit(f"{path} is of other sentences: delete it.")
        rows = kept["probabilities"]
    return np.split(rows, np.cumsum([*map(len, every)])[:-1])


def finish(
    inventory: Inventory,
    student: Network,
    trained_on: list[Document],
    tagged_sentences: list[Tagged],
    listed: list[tuple[str, str, str]],
) -> None:
    """Write the rows and layers of a network, and train the other stages with them."""
    arrays = stored(inventory, student)
    leaders, scores = network.tags_after(tagged_sentences, inventory.tags)
    arrays |= {"leaders": leaders} | halves({"tags_after": scores})
    write(arrays)
    arrays |= halves(sentence_ends.train(trained_on, load_model_of_english().rows, SEED))
    triples = [
        (normal(document.text[word.start : word.end]).text.lower(), word.tag, word.lemma.lower())
        for document in trained_on
        for row in document.words
        for word in row
        if word.end > word.start and not word.tag.startswith(("NNP", "GW")) and word.lemma != "_"
    ]
    weights = lemmas.train(triples + listed)
    arrays |= {"lemma_features": [*weights], "lemma_weights": np.array([*weights.values()])}
    write(arrays)
    # WordNet has no misprints.
    certain = {(form, tag) for form, tag, _ in listed}
    others = [triple for triple in triples if triple[:2] not in certain]
    rows: dict[tuple[str, str], str] = {}
    # What a table has, or the treebanks often show, is better than WordNet: "jeans", "regards".
    unlisted = [each for each in listed if not lemmas.is_in_table(*each[:2])]
    for counted, least in ((others, EXCEPTION), (unlisted, 1), (triples, OFTEN)):
        rows |= lemmas.exceptions(counted, least)
        arrays["exceptions"] = ["\t".join((*pair, base)) for pair, base in rows.items()]
        write(arrays)
    forms = "".join(f"{form}\n" for form in lemmas.past_forms(wordnet()))
    FILE.with_name("past_forms.txt").write_text(forms, encoding="utf-8")


def wordnet() -> Any:
    """Return WordNet's reader."""
    return WordNetCorpusReader(Store().nltk("wordnet"), None)


def stored(inventory: Inventory, student: Network) -> dict[str, np.ndarray]:
    """Return a network as arrays: rows in 63 steps, and layers in half precision."""
    layers = {
        "known": np.vstack([student.known.weight.detach().T, student.known.bias.detach()[None]]),
        "tags_first": windows(student.first.weight, network.WIDTHS[0]),
        "tags_first_bias": student.first.bias.detach(),
        "tags_second": windows(student.second.weight, network.WIDTHS[1]),
        "tags_second_bias": student.second.bias.detach(),
        "tags_output": student.output.weight.detach().T,
        "tags_output_bias": student.output.bias.detach(),
    }
    arrays = halves({name: np.asarray(values) for name, values in layers.items()})
    for name, embedding in zip(
        ("word_rows", "affix_rows", "shape_rows"), student.rows, strict=True
    ):
        values = embedding.weight.detach().numpy()
        steps = (np.abs(values).max(axis=0) / STEPS).astype(np.float16)
        numbers = np.round(values / steps.astype(np.float32)).clip(-STEPS, STEPS)
        arrays[name] = numbers.astype(np.int8)
        arrays[f"{name}_steps"] = steps
    texts = {name: getattr(inventory, name) for name in ("words", "affixes", "shapes", "tags")}
    empty = {"lemma_features": [], "exceptions": [], "lemma_weights": np.zeros(0)}
    return arrays | texts | {"about": {"settings": SETTINGS["english"]}} | empty


def windows(weights: torch.Tensor, width: int) -> torch.Tensor:
    """Return the weights of each place of a window, shape (width, n_columns, n_next)."""
    return weights.detach().T.unflatten(0, (width, -1))


def halves(layers: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return layers in half precision."""
    return {name: values.astype(np.float16) for name, values in layers.items()}


def write(arrays: dict[str, np.ndarray]) -> None:
    """Write the model, so that the next call of a stage reads it."""
    write_compressed(FILE, **arrays)
    load_model_of_english.cache_clear()
    lemma.cache_clear()


if __name__ == "__main__":
    main()
