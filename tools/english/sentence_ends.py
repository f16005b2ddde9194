"""Train the model of ends of sentences on treebanks, also in lines, as lists and as dialogues."""

from __future__ import annotations

import random
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from lcp.english.characters import normal
from lcp.english.sentences import layout, may_begin, may_end, possible_ends
from lcp.english.tokens import tokenize
from tools.english.network import descend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from lcp.base.array_types import Singles
    from tools.english.treebanks import Document

#: A text, and the ends of its sentences.
Divided = tuple[str, list[int]]

WIDTH, HIDDEN = 9, 32
#: Networks whose mean decides: the ends that one finds depend on its seed (GUM dev .959 to .965).
NETWORKS = 3
EPOCHS, BATCH, RATE = 12, 256, 0.002
#: Lengths in characters below which a sentence may be an item of a list or speech, and a heading.
SHORT, BRIEF = 90, 40
#: Shares of joints that are an empty line, and of sentences without a last mark that begin with a
#: small letter.
EMPTY_LINE, SMALL = 0.15, 0.5
#: Shares of sentences that stay as they are where others get the mark of a note, end in an
#: abbreviation or are quoted.
UNMARKED, UNABBREVIATED, UNQUOTED = 0.3, 0.4, 0.4
#: Shares of quoted sentences after their speaker, of those before more words, and of the others, if
#: the quotation keeps its mark, with a comma after it.
SPEAKER_FIRST, INSIDE, COMMA = 0.4, 0.5, 0.3
#: Share of labelled sentences without their last mark.
UNSTOPPED = 0.5
#: Shares of sentences with three dots inside and at the end.
PAUSED, TRAILING = 0.2, 0.4
_ENDS = (".", "!", "?")
_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


