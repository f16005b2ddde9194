"""Words that can replace a target, from WordNet."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from lcp.disambiguation.usage import spelled
from lcp.english.inflection import inflect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.disambiguation.usage import Usage

#: Share of equal letters from which two synonyms are spelling variants ("grey", "gray").
_VARIANT = 0.75


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that may replace a target.

    Attributes
    ----------
    base : str
        Base form.
    form : str
        Form like the target's.
    links : list of (str, int, Synset)
        Relations by which it was reached, the number of the target's sense, and its own sense.
        Relations: ``synonym``, ``similar`` (WordNet's similar adjectives, *see also* and verb
        groups) and ``hypernym``.
    """

    base: str
    form: str
    links: list[tuple[str, int, Any]] = field(default_factory=list)


def candidates(reader: Any, usage: Usage) -> list[Candidate]:
    """Return single words related to any sense of a target, inflected like it.

    Left out are names, spelling variants of the target, words that have no such form, and, for an
    expression, candidates of more words than it has.
    """
    links: dict[str, list[tuple[str, int, Any]]] = {}
    for number, sense in enumerate(usage.senses):
        for relation, related in _related(sense):
            for name in related.lemma_names():
                links.setdefault(spelled(name), []).append((relation, number, related))
    longest = len(usage.form.split())
    forms = {
        base: _form(reader, base, usage)
        for base in links
        if base.islower() and len(base.split()) <= longest and not is_variant(base, usage.base)
    }
    return [
        Candidate(base, form, links[base])
        for base, form in forms.items()
        if form is not None and form != usage.form
    ]


def is_variant(first: str, second: str) -> bool:
    """Return whether two words with the same meaning are spelling variants of each other.

    >>> is_variant("grey", "gray"), is_variant("organise", "organize"), is_variant("big", "large")
    (True, True, False)
    """
    if first[0] != second[0]:
        return False
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= _VARIANT


def _related(sense: Any) -> Iterator[tuple[str, Any]]:
    yield "synonym", sense
    for other in (*sense.similar_tos(), *sense.also_sees(), *sense.verb_groups()):
        yield "similar", other
    for other in sense.hypernyms():
        yield "hypernym", other


def _form(reader: Any, base: str, usage: Usage) -> str | None:
    """Return the candidate in the target's form, None if there is no such form."""
    if usage.ending is None:
        return None
    return inflect(reader, base, usage.part, usage.ending) if usage.ending else base
