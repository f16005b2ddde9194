"""Glosses of words: an easier word, or else a short definition in easier words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lcp.english.analysis import whole_sentences
from lcp.reader.meaning.candidates import is_variant, parameters
from lcp.reader.meaning.definition_text import clauses, inflected, is_phrase_of, shortened
from lcp.reader.meaning.sense_inventory import words_among
from lcp.reader.meaning.senses import CERTAIN
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lcp.english import Token
    from lcp.reader.annotation.annotation import AnnotatedSentence, AnnotatedWord
    from lcp.reader.meaning.finder import MeaningFinder
    from lcp.reader.meaning.results import Substitute, Substitutes

#: Highest level of words of a definition that are not easier than the word.
EASY = "B1"


class Gloss(NamedTuple):
    """What explains a word to a learner.

    Attributes
    ----------
    text : str
        A short gloss that can stand at the word; "" without one.
    listed : str
        The gloss and the definition, which may be long, for a list; "" without one.
    term : str
        Lemma of the word with this meaning, for a list; "" for the lemma of its tag.
    """

    text: str = ""
    listed: str = ""
    term: str = ""


class Glosser:
    """Gloss words in their sentences.

    Parameters
    ----------
    meanings : MeaningFinder
        Finds their senses and easier words.
    glossary : mapping of str to str, optional
        Glosses of one's own by the word or its dictionary form, in lower case.
    longest, longest_listed : int
        Maximum number of characters of a gloss, which would move the words under it apart, and of
        the definitions in a list.
    """

    def __init__(
        self,
        meanings: MeaningFinder,
        glossary: Mapping[str, str] | None = None,
        longest: int = 60,
        longest_listed: int = 140,
    ) -> None:
        self._meanings = meanings
        self._glossary = glossary or {}
        self._longest, self._longest_listed = longest, longest_listed

    def gloss(self, sentence: AnnotatedSentence, word: AnnotatedWord) -> Gloss:
        """Return an easier word, else a short and easier definition, else an empty gloss."""
        lemma = word.lemma
        for form in (word.text.lower(), lemma.lower()):
            if form in self._glossary:
                return Gloss(*[self._glossary[form]] * 2)
        edges = [edge for run in word.runs for edge in run] or [word.start, word.end]
        meaning = self._meanings.meaning(sentence.sentence, edges)
        easier, sense = meaning.easier, meaning.sense
        texts = self._definitions(meaning)
        list_entry, _ = self._entry(meaning, texts)
        term = meaning.likely_senses[0].lemma if list_entry else ""
        if easier is not None:
            form = easier.form
            short = form[:1].lower() + form[1:] if form[1:].islower() else form
            # A list has the word's lemma too.
            parts = dict.fromkeys([easier.lemma, *texts[0][:1]] if sense else [easier.lemma])
            return Gloss(short, "; ".join(parts), term)
        if sense is None or not list_entry:
            return Gloss("", list_entry, term)
        # Further clauses often say less: "appear or become visible; make a showing".
        forms = (inflected(text, sense.pos, meaning.ending) for text in texts[0])
        return Gloss(
            next((form for form in forms if len(form) <= self._longest), ""), list_entry, term
        )

    def definition(self, meaning: Substitutes) -> tuple[str, float]:
        """Return what the target probably means, in easier words, and how probable that is.

        Without such a definition, they are "" and 0.
        """
        return self._entry(meaning, self._definitions(meaning))

    def _entry(self, meaning: Substitutes, texts: list[list[str]]) -> tuple[str, float]:
        shares = [sense.share for sense in meaning.likely_senses]
        return dictionary_entry(texts, shares, self._longest_listed)

    def _definitions(self, meaning: Substitutes) -> list[list[str]]:
        """Return the clauses that explain the target in easier words, for each likely sense.

        If a sense has none, parts of its clauses that are too hard are left out, and if that is of
        no use, a noun is explained by its hypernym.
        """
        explained, target = [], meaning.target
        words = words_among(whole_sentences([target.form])[0].tokens)
        # "Grudging", the lemma, shows that a definition belongs to "grudgingly".
        forms = [form for word in words for form in (word.text, word.lemma)]
        for sense in meaning.likely_senses:
            if (easy := sense.easy_definition) and self._is_clear(easy, sense.pos, target, forms):
                explained.append([easy])
                continue
            # "To move about" must be "moved about" for "scurried".
            start = "to " if sense.pos == "v" else ""
            whole = [text.removeprefix(start) for text in clauses(sense.definition)]
            parts = [next(self._simpler(text, sense.pos, target, forms), "") for text in whole]
            uncut = [part for part, text in zip(parts, whole, strict=True) if part == text]
            if sense.hypernym not in {"", *forms} and not any(parts):
                parts = [*self._simpler(f"a kind of {sense.hypernym}", sense.pos, target, forms)]
            explained.append(uncut or [*filter(None, parts)][:1])
        return explained

    def _simpler(
        self, text: str, part: str, target: Substitute, forms: Sequence[str], most: int = 32
    ) -> Iterator[str]:
        """Yield a definition without its unclear words, after at most `most` attempts."""
        stack, seen = [text], set[str]()
        while stack and len(seen) < most:
            if (shorter := stack.pop()) in seen:
                continue
            seen.add(shorter)
            words = words_among(whole_sentences([shorter])[0].tokens)
            unclear = next(self._unclear(shorter, words, part, target, forms), None)
            if unclear is not None:
                stack += [*shortened(shorter, words, unclear)][::-1]
            elif (
                len(shorter) <= self._longest_listed
                and _is_new(words, forms)
                and is_phrase_of(part, words)
            ):
                yield shorter

    def _is_clear(self, text: str, part: str, target: Substitute, forms: Sequence[str]) -> bool:
        words = words_among(whole_sentences([text])[0].tokens)
        is_clear = next(self._unclear(text, words, part, target, forms), None) is None
        return is_clear and _is_new(words, forms)

    def _unclear(
        self, text: str, words: Sequence[Token], part: str, target: Substitute, forms: Sequence[str]
    ) -> Iterator[int]:
        """Yield which words of a definition do not explain a target: too hard, or of its family.

        Easy words of its family do ("a member of a council" explains "councillor"), and easy words
        of an expression, but not in adverbs, which are often defined as "in such a manner". `forms`
        are the target's forms and lemmas.
        """
        is_word = " " not in target.form
        spans = [(word.start, word.end) for word in words]
        targets = Targets.spans([text] * len(spans), spans, readers=self._meanings.readers)
        predictions = self._meanings.model.predictions(targets).rows()
        most = target.prediction.complexity - parameters()["easier"]["gain"]
        for index, (word, prediction) in enumerate(zip(words, predictions, strict=True)):
            is_easy = word.kind == "number" or (prediction.level or "C2") <= EASY
            # Strings that are not English words have no level.
            is_unknown = target.prediction.level and word.kind == "word" and not prediction.level
            is_harder = is_unknown or (not is_easy and prediction.complexity > most)
            is_own = part == "r" or not is_easy or (is_word and word.lemma in forms)
            is_content = word.kind in {"word", "name"}
            if is_harder or (is_content and is_own and is_circular(forms, [word.text, word.lemma])):
                yield index


def _is_new(words: Sequence[Token], forms: Sequence[str]) -> bool:
    """Return whether a definition has other words: "press down" does not explain "press down"."""
    return any(word.text not in forms for word in words)


def dictionary_entry(
    texts: Sequence[Sequence[str]], shares: Sequence[float], longest: int
) -> tuple[str, float]:
    """Return the entry of a list, and how probable it is that one of its senses is meant.

    A sense that has no definition, or for which there is no room, is left out. The entry is empty
    if the other senses have a probability below :data:`lcp.reader.meaning.senses.CERTAIN`.

    Parameters
    ----------
    texts : sequence of sequence of str
        Clauses of the definition of each likely sense, the likeliest first.
    shares : sequence of float
        Probability of each of these senses, 0-1.
    longest : int
        Maximum number of characters.

    Examples
    --------
    >>> dictionary_entry([["a small boat"], ["a cup", "a vessel"]], [0.5, 0.375], 140)
    ('a small boat; or: a cup', 0.875)
    >>> dictionary_entry([["a small boat"], []], [0.875, 0.125], 140)
    ('a small boat', 0.875)
    >>> dictionary_entry([["a small boat"], []], [0.5, 0.375], 140)
    ('', 0.0)
    """
    defined = [pair for pair in zip(texts, shares, strict=True) if pair[0]]
    while defined and (total := sum(share for _, share in defined)) >= CERTAIN:
        whole = ([each[0] for each, _ in defined], [min(each, key=len) for each, _ in defined])
        for definitions in whole:
            if len(text := "; or: ".join(dict.fromkeys(definitions))) <= longest:
                return text, total
        defined.pop()
    return "", 0.0


def is_circular(target: Sequence[str], words: Sequence[str], shortest: int = 4) -> bool:
    """Return whether a definition contains a word of the family of a word that it defines.

    A word of at least `shortest` letters belongs to the family of a longer one that contains it.

    >>> is_circular(["relentlessly"], ["in", "a", "relentless", "manner"])
    True
    >>> is_circular(["unenforceable"], ["enforceable"]), is_circular(["livid"], ["angry"])
    (True, False)
    """
    pairs = [sorted((form.lower(), word.lower()), key=len) for form in target for word in words]
    return any(
        is_variant(short, long) or (len(short) >= shortest and short in long)
        for short, long in pairs
    )