class _Network(nn.Module):
    def __init__(self, size: int, columns: int) -> None:
        super().__init__()
        self.words = nn.Linear(WIDTH * size, HIDDEN)
        self.places = nn.Linear(columns, HIDDEN, bias=False)
        self.output = nn.Linear(HIDDEN, 1)

    def forward(self, words: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        words = functional.dropout(words, 0.2, self.training)
        hidden = functional.relu(self.words(words) + self.places(places))
        return self.output(functional.dropout(hidden, 0.2, self.training))[:, 0]


def train(
    documents: Sequence[Document], rows_of: Callable[[Sequence[str]], Singles], seed: int
) -> dict[str, Singles]:
    """Return the layers of the mean of several networks, as one network; see :func:`trained`."""
    seeds = range(seed * NETWORKS, (seed + 1) * NETWORKS)
    return side_by_side([trained(documents, rows_of, each) for each in seeds])


def side_by_side(networks: Sequence[dict[str, Singles]]) -> dict[str, Singles]:
    """Return the layers of a network that has the hidden units of all networks."""
    layers = {
        name: np.concatenate([each[name] for each in networks], axis=-1)
        for name in ("ends_first", "ends_first_bias", "ends_places")
    }
    outputs = np.concatenate([each["ends_output"] for each in networks]) / len(networks)
    bias = np.mean([each["ends_output_bias"] for each in networks], axis=0)
    return {**layers, "ends_output": outputs, "ends_output_bias": bias}


def trained(
    documents: Sequence[Document], rows_of: Callable[[Sequence[str]], Singles], seed: int
) -> dict[str, Singles]:
    """Return the layers of :func:`lcp.english.sentences.sentence_ends`.

    Parameters
    ----------
    documents : sequence of Document
        Documents of treebanks.
    rows_of : callable
        Function that returns the rows of forms.
    seed : int
        Seed of the changes of documents and of the network.
    """
    torch.manual_seed(seed)
    chance = random.Random(seed)  # noqa: S311 - seeded on purpose
    texts = [text for document in documents for text in variants(document, chance)]
    number_of: defaultdict[str, int] = defaultdict()
    number_of.default_factory = number_of.__len__
    around, between, labels = [], [], []
    for text, ends in texts:
        if not text.strip():
            continue
        windows, places, is_end = examples(text, ends, number_of)
        around.append(windows)
        between.append(places)
        labels.append(is_end)
    rows = rows_of([*number_of])
    table = torch.from_numpy(np.vstack([rows, np.zeros((1, rows.shape[1]), dtype=np.float32)]))
    codes = torch.from_numpy(np.vstack(around)) % len(table)
    places = torch.from_numpy(np.vstack(between))
    is_end = torch.from_numpy(np.concatenate(labels).astype(np.float32))
    network = _Network(rows.shape[1], places.shape[1])
    batches = [part for _ in range(EPOCHS) for part in torch.randperm(len(codes)).split(BATCH)]
    losses = (
        functional.binary_cross_entropy_with_logits(
            network(table[codes[batch]].flatten(1), places[batch]), is_end[batch]
        )
        for batch in batches
    )
    descend(losses, [(network.parameters(), RATE)], len(batches), warming=0.3)
    weights = {name: value.detach().numpy() for name, value in network.named_parameters()}
    size = rows.shape[1]
    return {
        "ends_first": weights["words.weight"].T.reshape(WIDTH, size, HIDDEN),
        "ends_first_bias": weights["words.bias"],
        "ends_places": weights["places.weight"].T,
        "ends_output": weights["output.weight"].T,
        "ends_output_bias": weights["output.bias"],
    }


def examples(
    text: str, ends: Iterable[int], number_of: Mapping[str, int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return windows of the places where a sentence may end, and whether one does; -1 outside."""
    characters = normal(text)
    starts, stops, forms = tokenize(characters.text)
    codes = np.array([number_of[form] for form in forms], dtype=np.intp)
    places, is_paragraph_end = layout(characters.text, starts, stops, np.array([0, len(forms)]))
    may = np.array([*map(may_end, forms)], dtype=bool)
    may[:-1] |= np.array([*map(may_begin, forms)], dtype=bool)[1:]
    inside, near, between = possible_ends(may, places, is_paragraph_end, WIDTH)
    original = [characters.span(start, stop)[1] for start, stop in zip(starts, stops, strict=True)]
    is_end = np.isin(original, list(ends))
    return np.append(codes, -1)[near], between, is_end[inside]


def variants(document: Document, chance: random.Random) -> Iterator[Divided]:
    """Yield a document, and parts of it in other layouts."""
    ends = [end for _, end in document.sentences]
    yield document.text, ends
    yield _wrapped(document.text, chance.randint(30, 90)), ends
    sentences = [document.text[start:end].replace("\n", " ") for start, end in document.sentences]
    short = [sentence for sentence in sentences if len(sentence) < SHORT]
    yield _joined(sentences, "\n")
    yield _joined([_bare(sentence, chance) for sentence in short], "\n", chance)
    brief = [sentence for sentence in sentences if len(sentence) < BRIEF]
    yield _joined([_bare(sentence, chance) for sentence in brief], "\n", chance)
    yield _joined([_abbreviated(sentence, chance) for sentence in sentences], " ", chance)
    yield _joined([f"- {sentence}" for sentence in short], "\n", chance)
    yield _joined([_labelled(sentence, chance) for sentence in short], "\n", chance)
    yield _joined([_marked(sentence, chance) for sentence in sentences], " ", chance)
    yield _joined([*_quoted(short, chance)], " ", chance)
    yield _joined([_hesitant(sentence, chance) for sentence in sentences], " ", chance)


def _joined(sentences: Sequence[str], joint: str, chance: random.Random | None = None) -> Divided:
    """Join sentences, with an empty line now and then."""
    text, ends = "", []
    for sentence in sentences:
        text += sentence
        ends.append(len(text))
        text += "\n\n" if chance is not None and chance.random() < EMPTY_LINE else joint
    return text, ends


def _wrapped(text: str, width: int) -> str:
    """Set paragraphs in lines of at most `width` characters."""
    characters = [*text]
    begin = space = 0
    for place, character in enumerate(text):
        if character == "\n":
            begin = place + 1
        if place - begin > width and space > begin:
            characters[space] = "\n"
            begin = space + 1
        if character == " ":
            space = place
    return "".join(characters)


def _bare(sentence: str, chance: random.Random) -> str:
    """Return a sentence without its last mark, and perhaps without its capital."""
    bare = sentence.rstrip("".join(_ENDS)).rstrip()
    return bare[:1].lower() + bare[1:] if chance.random() < SMALL else bare or sentence


def _labelled(sentence: str, chance: random.Random) -> str:
    """Return a sentence after the name of its speaker, perhaps without its last mark."""
    marks = "".join(_ENDS) if chance.random() < UNSTOPPED else ""
    return f"{chance.choice(_TEXTS['speakers'])}: {sentence.rstrip(marks)}"


def _marked(sentence: str, chance: random.Random) -> str:
    """Return a sentence with the mark of a reference or note after it."""
    if not sentence.endswith(_ENDS) or chance.random() < UNMARKED:
        return sentence
    number = str(chance.randint(1, 150))
    raised = number.translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    note = chance.choice(_TEXTS["notes"])
    return sentence + note.format(number=number, raised=raised, first=number[0])


def _abbreviated(sentence: str, chance: random.Random) -> str:
    """Return a sentence that ends in an abbreviation."""
    if not sentence.endswith(".") or chance.random() < UNABBREVIATED:
        return sentence
    hour, initial = chance.randint(1, 12), chance.choice("ABCDEFGHJKLMNPRSTW")
    end = chance.choice(_TEXTS["abbreviations"]).format(hour=hour, initial=initial)
    return f"{sentence[:-1]} {end}"


def _hesitant(sentence: str, chance: random.Random) -> str:
    """Return a sentence with three dots inside or at its end."""
    dots = chance.choice(_TEXTS["dots"])
    spaces = [place for place, character in enumerate(sentence) if character == " "]
    if spaces and chance.random() < PAUSED:
        place = chance.choice(spaces)
        # Before a capital, a sentence could end.
        if sentence[place + 1 :][:1].islower():
            return sentence[:place] + dots + sentence[place:]
    if sentence.endswith(".") and chance.random() < TRAILING:
        return sentence.rstrip(".") + dots
    return sentence


def _quoted(sentences: Sequence[str], chance: random.Random) -> Iterator[str]:
    """Yield sentences as direct speech in a sentence."""
    for sentence in sentences:
        if not sentence.endswith(_ENDS) or '"' in sentence or chance.random() < UNQUOTED:
            yield sentence
            continue
        (start, end), verb, person = (
            chance.choice(_TEXTS[name]) for name in ("quotation_marks", "verbs", "people")
        )
        if chance.random() < SPEAKER_FIRST:
            said = f"{person[0].upper()}{person[1:]} {verb}{chance.choice([',', ':', ''])}"
            said += f" {start}{sentence}{end}"
            is_inside = not sentence.endswith(".") and chance.random() < INSIDE
            yield f"{said} {chance.choice(_TEXTS['rests'])}." if is_inside else said
            continue
        speech = f"{sentence[:-1]}," if sentence.endswith(".") else sentence
        comma = "," if speech == sentence and chance.random() < COMMA else ""
        order = chance.choice([f"{person} {verb}", f"{verb} {person}"])
        yield f"{start}{speech}{end}{comma} {order}."
