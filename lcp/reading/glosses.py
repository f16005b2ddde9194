"""Glosses of words: an easier word, or else a short definition in easier words."""

from __future__ import annotations

import re
from itertools import islice, pairwise, takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from lcp.english.analysis import whole_sentences
from lcp.reading.inflection import inflect
from lcp.reading.meaning import forms_and_lemmas, is_circular
from lcp.reading.usage import words_among
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lcp.english import Token
    from lcp.english.lemmas import Ending
    from lcp.reading.annotation import AnnotatedSentence, RatedWord
    from lcp.reading.meaning import Meanings
    from lcp.reading.senses import Sense

#: Maximum number of characters of a gloss: a longer one moves the words under it apart.
LONGEST = 60
#: Maximum number of characters of the definitions in a list.
LONGEST_LISTED = 140
#: Maximum number of shorter definitions that are tried: some definitions have thousands.
MOST_SHORTER = 32
#: Highest level of words of a definition that are not easier than the word.
EASY = "B1"
#: Clauses at the end of a definition that only add to it.
_ADDITION = re.compile(
    r", (?:especially|usually|often|typically|sometimes|generally|particularly|as|such as|e\.g\.|"
    r"including|in particular|etc)\b.*|: .*"
)
#: First clauses that only restrict a definition ("of persons; …", "native to Asia; …").
_RESTRICTION = re.compile(r"of(?: \S+){1,3}|native .*|e\.g\.|used .*|\w+ing")
#: Tags of words that can be the head of a noun phrase, and of words that end one.
_NOMINAL = frozenset(("NN", "NNS", "NNP", "NNPS", "CD", "PRP", "VBG"))
_AFTER_NOUNS = frozenset(("IN", "TO", "VB", "VBD", "VBP", "VBZ", "MD", "WDT", "WP", "VBN"))
_RELATIVE = frozenset(("WDT", "WP", "VBZ"))
_REMARK = re.compile(r"\s*\([^()]*\)")


class Gloss(NamedTuple):
    """What explains a word to a learner.

    Attributes
    ----------
    text : str
        A short gloss that can stand at the word; "" without one.
    listed : str
        The gloss and the definition, which may be long, for a list; "" without one.
    """

    text: str = ""
    listed: str = ""


class Glosser:
    """Gloss words in their sentences.

    Parameters
    ----------
    meanings : Meanings
        Finds their senses and easier words.
    glossary : mapping of str to str, optional
        Glosses of one's own by the word or its dictionary form, in lower case.
    """

    def __init__(self, meanings: Meanings, glossary: Mapping[str, str] | None = None) -> None:
        self._meanings = meanings
        self._glossary = glossary or {}

    def gloss(self, sentence: AnnotatedSentence, word: RatedWord) -> Gloss:
        """Return an easier word, else a short and easier definition, else an empty gloss."""
        lemma = sentence.lemma(word)
        for form in (word.text.lower(), lemma.lower()):
            if form in self._glossary:
                return Gloss(*[self._glossary[form]] * 2)
        edges = [edge for part in word.parts for edge in part] or [word.start, word.end]
        meaning = self._meanings.meaning(sentence.sentence, edges)
        easier, sense = meaning.easier, meaning.sense
        texts = [self._definitions(word, each) for each in meaning.likely]
        listed = entry(texts)
        if easier is not None:
            form = easier.form
            short = form[:1].lower() + form[1:] if form[1:].islower() else form
            parts = dict.fromkeys([short, *texts[0][:1]] if sense else [short])
            return Gloss(short, "; ".join(parts))
        if sense is None or not listed:
            return Gloss(listed=listed)
        short = agreeing(min(texts[0], key=len), sense.part, meaning.ending)
        # "Come to terms with" stands before the preposition of "grapple with".
        after = (token.text for token in sentence.sentence.tokens if token.start >= edges[-1])
        short = short.removesuffix(f" {next(after, '')}")
        return Gloss(short if len(short) <= LONGEST else "", listed)

    def _definitions(self, word: RatedWord, sense: Sense) -> list[str]:
        """Return the clauses of a definition that explain a word, in easier words.

        If there are none, alternatives in them that are too hard are left out.
        """
        part, whole = sense.part, [*clauses(sense.definition)]
        texts = [text for text in whole if self._explains(text, part, word)]
        shorter = (each for text in whole for each in without_alternatives(text))
        return texts or [*islice((each for each in shorter if self._explains(each, part, word)), 1)]

    def _explains(self, text: str, part: str, word: RatedWord) -> bool:
        if len(text) > LONGEST_LISTED:
            return False
        [target, words] = (words_among(each.tokens) for each in whole_sentences([word.text, text]))
        contents = [token for token in words if token.kind in {"word", "name"}]
        if not words or not is_phrase_of(part, words):
            return False
        if is_circular(*([*forms_and_lemmas(tokens)] for tokens in (target, contents))):
            return False
        spans = [(token.start, token.end) for token in words]
        targets = Targets.spans([text] * len(spans), spans, readers=self._meanings.readers)
        ratings = self._meanings.model.rate(targets).rows()
        return all(
            rating.complexity < word.rating.complexity or (rating.level or "C2") <= EASY
            for rating in ratings
        )


