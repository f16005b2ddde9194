"""spaCy as the analyser of a text: its tokens, sentence ends, tags and entities."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.analysis import Block, parts_of, read_blocks
from lcp.english.characters import Normal
from lcp.english.network import load_model_of_english
from lcp.english.stages import Analysis
from lcp.errors import InputError, ResourceError, requiring

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spacy.tokens import Doc

    from lcp.base.array_types import Ints
    from lcp.english import Sentence
    from lcp.english.analysis import Analyser

#: Entity types of OntoNotes (Weischedel et al. 2013) and WikiNER whose capitalised words are names.
NAMES = frozenset(
    {
        *("PERSON", "NORP", "FAC", "ORG", "GPE", "LOC", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW"),
        *("LANGUAGE", "PER", "MISC"),
    }
)


def pipeline_analyser(pipeline: str) -> Analyser:
    """Return the analyser that divides and tags texts with a spaCy pipeline.

    Parameters
    ----------
    pipeline : str
        Name or path of a pipeline.

    Raises
    ------
    ResourceError
        If the pipeline is not installed.
    InputError
        By the analyser, if the pipeline assigns neither tags nor entities.
    """
    loaded = _pipeline(pipeline)

    def read(_: Normal, plain: str) -> Analysis:
        # Frees what spaCy's vocabulary stores about this text.
        with loaded.memory_zone():
            doc = loaded(plain)
            if len(doc) and not any(map(doc.has_annotation, ("TAG", "POS", "ENT_IOB"))):
                raise InputError(
                    f"The pipeline '{pipeline}' assigns no part-of-speech tags.",
                    where="pipeline",
                    hint="Use a pipeline with a tagger, such as en_core_web_sm, or none.",
                )
            return _reading(doc, Normal.of(plain), plain)

    return read


def sentences_of(docs: Sequence[Doc]) -> Iterator[list[list[Sentence]]]:
    """Yield the sentences of spaCy documents; those of short documents share their columns.

    Hyphenated words and words that are divided at the end of a line are one token, whose last part
    decides on its tag. Tags and sentence ends are the document's if it has them. Capitalised words
    of entities are names.

    >>> import spacy
    >>> [[[sentence]]] = sentences_of([spacy.blank("en")("His mother-in-law agreed.")])
    >>> [token.text for token in sentence.tokens]
    ['His', 'mother-in-law', 'agreed', '.']
    """
    remaining = iter(docs)
    for part in parts_of(Block(doc.text) for doc in docs):
        yield read_blocks(part, lambda *texts: _reading(next(remaining), *texts))


def token_spans(doc: Doc) -> tuple[Ints, Ints, Ints]:
    """Return the places of the tokens of a document that are no white space, and their spans."""
    starts, sizes, is_space = doc.to_array(["IDX", "LENGTH", "IS_SPACE"]).astype(np.intp).T
    places = np.flatnonzero(is_space == 0)
    return places, starts[places], (starts + sizes)[places]


def _reading(doc: Doc, characters: Normal, plain: str) -> Analysis:
    """Return what a document tells about a text in normal characters, without its markup."""
    starts, ends, lasts = _groups(doc, characters, plain)
    texts = [plain[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    is_end = numbers = is_name = None
    if doc.has_annotation("SENT_START"):
        sentence_of = np.cumsum([bool(token.is_sent_start) for token in doc])
        is_end = (np.diff(sentence_of[lasts], append=-1) != 0).astype(np.intp)
    if doc.has_annotation("TAG"):
        tags = {tag: index for index, tag in enumerate(load_model_of_english().tags)}
        names = [tags.get(doc[place].tag_, -1) for place in lasts.tolist()]
        numbers = np.array(names, dtype=np.intp)
    if doc.has_annotation("POS") or doc.has_annotation("ENT_TYPE"):
        tokens = [doc[place] for place in lasts.tolist()]
        names = [
            (token.pos_ == "PROPN" or token.ent_type_ in NAMES) and not text.islower()
            for token, text in zip(tokens, texts, strict=True)
        ]
        is_name = np.array(names, dtype=bool)
    return Analysis(starts, ends, texts, is_end, numbers, is_name)


def _groups(doc: Doc, characters: Normal, plain: str) -> Ints:
    """Return the span in the normal text of each word that tokens form, and its last token."""
    places, starts, ends = token_spans(doc)
    is_apart = np.append(True, starts[1:] > ends[:-1]).tolist()
    bounds = np.searchsorted(characters.starts, [starts, ends]).tolist()
    groups: list[tuple[int, int, int]] = []
    last = -1
    for start, end, place, is_divided in zip(*bounds, places.tolist(), is_apart, strict=False):
        # A token may have markup next to it, or be nothing else.
        text = plain[start:end]
        begin = end - len(text.lstrip())
        stop = begin + len(text.strip())
        if begin == stop:
            continue
        if last == begin and (is_divided or any(_is_inside_word(plain, begin - n) for n in (0, 1))):
            groups[-1] = (groups[-1][0], stop, place)
        else:
            groups.append((begin, stop, place))
        last = stop
    return np.array(groups, dtype=np.intp).reshape(-1, 3).T


def _is_inside_word(text: str, place: int) -> bool:
    """Return whether a character is a hyphen before a letter of the same word."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return text[place : place + 1] == "-" and before.isalnum() and after.isalpha()


@cache
def _pipeline(name: str) -> Any:
    with requiring("spacy", "Pipelines"):
        import spacy

    try:
        return spacy.load(name, exclude=["parser", "lemmatizer"])
    except OSError as error:
        raise ResourceError(
            f"The spaCy pipeline '{name}' is not on this machine.",
            where="pipeline",
            hint=f"Run `python -m spacy download {name}`, or choose no pipeline.",
        ) from error
