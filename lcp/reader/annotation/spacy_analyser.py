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
    from spacy.tokens import Token as SpacyToken

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


def _reading(doc: Doc, characters: Normal, plain: str) -> Analysis:
    """Return what a document tells about a text in normal characters, without its markup."""
    groups = _groups([token for token in doc if not token.is_space], characters, plain)
    starts, ends = np.array([span for span, _ in groups], dtype=np.intp).reshape(-1, 2).T
    texts = [plain[start:end] for (start, end), _ in groups]
    lasts = [token for _, token in groups]
    is_end = numbers = None
    if doc.has_annotation("SENT_START"):
        sentence_of = np.cumsum([bool(token.is_sent_start) for token in doc])
        is_ends = np.diff(sentence_of[[token.i for token in lasts]], append=-1) != 0
        is_end = is_ends.astype(np.intp)
    if doc.has_annotation("TAG"):
        tags = {tag: index for index, tag in enumerate(load_model_of_english().tags)}
        numbers = np.array([tags.get(token.tag_, -1) for token in lasts], dtype=np.intp)
    is_name = [
        (token.pos_ == "PROPN" or token.ent_type_ in NAMES) and not text.islower()
        for token, text in zip(lasts, texts, strict=True)
    ]
    return Analysis(starts, ends, texts, is_end, numbers, np.array(is_name, dtype=bool))


def _groups(
    tokens: list[SpacyToken], characters: Normal, plain: str
) -> list[tuple[tuple[int, int], SpacyToken]]:
    """Return the span in the normal text of each word that tokens form, and its last token."""
    bounds = np.array([(token.idx, token.idx + len(token)) for token in tokens], dtype=np.intp)
    bounds = np.searchsorted(characters.starts, bounds)
    groups: list[tuple[tuple[int, int], SpacyToken]] = []
    for (start, end), token in zip(bounds.tolist(), tokens, strict=True):
        # A token may have markup next to it, or be nothing else.
        begin = end - len(plain[start:end].lstrip())
        stop = begin + len(plain[begin:end].rstrip())
        if begin == stop:
            continue
        (first, last), before = groups[-1] if groups else ((0, -1), token)
        is_divided = token.idx > before.idx + len(before)
        if last == begin and (is_divided or any(_is_inside_word(plain, begin - n) for n in (0, 1))):
            groups[-1] = ((first, stop), token)
        else:
            groups.append(((begin, stop), token))
    return groups


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
