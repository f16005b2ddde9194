"""How a target is used in its sentence: part of speech, form and neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from lcp.english.inflection import ending_of
from lcp.english.text import words
from lcp.extractors.pos import COARSE, PartOfSpeech, tag_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.english.inflection import Ending
    from lcp.resources import Store

Span = tuple[int, int]

#: WordNet's part of speech for each class of :mod:`lcp.extractors.pos`.
_PARTS = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}


@dataclass(frozen=True, slots=True)
class Usage:
    """A target in its sentence.

    Attributes
    ----------
    form : str
        The target in lower case.
    base : str
        Its base form, with spaces between words.
    part : {"n", "v", "a", "r"}
        WordNet's part of speech.
    ending : str or None
        See :func:`lcp.english.inflection.ending_of`.
    before, after : tuple of str
        The other words of the sentence.
    senses : list of NLTK's Synset
        Senses with this part of speech, WordNet's most frequent first.
    """

    form: str
    base: str
    part: str
    ending: Ending | Literal[""] | None
    before: tuple[str, ...]
    after: tuple[str, ...]
    senses: list[Any]

    @property
    def neighbours(self) -> tuple[str | None, str | None]:
        """The words before and after the target."""
        return (self.before or (None,))[-1], (self.after or (None,))[0]


def usage_of(reader: Any, sentence: str, span: Span, store: Store) -> Usage | None:
    """Return how the target in a character span is used; None if WordNet does not list it.

    The tagger's part of speech decides (NLTK's averaged perceptron), unless WordNet does not list
    the target with it. The result is also None for a capitalised name inside a sentence.
    """
    return tagged_usage(reader, sentence, span, _tag(sentence, span, store))


def usages(
    reader: Any,
    sentences: Sequence[str],
    owners: Sequence[int],
    spans: Sequence[Span | None],
    store: Store,
) -> Iterator[Usage | None]:
    """Yield how many targets are used; each distinct sentence is tagged once.

    Parameters
    ----------
    reader : WordNetCorpusReader
        WordNet.
    sentences : sequence of str
        Distinct sentences.
    owners : sequence of int of length n_targets
        Number of each target's sentence.
    spans : sequence of pair of int of length n_targets
        Character span of each target; None if unknown.
    store : Store
        Store that provides the tagger.
    """
    tagged = list(PartOfSpeech().use_store(store).tag(sentences))
    for owner, span in zip(owners, spans, strict=True):
        if span is None:
            yield None
            continue
        tag = last_tag(sentences[owner], span, *tagged[owner])
        yield tagged_usage(reader, sentences[owner], span, tag)


def tagged_usage(reader: Any, sentence: str, span: Span, tag: str) -> Usage | None:
    """Return :func:`usage_of` for a target whose Penn Treebank tag is known; "" if it has none."""
    target = " ".join(sentence[slice(*span)].split())
    form = target.lower()
    is_first = not any(map(str.isalnum, sentence[: span[0]]))
    if tag.startswith("NNP") and target[:1].isupper() and not is_first:
        return None
    senses, part = _senses(reader, form.replace(" ", "_"), tag)
    if not senses:
        return None
    base = (reader.morphy(form.replace(" ", "_"), part) or form).replace("_", " ")
    return Usage(
        form=form,
        base=base,
        part=part,
        ending=ending_of(form, base, part, tag),
        before=words(sentence[: span[0]]),
        after=words(sentence[span[1] :]),
        senses=senses,
    )


def last_tag(sentence: str, span: Span, spans: list[Span], tags: list[str]) -> str:
    """Return the tag of the target's last word, "" if there is none.

    `spans` and `tags` are those of the sentence's tokens.
    """
    last = sentence[slice(*span)].rsplit(maxsplit=1)[-1]
    start = span[0] + sentence[slice(*span)].rindex(last)
    return tag_at((start, start + len(last)), sentence, spans, tags) or ""


def _tag(sentence: str, span: Span, store: Store) -> str:
    return last_tag(sentence, span, *next(iter(PartOfSpeech().use_store(store).tag([sentence]))))


def _senses(reader: Any, form: str, tag: str) -> tuple[list[Any], str]:
    """Return the senses with the tagged part of speech, or with that of the first sense."""
    part = _PARTS.get(COARSE.get(tag[:2], ""))
    tagged = reader.synsets(form, part) if part else []
    senses = list(dict.fromkeys(tagged or reader.synsets(form)))
    part = part_of(senses[0]) if senses else ""
    return [sense for sense in senses if part_of(sense) == part], part


def part_of(sense: Any) -> str:
    """Return the part of speech of a sense; adjectives include satellites ("s")."""
    part = str(sense.pos())
    return "a" if part == "s" else part


def spelled(name: str) -> str:
    """Return a lemma's name with spaces between words."""
    return name.replace("_", " ")
