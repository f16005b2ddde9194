"""Treebanks as running text with gold tokens, and our tokens with the gold tags."""

from __future__ import annotations

import gzip
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from conllu import parse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conllu.models import TokenList

NAMES = ("ewt", "gum")
#: Beginnings of the Penn Treebank tags of content words.
CONTENT = ("NN", "VB", "JJ", "RB")
_HYPHEN = "HYPH"
#: Parts of speech of the heads of phrases, and of words that are left out at their edges.
_HEADS = ("NOUN", "VERB", "ADJ")
_EDGES = ("ADP", "CCONJ", "PART", "PUNCT", "SCONJ")
#: Lengths of phrases in words.
_LENGTHS = range(2, 9)


class Gold(NamedTuple):
    """A word: its span in the document, Penn Treebank tag and lemma."""

    start: int
    end: int
    tag: str
    lemma: str


@dataclass
class Document:
    """The text of a document, and the spans, words and phrases of its sentences."""

    text: str = ""
    sentences: list[tuple[int, int]] = field(default_factory=list)
    words: list[list[Gold]] = field(default_factory=list)
    phrases: list[tuple[int, int]] = field(default_factory=list)


@cache
def documents(path: Path) -> list[Document]:
    """Read a treebank in CoNLL-U. Paragraphs are divided by an empty line.

    A word inside a contraction that is written differently ("gonna" as "going to") has no length.
    """
    read: list[Document] = []
    space = ""
    for sentence in parse(gzip.decompress(path.read_bytes()).decode()):
        if "newdoc id" in sentence.metadata or not read:
            read.append(Document())
            space = ""
        document, text = read[-1], sentence.metadata["text"]
        if document.text:
            is_paragraph = any(key.startswith("newpar") for key in sentence.metadata)
            document.text += "\n\n" if is_paragraph else space
        start = len(document.text)
        words = _words(sentence, start)
        document.words.append(_joined(words, text, start))
        document.phrases += _phrases(sentence, words)
        document.sentences.append((start, start + len(text)))
        document.text += text
        last = sentence[-1]["misc"] or {}
        space = "" if last.get("SpaceAfter") == "No" else " "
    return read


def _phrases(sentence: TokenList, words: list[Gold]) -> Iterator[tuple[int, int]]:
    """Yield the spans of nouns and adjectives with their dependents, and of verbs without subject.

    Dictionaries and learners give words in such phrases: "a livid bruise", "vex the clerk".
    """
    tokens = [token for token in sentence if isinstance(token["id"], int)]
    inside: defaultdict[int, list[int]] = defaultdict(list)
    for place, token in enumerate(tokens):
        head = token["id"]
        while head:
            inside[head - 1].append(place)
            head = tokens[head - 1]["head"]
    for head, places in inside.items():
        if (part := tokens[head]["upos"]) not in _HEADS:
            continue
        phrase = [place for place in places if part != "VERB" or place >= head]
        while phrase and tokens[phrase[0]]["upos"] in _EDGES:
            del phrase[0]
        while phrase and tokens[phrase[-1]]["upos"] == "PUNCT":
            del phrase[-1]
        is_whole = phrase == [*range(phrase[0], phrase[-1] + 1)] if phrase else False
        if is_whole and len(phrase) in _LENGTHS and len(phrase) < len(tokens):
            yield words[phrase[0]].start, words[phrase[-1]].end


def _words(sentence: TokenList, offset: int) -> list[Gold]:
    text, position = sentence.metadata["text"], 0
    words: list[Gold] = []
    inside = (0, 0, 0)
    for token in sentence:
        number, form = token["id"], token["form"]
        if not isinstance(number, int):
            if number[1] == "-":
                start = text.index(form, position)
                inside = (number[2], start, start + len(form))
            continue
        last, place, end = inside
        if number > last:
            start = text.index(form, position)
            end = position = start + len(form)
        else:
            start, position = place, end
            fits = text.startswith(form, place) and place + len(form) <= end
            end = end if number == last else place + len(form) * fits
            inside = (last, end, position)
        words.append(Gold(offset + start, offset + end, token["xpos"], token["lemma"]))
    return words


def _joined(words: list[Gold], text: str, offset: int) -> list[Gold]:
    """Join hyphenated words: the last part has the tag, and is inflected."""
    joined: list[Gold] = []
    is_open = False
    for word in words:
        is_hyphen = word.tag == _HYPHEN
        if joined and joined[-1].end == word.start and (is_hyphen or is_open):
            before = joined.pop()
            start = text[before.start - offset : word.start - offset]
            tag = before.tag if is_hyphen else word.tag
            joined.append(Gold(before.start, word.end, tag, start + word.lemma))
        else:
            joined.append(word)
        is_open = is_hyphen
    return joined
