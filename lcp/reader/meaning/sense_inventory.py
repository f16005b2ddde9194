"""Find the senses that a target may have: WordNet's, of the lemmas that it may be a form of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.english.characters import normal_text
from lcp.english.lemmas import COARSE, ENDINGS, lemma
from lcp.english.spellings import without_accents
from lcp.english.tags import PROPER
from lcp.reader.meaning.sense_context import Option, Usage, subject_and_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lcp.english import Sentence, Token
    from lcp.resources.wordnet_database import Synset, WordNet

#: Penn Treebank tags of each of WordNet's parts of speech, the lemma first.
TAGS = {
    "n": ("NN", "NNS"),
    "v": ("VB", "VBD", "VBZ", "VBN", "VBG"),
    "a": ("JJ", "JJR", "JJS"),
    "r": ("RB", "RBR", "RBS"),
}
#: Lemmas that stand for persons.
_PERSONS = frozenset(("@", "i", "you", "he", "she", "we", "they"))


def usage_of(wordnet: WordNet, sentence: Sentence, edges: Sequence[int]) -> Usage | None:
    """Return how a target is used; None for names, and if WordNet lacks it.

    Parameters
    ----------
    wordnet : WordNetCorpusReader
        WordNet.
    sentence : Sentence
        The sentence.
    edges : sequence of int
        Start and end of each part of the target, as offsets of the sentence's tokens.
    """
    runs = list(zip(edges[::2], edges[1::2], strict=True))
    words = words_among(sentence.tokens)
    target = [token for token in words if any(a < token.end and token.start < b for a, b in runs)]
    # "Spanish" is a name for readers, but an adjective with a meaning.
    if not target or all(token.kind == "name" and token.tag in PROPER for token in target):
        return None
    forms = [token.text.lower() for token in target]
    if len(target) == 1 and len(runs) == 1:
        start = sentence.start
        forms = [normal_text(sentence.text[edges[0] - start : edges[1] - start]).lower()]
    # An expression that ends in a particle is a verb, whatever its tags are.
    closed = target[-1].tag[:2] not in COARSE
    verb = len(target) > 1 and (closed or target[0].tag.startswith("VB"))
    tag = target[0 if verb else -1].tag
    capitals = sentence.text[edges[0] - sentence.start :][:1].isupper()
    if tag[:2] not in COARSE:
        return None
    options = list(options_of(wordnet, forms, [token.tag for token in target], capitals=capitals))
    if not options and verb and len(target) > 1 and target[-1].tag in {"IN", "TO"}:
        # WordNet lists "put up" for "put up with", and "comply" for "comply with".
        target, forms = target[:-1], forms[:-1]
        options = list(options_of(wordnet, forms, [token.tag for token in target]))
    if not options:
        return None
    before = [token for token in words if token.end <= target[0].start]
    after = [token for token in words if token.start > target[0].start and token not in target]
    subject, object_ = (_class_of(wordnet, noun) for noun in subject_and_object(tag, before, after))
    return Usage(" ".join(forms), tag, before, after, options, (subject, object_))


def options_of(
    wordnet: WordNet, forms: Sequence[str], tags: Sequence[str], *, capitals: bool = False
) -> Iterator[Option]:
    """Yield the senses of a word or expression with any part of speech that WordNet lists.

    The head of an expression is its first word for a verb, else its last word. With the part of
    speech of its tag, it has the lemma of the tag; a plural may be one too ("acoustics"). An
    adjective is no lemma of a verb: "rival accounts". With `capitals`, senses of names count.
    """
    for part, tags_of_part in TAGS.items():
        head = 0 if part == "v" else -1
        # "Presenter" is not "more present".
        is_noun = part == "a" and tags[head] in TAGS["n"]
        usual = tags_of_part[:1] if is_noun else tags_of_part
        tags_with_plural = (tags[head], "NN") if tags[head] == "NNS" else (tags[head],)
        for tried in (tags_with_plural, usual) if tags[head] in usual else (usual,):
            options = list(_options(wordnet, forms, part, tried, capitals=capitals))
            if part == "v" and tags[head] == "JJ":
                options = [option for option in options if option.lemma != " ".join(forms)]
            yield from options
            if options:
                break


def _options(
    wordnet: WordNet, forms: Sequence[str], part: str, tags: Sequence[str], *, capitals: bool
) -> Iterator[Option]:
    """Yield the senses of the lemmas that a target has with the tags."""
    head = 0 if part == "v" else -1
    lemmas: dict[str, str] = {}
    for tag in tags:
        words = [*forms]
        words[head] = lemma(words[head], tag)
        lemmas.setdefault(without_accents(" ".join(words)), tag)
    for form, tag in lemmas.items():
        # WordNet lists "cleanup" for "clean-up", and "turn around" for "turn round".
        others = form.replace("-", ""), form.replace("-", " "), form.replace(" round", " around")
        for spelling in dict.fromkeys((form, *others)):
            if senses := listed_senses(wordnet, spelling, part, capitals=capitals):
                yield from (Option(sense, spelling, part, ENDINGS.get(tag, "")) for sense in senses)
                break


def listed_senses(
    wordnet: WordNet, lemma: str, part: str, *, capitals: bool = False
) -> list[Synset]:
    """Return the senses of a lemma with a part of speech, the most frequent first.

    Senses of names ("Brown") count only with `capitals`.
    """
    name = without_accents(lemma).replace(" ", "_")
    synsets = dict.fromkeys(wordnet.synsets(name, part))
    return [
        sense
        for sense in synsets
        if name in sense.lemma_names() or (capitals and name in map(str.lower, sense.lemma_names()))
    ]


def _class_of(wordnet: WordNet, noun: str) -> str:
    """Return WordNet's class of the first sense of a noun or pronoun, or the noun itself."""
    if noun in _PERSONS:
        return "noun.person"
    return next((str(sense.lexname()) for sense in listed_senses(wordnet, noun, "n")), noun)


def words_among(tokens: Iterable[Token]) -> list[Token]:
    """Return the tokens without punctuation, symbols and markup."""
    return [token for token in tokens if token.tag and any(map(str.isalnum, token.text))]