def entry(texts: Sequence[Sequence[str]]) -> str:
    """Return the entry of a list, given the clauses of the definition of each likely sense.

    It is empty if a definition is missing, since a part of the senses would mislead, or if it is
    too long.

    >>> entry([["a small boat"], ["a cup", "a vessel"]]), entry([["a small boat"], []])
    ('a small boat; or: a cup', '')
    """
    if not all(texts):
        return ""
    whole = ([each[0] for each in texts], [min(each, key=len) for each in texts])
    entries = ("; or: ".join(dict.fromkeys(each)) for each in whole)
    return next((each for each in entries if len(each) <= LONGEST_LISTED), "")


def clauses(definition: str) -> Iterator[str]:
    """Yield a definition without remarks, and without additions and alternatives.

    >>> [*clauses("(of a person) willing to carry out the orders of another; docile")]
    ['willing to carry out the orders of another', 'docile']
    >>> [*clauses("a building or room, especially one for worship")]
    ['a building or room, especially one for worship', 'a building or room']
    """
    for clause in _REMARK.sub("", definition).split(";"):
        text = clause.strip(" ,:")
        if text and not _RESTRICTION.fullmatch(text):
            yield text
            if (cut := _ADDITION.sub("", text)) != text:
                yield cut


def without_alternatives(text: str) -> Iterator[str]:
    """Yield a definition without one or more of the words and phrases that "or" and "and" join.

    At most :data:`MOST_SHORTER` different ones.

    >>> [*without_alternatives("an object of dread or apprehension")]
    ['an object of dread', 'an object of apprehension']
    >>> [*without_alternatives("speak slowly or hesitate")]
    ['speak slowly']
    >>> [*without_alternatives("causing a painful or stinging sensation")]
    []
    """
    tried: set[str] = set()
    left = [*_without_one_alternative(text)][::-1]
    while left and len(tried) < MOST_SHORTER:
        if (shorter := left.pop()) not in tried:
            tried.add(shorter)
            yield shorter
            left += [*_without_one_alternative(shorter)][::-1]


def _without_one_alternative(text: str) -> Iterator[str]:
    words = words_among(whole_sentences([text])[0].tokens)
    tags = [word.tag for word in words[3:]] + [""]
    for before, joint, after, tag in zip(words, words[1:], words[2:], tags, strict=False):
        # "recognized or made known" is not "recognized known".
        is_phrase = after.tag.startswith("VB") and tag.startswith(("JJ", "RB", "RP", "VB"))
        if joint.text not in {"or", "and"} or is_phrase:
            continue
        rest = text[after.end :]
        if before.tag.rstrip("S") == after.tag.rstrip("S"):
            shorter = [text[: before.end] + rest, text[: before.start] + text[after.start :]]
        # Not before the noun of "a painful or stinging sensation".
        elif after.tag.startswith("VB") and after.tag == words[0].tag and before.tag[:2] != "JJ":
            shorter = [text[: before.end]]
        else:
            continue
        yield from shorter


def agreeing(text: str, part: str, ending: Ending | Literal[""]) -> str:
    """Return a definition in the form of the defined word: of a plural or of an inflected verb.

    >>> agreeing("hold spellbound", "v", "ed"), agreeing("a wealthy or powerful man", "n", "s")
    ('held spellbound', 'wealthy or powerful men')
    """
    if not ending or part not in "nv":
        return text
    words = words_among(whole_sentences([text])[0].tokens)
    if part == "v":
        heads = [words[0]] + [
            word
            for before, word in pairwise(words)
            if before.text == "or" and word.tag in {"VB", "VBP"}
        ]
    else:
        phrase = [*takewhile(lambda word: word.tag not in _AFTER_NOUNS, words)]
        heads = [word for word in phrase if word.tag == "NN"][-1:]
        # After "a man who", the verb would change too.
        if words[0].text not in {"a", "an"} or any(word.tag in _RELATIVE for word in words):
            return text
    for head in reversed(heads):
        form = inflect(head.text, part, ending)
        if form is not None:
            text = text[: head.start] + form + text[head.end :]
    return re.sub("^an? ", "", text) if part == "n" and heads else text


def is_phrase_of(part: str, words: Sequence[Token]) -> bool:
    """Return whether a definition can stand for a noun or an adverb; others are not checked.

    Some of WordNet's definitions only describe the use of a word, or have another part of speech.

    Parameters
    ----------
    part : {"n", "v", "a", "r"}
        Part of speech of the defined word.
    words : sequence of Token
        The words of the definition.

    >>> from lcp.english import tokens_of
    >>> [is_phrase_of("n", tokens_of(text)) for text in ("capable of being used", "a small town")]
    [False, True]
    >>> [is_phrase_of("r", tokens_of(text)) for text in ("overlapping in time", "in a way")]
    [False, True]
    """
    tags = [token.tag for token in words]
    if part == "r":
        return tags[:1] == ["IN"] or {"RB", "RBR", "RBS", "CC"}.issuperset(tags)
    head = takewhile(lambda tag: tag not in _AFTER_NOUNS, tags)
    return part != "n" or tags[:1] == ["DT"] or not _NOMINAL.isdisjoint(head)
