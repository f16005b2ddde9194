"""The text of a definition: its clauses, what can be left out, and its form in a sentence."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Literal

from lcp.english.analysis import whole_sentences
from lcp.reader.meaning.replacement import inflect, replaced
from lcp.reader.meaning.sense_inventory import words_among

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.english import Token
    from lcp.english.lemmas import Ending

#: Clauses at the end of a definition that only add to it.
_ADDITION = re.compile(
    r", (?:especially|usually|often|typically|sometimes|generally|particularly|as|such as|e\.g\.|"
    r"including|in particular|etc)\b.*|: .*"
)
#: Clauses that only restrict a definition ("of persons; …", "…; often used in combination").
_RESTRICTION = re.compile(
    r"of(?: \S+){1,3}|native .*|e\.g\.|\w+ing|(?:especially|usually|often|sometimes) .*|"
    r"(?:(?:is|also|often|usually|sometimes|formerly) )*used .*"
)
#: Tags of words that can be the head of a noun phrase, and of words that end one.
_NOMINAL = frozenset(("NN", "NNS", "NNP", "NNPS", "CD", "PRP", "VBG"))
_AFTER_NOUNS = frozenset(
    ("IN", "TO", "VB", "VBD", "VBP", "VBZ", "MD", "WDT", "WP", "WP$", "WRB", "VBN")
)
#: Starts of tags of words before the head of a noun phrase.
_BEFORE_HEAD = frozenset(("DT", "RB", "JJ", "NN"))
_RELATIVE = frozenset(("WDT", "WP"))
#: Plural forms of verbs that are not the lemma.
_PLURALS = {"is": "are", "was": "were"}
_REMARK = re.compile(r"\s*\([^()]*\)")


def clauses(definition: str) -> Iterator[str]:
    """Yield a definition without remarks, and without additions and alternatives.

    >>> [*clauses("(of a person) willing to carry out another's orders; docile; also used of dogs")]
    ["willing to carry out another's orders", 'docile']
    >>> [*clauses("a building or room, especially one for worship; or a hall")]
    ['a building or room, especially one for worship', 'a building or room', 'a hall']
    """
    for clause in _REMARK.sub("", definition).split(";"):
        text = clause.strip(" ,:").removeprefix("or ")
        if text and not _RESTRICTION.fullmatch(text):
            yield text
            if (cut := _ADDITION.sub("", text)) != text:
                yield cut


def shortened(text: str, words: Sequence[Token], number: int) -> Iterator[str]:
    """Yield a definition without one of its words: an alternative, or an adjective of its head.

    Adverbs are kept: without one, "take something unlawfully" is not stealing.

    >>> from lcp.english import tokens_of
    >>> text = "an elaborate and systematic plan of action"
    >>> [*shortened(text, tokens_of(text), 1)], [*shortened(text, tokens_of(text), 2)]
    (['a systematic plan of action'], [])
    """
    tags = ["", "", *(word.tag for word in words), "", ""]
    before, last, tag, after, next_but_one = tags[number : number + 5]
    word = words[number]
    joints = [index for index, each in enumerate(words) if each.text in {"or", "and"}]
    if number + 1 in joints and next_but_one.rstrip("S") == tag.rstrip("S"):
        yield _cut(text, word.start, words[number + 2].start)
    # "Recognized or made known" is not "recognized known", nor "active and spew forth lava" with
    # an adjective "active forth lava".
    is_phrase = after[:2] in {"RB", "RP"} or (tag[:2] == "VB" and after[:2] in {"JJ", "VB"})
    if number - 1 in joints and before.rstrip("S") == tag.rstrip("S") and not is_phrase:
        yield _before(text, words, number - 1) + text[word.end :]
    for joint in joints:
        begins = words[joint + 1].tag if joint + 1 < len(words) else ""
        ends = words[joint - 1].tag
        # "A painful or stinging sensation" is not "a painful", "relating to or containing an
        # alkali" not "relating to", and "forming or resembling an arch" not "forming".
        is_whole = (joint > 1 or joint + 2 == len(words)) and ends[:2] not in {"JJ", "IN", "TO"}
        is_same = begins == words[0].tag and begins.startswith(("VB", "DT"))
        if joint < number and is_same and is_whole:
            yield _before(text, words, joint)
    of_head = {each[:2] for each in tags[2 : number + 2]} <= _BEFORE_HEAD
    if tag[:2] == "JJ" and after[:2] in {"JJ", "NN"} and of_head:
        start = words[number - 1].start if last == "RB" else word.start
        shorter = _cut(text, start, words[number + 1].start)
        contents = words_among(whole_sentences([shorter])[0].tokens)
        # "In a manner" and "a condition" do not explain anything.
        if sum(each.kind == "word" for each in contents) > 1:
            yield shorter


def _before(text: str, words: Sequence[Token], joint: int) -> str:
    """Return what is before a joint, which moves to the last comma: "put, fix, or" an alternative.

    >>> text = "put, fix, or force"
    >>> _before(text, words_among(whole_sentences([text])[0].tokens), 2)
    'put or fix'
    """
    first, last = words[max(0, joint - 2)], words[joint - 1]
    if text[first.end : last.start] == ", ":
        return f"{text[: first.end]} {words[joint].text} {last.text}"
    return text[: last.end]


def _cut(text: str, start: int, end: int) -> str:
    """Return a text without a part before a word, with the article that fits this word."""
    word = text[end:].partition(" ")[0]
    return replaced(text, (start, end + len(word)), word)[0]


def inflected(text: str, part: str, ending: Ending | Literal[""]) -> str:
    """Return a definition in the form of the defined word: of a plural or of an inflected verb.

    Verbs of a relative clause agree. It is "" if more would have to change.

    >>> inflected("throw or cast away", "v", "ing"), inflected("a rich or powerful man", "n", "s")
    ('throwing or casting away', 'rich or powerful men')
    >>> inflected("the top of a building", "n", "s"), inflected("not know", "v", "ed")
    ('', '')
    >>> inflected("an important and respected leader", "n", "s")
    'important and respected leaders'
    >>> inflected("a person who buys things and sells them", "n", "s")
    'people who buy things and sell them'
    >>> inflected("keep things to use or sell", "v", "ed"), inflected("use, eat or do", "v", "ing")
    ('kept things to use or sell', 'using, eating or doing')
    """
    if not ending or part not in "nv":
        return text
    words = words_among(whole_sentences([text])[0].tokens)
    if part == "v":
        agreeing = []
        if not (heads := _verbs(words)):
            return ""
    else:
        # "Respected" is before its noun in "an important and respected leader".
        first = next((number for number, word in enumerate(words) if word.tag == "NN"), 0)
        rest = [*takewhile(lambda word: word.tag not in _AFTER_NOUNS, words[first:])]
        joined = [before for before, word in pairwise(rest) if word.text in {"and", "or"}]
        heads = [word for word in joined + rest[-1:] if word.tag == "NN"]
        if not heads or words[0].text not in {"a", "an"}:
            is_open = words[0].text not in {"the", "a", "an"}
            # "Someone who buys" would be "people who buy".
            return text if is_open and not any(word.tag in _RELATIVE for word in words) else ""
        found = _agreeing(words[words.index(heads[-1]) + 1 :])
        if found is None:
            return ""
        agreeing = found
    forms = [(head, inflect(head.text, part, ending)) for head in heads]
    forms += [(verb, _PLURALS.get(verb.text, verb.lemma)) for verb in agreeing]
    for word, form in reversed(forms):
        if form is not None:
            text = text[: word.start] + form + text[word.end :]
    return re.sub("^an? ", "", text) if part == "n" else text


def _agreeing(words: Sequence[Token]) -> list[Token] | None:
    """Return the verbs of the relative clause after a noun that agree with it.

    None if another word may be what the clause is about: "a place on a page that is empty".
    """
    verbs = []
    for number, word in enumerate(words):
        verb = next((each for each in words[number + 1 :] if each.tag != "RB"), None)
        if word.tag in _RELATIVE and verb is not None and _is_singular(verb):
            if number > 0:
                return None
            verbs.append(verb)
        elif verbs and word.text in {"and", "or"} and verb is not None and _is_singular(verb):
            verbs.append(verb)
    return verbs


def _is_singular(verb: Token) -> bool:
    """Return whether a verb has the form after a singular noun."""
    return verb.tag == "VBZ" or verb.text == "was"


def _verbs(words: Sequence[Token]) -> list[Token]:
    """Return the verbs of a definition that take the ending of the defined verb.

    They are its first word, or the one after an adverb, and what is joined to it: not "keep things
    to use or sell". None if a verb is negated, as "did not know" has another form.
    """
    first = int(words[0].tag == "RB" and len(words) > 1)
    heads = [words[first]]
    for number in range(first + 1, len(words)):
        last_but_one, before, word = words[number - 2], words[number - 1], words[number]
        is_verb = word.tag.startswith("VB") and word.lemma == word.text
        if before.text in {"or", "and"} and (is_verb or last_but_one is heads[-1]):
            heads.append(word)
        elif is_verb and before is heads[-1] and word.start > before.end + 1:
            # "Use, eat or drink".
            heads.append(word)
        elif is_verb:
            break
    return [] if any(word.text == "not" for word in words) else heads


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
