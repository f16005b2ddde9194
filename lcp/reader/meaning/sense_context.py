"""A target with its possible senses in its context, and features of the context.

The features follow It Makes Sense (Zhong & Ng 2010): words and tags next to the target, pairs of
them, words related by syntax, and words near it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple

from lcp.reader.meaning.sense_model import load_senses

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.english import Token
    from lcp.english.lemmas import Ending
    from lcp.resources.wordnet_database import Synset

#: Beginnings of tags that end the search for an object, and of those inside a noun phrase.
_CLAUSE = ("IN", "TO", "VB", "WD", "WP", "CC", "MD")
_PHRASE = ("NN", "JJ", "VB", "CD", "RB")
#: Beginnings of tags of nouns and pronouns.
_NOMINAL = ("NN", "PRP", "CD")
#: Tags of words that begin a dependent clause.
_CLAUSES = frozenset(("WDT", "WP", "WRB"))
_EDGE = "^"
#: Numbers of WordNet's verb frames in which each complement is possible.
FRAMES = {
    "": frozenset((1, 2, 3, 4, 12, 13, 22, 23, 27, *range(36, 40))),
    "adjective": frozenset((5, 6, 7)),
    "object": frozenset((8, 9, 10, 11, *range(14, 22), 24, 25, 30, 31)),
    "clause": frozenset((26, 29, 34)),
    "infinitive": frozenset((24, 28, 32, 35)),
    "gerund": frozenset((33,)),
}


class Option(NamedTuple):
    """A sense that a target may have.

    Attributes
    ----------
    sense : NLTK's Synset
        The sense.
    lemma : str
        Lemma of the target with this sense, with spaces between words.
    pos : {"n", "v", "a", "r"}
        WordNet's part of speech.
    ending : str
        Ending of the target's form; "" for the lemma. An irregular form has the ending that the
        regular form would have.
    """

    sense: Synset
    lemma: str
    pos: str
    ending: Ending | Literal[""]


@dataclass(frozen=True, slots=True)
class Usage:
    """A target in its sentence.

    Attributes
    ----------
    form : str
        The target in lower case, without the words between its parts.
    tag : str
        Tag of its head.
    before, after : list of Token
        The other words of the sentence; words between the parts of the target are after it.
    options : list of Option
        Its possible senses.
    classes : tuple of (str, str)
        A verb's subject and object as WordNet's classes, such as "noun.person".
    """

    form: str
    tag: str
    before: list[Token]
    after: list[Token]
    options: list[Option]
    classes: tuple[str, str] = ("", "")

    @property
    def lemma(self) -> str:
        """Lemma with the first option."""
        return self.options[0].lemma

    @property
    def pos(self) -> str:
        """Part of speech of the first option."""
        return self.options[0].pos

    @property
    def ending(self) -> Ending | Literal[""]:
        """Ending of the form with the first option."""
        return self.options[0].ending

    @property
    def senses(self) -> list[Synset]:
        """The senses of the options."""
        return [option.sense for option in self.options]

    @property
    def neighbours(self) -> tuple[str | None, str | None]:
        """The words before and after the target."""
        return (
            self.before[-1].text if self.before else None,
            self.after[0].text if self.after else None,
        )


def context_features(usage: Usage) -> list[tuple[str, str]]:
    """Return the type and value of each feature of a target's context.

    >>> from lcp.english.analysis import whole_sentences
    >>> [sentence] = whole_sentences(["He caught a ball."])
    >>> he, caught, *after = sentence.tokens
    >>> features = dict(context_features(Usage("caught", "VBD", [he], after[:-1], [])))
    >>> features["before"], features["object"]
    ('he', 'ball')
    """
    before, after, tag = usage.before, usage.after, usage.tag
    left = [*map(_value, before[:-3:-1]), _EDGE, _EDGE]
    right = [*map(_value, after[:2]), _EDGE, _EDGE]
    left_tags = [*(token.tag for token in before[:-3:-1]), _EDGE, _EDGE]
    right_tags = [*(token.tag for token in after[:2]), _EDGE, _EDGE]
    features = [
        ("before", left[0]),
        ("after", right[0]),
        ("around", f"{left[0]} {right[0]}"),
        ("tag", tag),
        ("tag_before", left_tags[0]),
        ("tag_after", right_tags[0]),
        ("tags_around", f"{left_tags[0]} {right_tags[0]}"),
        ("tags_before", f"{left_tags[1]} {left_tags[0]}"),
        ("tags_after", f"{right_tags[0]} {right_tags[1]}"),
    ]
    if tag[:2] in _RELATED:
        features += _RELATED[tag[:2]](usage)
    near = {_value(token) for token in chain(*_nearby(before, after)) if token.kind == "word"}
    return features + [("near", word) for word in sorted(near)]


def _nearby(before: list[Token], after: list[Token]) -> tuple[list[Token], list[Token]]:
    """Return the words near a target, on each side the nearest first."""
    reach = load_senses().settings["reach"]
    return before[: -reach - 1 : -1], after[:reach]


def _value(token: Token) -> str:
    if token.tag == "CD":
        return "#"
    return "@" if token.kind == "name" else token.lemma.lower()


def _of_verb(usage: Usage) -> Iterator[tuple[str, str]]:
    """Yield the object, the classes, and the first particle or preposition."""
    _, object_ = subject_and_object(usage.tag, usage.before, usage.after)
    yield "object", object_
    yield "transitive", str(object_ != _EDGE)
    yield from zip(("subject_class", "object_class"), usage.classes, strict=True)
    links = (token for token in _nearby([], usage.after)[1] if token.tag in {"RP", "IN", "TO"})
    yield "preposition", next(map(_value, links), _EDGE)


def subject_and_object(tag: str, before: list[Token], after: list[Token]) -> tuple[str, str]:
    """Return the subject and the object of a verb; a passive has its subject as its object."""
    words, following = _nearby(before, after)
    nouns = (token for token in words if token.tag.startswith(_NOMINAL) and token.tag != "PRP$")
    subject, object_ = next(map(_value, nouns), _EDGE), _head_noun(following, _CLAUSE)
    if object_ == _EDGE and tag == "VBN" and any(token.lemma == "be" for token in words[:3]):
        return _EDGE, subject
    return subject, object_


def _of_adjective(usage: Usage) -> Iterator[tuple[str, str]]:
    """Yield the noun that an adjective modifies, or else the noun before it."""
    modified = _head_noun(usage.after[:3], (*_CLAUSE, "DT"))
    nouns = (token for token in _nearby(usage.before, [])[0] if token.tag[:2] in {"NN", "PR"})
    yield "noun", next(map(_value, nouns), _EDGE) if modified == _EDGE else modified


def _of_noun(usage: Usage) -> Iterator[tuple[str, str]]:
    """Yield the verbs before and after a noun, its complement and its modifier."""
    before, after = usage.before, usage.after
    preceding, following = _nearby(before, after)
    verbs = (token for token in preceding if token.tag.startswith("VB"))
    yield "verb_before", next(map(_value, verbs), _EDGE)
    verbs = (token for token in following if token.tag[:2] in {"VB", "MD"})
    yield "verb_after", next(map(_value, verbs), _EDGE)
    if after and after[0].text == "of":
        yield "of", _head_noun(_nearby([], after[1:])[1], _CLAUSE)
    if before and before[-1].tag[:2] in _PHRASE:
        yield "modifier", _value(before[-1])


#: Features of related words by the beginning of a tag.
_RELATED = {"VB": _of_verb, "JJ": _of_adjective, "NN": _of_noun}


def complement(usage: Usage) -> str:
    """Return the complement of a verb, as in `FRAMES`: "object" of a passive, too.

    >>> from lcp.english.analysis import whole_sentences
    >>> [sentence] = whole_sentences(["They carried on working."])
    >>> they, carried, on, working = sentence.tokens[:4]
    >>> complement(Usage("carried on", "VBD", [they], [working], []))
    'gerund'
    """
    after = [token for token in usage.after if not token.tag.startswith("RB")]
    tags = [token.tag for token in after[:2]] + [_EDGE, _EDGE]
    if tags[0] == "VBG":
        return "gerund"
    if tags[0] == "TO" and tags[1].startswith("VB"):
        return "infinitive"
    if tags[0] in _CLAUSES or (after and after[0].lemma == "that" and tags[0] == "IN"):
        return "clause"
    if subject_and_object(usage.tag, usage.before, after)[1] != _EDGE:
        return "object"
    return "adjective" if tags[0].startswith("JJ") else ""


def _head_noun(words: Sequence[Token], barrier: tuple[str, ...]) -> str:
    """Return the last noun of the first noun phrase, before a tag that begins like a barrier."""
    noun = _EDGE
    for token in words:
        if token.tag.startswith(_NOMINAL) and token.tag != "PRP$":
            noun = _value(token)
            if token.tag == "PRP":
                break
        elif noun != _EDGE or token.tag.startswith(barrier):
            break
    return noun
