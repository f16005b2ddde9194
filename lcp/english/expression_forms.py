"""Expressions as targets: their rows, the forms that are measured, and where they occur."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.caches import CACHED_WORDS, RowCache
from lcp.english.analysis import whole_sentences
from lcp.english.characters import normal_text
from lcp.english.expression_index import SLOT, expression_index
from lcp.english.expressions import occurrences_of
from lcp.english.lemmas import irregular_forms, is_irregular, lemma, lemmas_alone
from lcp.english.lexicon.expression_table import KINDS, PARTS, load_expressions
from lcp.english.numerals import CARDINALS, UNITS
from lcp.english.tokens import divided
from lcp.english.word_frequency import frequencies

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lcp.base.array_types import Ints

_NUMBER_COMPOUND = re.compile(
    rf"(?:\d[\d,.]*(?:st|nd|rd|th)?|(?P<spelled>{'|'.join(CARDINALS)}))-(?P<word>[a-z]{{3,}})"
)
#: Words that fill a possessive slot.
_POSSESSIVES = frozenset({"my", "your", "his", "her", "its", "our", "their", "whose", "'s", "'"})
#: Tags of the inflected forms of nouns and verbs.
_INFLECTED = ("NNS", "VBZ", "VBD", "VBN", "VBG")
_N_OPTIONS = 4 + len(_INFLECTED)
_CACHE = RowCache(0, CACHED_WORDS)


def expression_rows(targets: Iterable[str]) -> Ints:
    """Return the rows of expressions in the lexicon, also inflected; -1 if they are not listed.

    A slot may be filled. Words between the parts of an expression are ignored within its gap. Words
    without a sentence have no tags: the first may be a verb in any form, and each a plural.

    Examples
    --------
    >>> rows = expression_rows(["Kicked the bucket", "pulled Tom's leg", "hat off"])
    >>> int(rows[2]), [load_expressions().lemmas[row] for row in rows[:2]]
    (-1, ['kick the bucket', "pull someone's leg"])
    """
    return np.array(_CACHE.values([*targets], _listed_rows), dtype=np.intp)


def _listed_rows(targets: list[str]) -> list[int]:
    index = expression_index()
    flat: list[str] = []
    starts = []
    for target in targets:
        starts.append(len(flat))
        for chunk in normal_text(target).split():
            flat += map(str.lower, divided(chunk))
    ends = [*starts[1:], len(flat)]
    bases, firsts = lemmas_alone(flat), {*starts}
    numbers = [
        _numbers(word, base, is_first=place in firsts)
        for place, (word, base) in enumerate(zip(flat, bases, strict=True))
    ]
    options = np.array(numbers, dtype=np.intp).reshape(-1, _N_OPTIONS)
    found = index.sequences.find(options, np.repeat(ends, np.subtract(ends, starts)))
    sizes = found.ends - found.starts - (found.gap_ends - found.gap_starts)
    # The last one, with the most words, counts.
    found = found.take(np.argsort(sizes, kind="stable"))
    spans = zip(found.starts.tolist(), found.ends.tolist(), strict=True)
    row_of = dict(zip(spans, index.rows[found.rows].tolist(), strict=True))
    return [row_of.get(span, -1) for span in zip(starts, ends, strict=True)]


def _numbers(form: str, base: str, *, is_first: bool) -> list[int]:
    """Return the numbers of a token of a target, of which the last counts.

    As it is, as a head, as its possible bases and as its usual `base`, and in or after a slot.
    """
    index = expression_index()
    bases = [lemma(form, tag if is_first else "NNS") for tag in _INFLECTED]
    is_reflexive = form not in {"self", "selves"} and form.endswith(("self", "selves"))
    slot = SLOT if form in _POSSESSIVES else "oneself" if is_reflexive else ""
    last = index.exact.get(slot, 0) or index.after_slot.get(bases[0], 0)
    heads = [index.heads.get(each, 0) if each != form else 0 for each in bases]
    usual = index.heads.get(base, 0) if is_first else 0
    return [index.exact.get(form, 0), index.heads.get(form, 0), *heads, usual, last]


def forms_alone(targets: Sequence[str], for_learners: Sequence[bool] = ()) -> list[str]:
    """Return the form of each target out of its sentence.

    All forms of a listed expression have one: the lemma, or the past form if the verb's lemma
    is more often a noun, for example, which would decide on its frequency. A compound of a
    number and a word becomes the word. Names and other targets stay as they are.

    Words that learners rated are lemmas: for learners, regular forms of them are as easy, "bowls"
    as "bowl" and "jumped" as "jump". Others in -ed, -ing or -er are words of their own, such as
    "charming". `for_learners` says which targets are for learners; by default, none.

    >>> forms_alone(["lost her voice", "facing off", "100-page", "jumped"])
    ['lose your voice', 'faced off', 'page', 'jumped']
    >>> forms_alone(["jumped", "charming", "jumped"], [True, True, False])
    ['jump', 'charming', 'jumped']
    """
    several = [place for place, target in enumerate(targets) if " " in target]
    lexicon, forms = load_expressions(), [*map(without_number, targets)]
    rows = expression_rows([targets[place] for place in several]).tolist()
    for place, row in zip(several, rows, strict=True):
        if row >= 0 and KINDS[lexicon.kinds[row]] != "name":
            first, *further_words = lexicon.filled(row).split()
            is_verb = PARTS[lexicon.parts[row]] == "VERB"
            if is_verb and lexicon.class_share(first, "VB") < 1 / 2:
                first = _past_form(first)
            forms[place] = " ".join([first, *further_words])
    regular = [
        place
        for place, (form, is_for_learner) in enumerate(zip(forms, for_learners, strict=False))
        if is_for_learner and form.islower() and " " not in form and not is_irregular(form)
        if form.endswith("s") or lexicon.class_share(form, "VB") > 1 / 2
    ]
    bases = lemmas_alone(map(forms.__getitem__, regular))
    for place, base in zip(regular, bases, strict=True):
        forms[place] = base
    return forms


def without_number(target: str) -> str:
    """Return the word of a compound of a number and a word; other targets as they are.

    After a number in letters, it is a noun or another number: "two-faced" is no number of faces.

    >>> [*map(without_number, ["21st-century", "ten-minute", "thirty-first", "two-faced"])]
    ['century', 'minute', 'first', 'two-faced']
    """
    match = _NUMBER_COMPOUND.fullmatch(target)
    if match is None:
        return target
    word, spelled = match["word"], match["spelled"]
    is_counted = not spelled or word in UNITS or load_expressions().class_share(word, "NN") > 1 / 2
    return word if is_counted else target


def _past_form(verb: str) -> str:
    regular = [verb + "ed", verb + "d", f"{verb}{verb[-1]}ed", f"{verb[:-1]}ied"]
    forms = irregular_forms(verb, "verb", "ed") or [
        form for form in regular if form in frequencies() and lemma(form, "VBD") == verb
    ]
    return max(forms, key=lambda form: frequencies().get(form, 0), default=verb)


def occurrences(sentence: str, expression: str) -> list[tuple[int, ...]]:
    """Return where a listed expression occurs, inflected or apart: the edges of each occurrence.

    Of occurrences that overlap, the shortest counts.

    >>> occurrences("He took his hat off.", "take off"), occurrences("His hat.", "take off")
    ([(3, 7, 16, 19)], [])
    """
    row = expression_rows([expression])[0]
    columns = whole_sentences([sentence])[0].columns
    return [match.edges for match in occurrences_of(columns, row)] if row >= 0 else []
