"""Put a word in the place of a target: inflected like it, and after a matching article."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from lcp.english.articles import begins_with_vowel
from lcp.english.lemmas import ENDINGS, RULES, Ending, irregular_forms, lemma
from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.word_frequency import zipf, zipf_of_share

if TYPE_CHECKING:
    from collections.abc import Sequence

#: An article directly before a target. A capital A inside a sentence may be a name ("vitamin A").
_ARTICLE = re.compile(r"(?:(?<!\w)an?|^\W*An?)(?=\s+$)")
#: Maximum difference in Zipf frequency between a noun and its plural: "informations" is no plural.
_MAX_DIFFERENCE = 2
#: Part of speech in the table of irregular forms, and beginning of the Penn Treebank tag.
_PARTS = {"n": ("noun", "NN"), "v": ("verb", "VB"), "a": ("adjective", "JJ"), "r": ("adverb", "RB")}


def replaced(sentence: str, edges: Sequence[int], candidate: str) -> tuple[str, int, int]:
    """Replace a target by a candidate.

    The candidate is capitalized if the target is, unless the target is an acronym inside the
    sentence. An indefinite article before the target is adapted to the candidate. It is unchanged
    before an acronym, which may be read as letters or as a word.

    Parameters
    ----------
    sentence : str
        The sentence.
    edges : sequence of int
        Start and end of each part of the target. The words between the parts follow the candidate.
    candidate : str
        A word or expression.

    Returns
    -------
    sentence : str
        The sentence with the candidate.
    start, end : int
        Character span ``[start, end)`` of the candidate.

    Examples
    --------
    >>> replaced("He is an enemy.", (9, 14), "rival")
    ('He is a rival.', 8, 13)
    >>> replaced("Rivers rose.", (0, 6), "streams")
    ('Streams rose.', 0, 7)
    >>> replaced("She gave it up.", (4, 8, 12, 14), "stopped")
    ('She stopped it.', 4, 11)
    """
    start, end = edges[:2]
    before, target, after = sentence[:start], sentence[start:end], sentence[edges[-1] :]
    for stop, begin in zip(edges[1:-1:2], edges[2::2], strict=True):
        after = sentence[stop:begin].rstrip() + after
    is_first_word = not any(character.isalnum() for character in before)
    if target[:1].isupper() and (is_first_word or not _is_acronym(target)):
        candidate = candidate[:1].upper() + candidate[1:]
    if not _is_acronym(candidate):
        before = _ARTICLE.sub(lambda match: _article(match.group(), candidate), before)
    return before + candidate + after, len(before), len(before) + len(candidate)


def _is_acronym(text: str) -> bool:
    return len(text) > 1 and text.isupper()


def _article(article: str, candidate: str) -> str:
    """Return "a" or "an", with any text before it, to fit the candidate."""
    bare = article.removesuffix("n")
    return f"{bare}n" if begins_with_vowel(candidate) else bare


def inflect(lemma: str, part: str, ending: Ending) -> str | None:
    """Inflect a word; in an expression, the first word of a verb, else the last word.

    `lemma` has spaces between words; `part` is "n", "v", "a" or "r". The result is None if there is
    no such form in use.

    >>> inflect("thief", "n", "s"), inflect("get over", "v", "ing"), inflect("easy", "a", "est")
    ('thieves', 'getting over', 'easiest')
    """
    words = lemma.split()
    head = 0 if part == "v" else -1
    form = _form(words[head], *_PARTS[part], ending)
    if form is None:
        return None
    words[head] = form
    return " ".join(words)


def forms(lemma: str, part: str) -> dict[str, str]:
    """Return the forms of a word in use by ending; the lemma, with "", is always one.

    >>> forms("thief", "n"), forms("easy", "a")
    ({'': 'thief', 's': 'thieves'}, {'': 'easy', 'er': 'easier', 'est': 'easiest'})
    """
    tag = _PARTS[part][1] if part else None
    endings = dict.fromkeys(end for name, end in ENDINGS.items() if tag and name.startswith(tag))
    inflected = {end: inflect(lemma, part, end) for end in endings}
    return {"": lemma} | {end: form for end, form in inflected.items() if form}


def _form(word: str, part: str, tag: str, ending: Ending) -> str | None:
    irregular = irregular_forms(word, part, ending)
    if irregular:
        return irregular[0]
    tag = next(name for name, end in ENDINGS.items() if end == ending and name.startswith(tag))
    rarest = max(frequency(word) - _MAX_DIFFERENCE, 0) if part == "noun" else 0
    forms = {
        word.removesuffix(base) + (word[-1] + suffix[1:] if suffix[0] == "=" else suffix)
        for suffix, base in ((suffix, base.lstrip("=")) for suffix, base in RULES[ending])
        if word.endswith(base)
    }
    listed = [form for form in sorted(forms) if frequency(form) > rarest]
    return max((form for form in listed if lemma(form, tag) == word), key=frequency, default=None)


def frequency(form: str) -> float:
    """Return the Zipf frequency of the rarest word of a form, 0 if it is not listed.

    wordfreq estimates hyphenated words from their parts, which makes "hand-to-mouth" a common word:
    they have their frequency in the texts of the bundled lexicon.
    """
    values = [_counted_zipf(word) if "-" in word else zipf(word) for word in form.split()]
    return min(0.0 if math.isnan(value) else value for value in values)


def _counted_zipf(word: str) -> float:
    """Return the Zipf frequency of a word in the lexicon's texts, NaN if they lack it."""
    lexicon = load_lexicon()
    row = lexicon.rows([word])[0]
    return zipf_of_share(lexicon.counts[row] / lexicon.counts.sum()) if row >= 0 else math.nan
