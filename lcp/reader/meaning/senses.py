"""Senses of a target in its sentence.

A log-linear model on WordNet's counts, on what the context says in SemCor (Miller et al. 1993), in
the style of It Makes Sense (Zhong & Ng 2010), and on the words of definitions and examples (Lesk
1986). ``tools/senses.py`` trains it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.analysis import whole_sentences
from lcp.errors import InputError, quoted, unknown
from lcp.reader.meaning.definitions import (
    defined_expression,
    defined_word,
    easy_definitions,
    own_name,
)
from lcp.reader.meaning.sense_evidence import (
    definition,
    sense_evidence,
    spelled,
    tagged_count,
    usual_count,
)
from lcp.reader.meaning.sense_inventory import usage_of
from lcp.reader.meaning.sense_model import load_senses
from lcp.resources import Store
from lcp.resources.store import missing_resources_error
from lcp.resources.wordnet_database import opened_wordnet
from lcp.targets.find import check_text, place_target, surrounding_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Floats
    from lcp.english import Sentence
    from lcp.english.columns import Span
    from lcp.reader.meaning.sense_context import Option, Usage
    from lcp.resources.wordnet_database import Synset

#: Smallest share of a sense that is shown without being asked for.
CERTAIN = 0.85
#: Share of a sense that WordNet lacks among the uses of a word.
LACKED = 0.35
#: Smallest depth in WordNet from which a hypernym says what a thing is: "lamp", but not "activity".
_SPECIFIC = 6


@dataclass(frozen=True, slots=True)
class Sense:
    """A sense of a target.

    Attributes
    ----------
    name : str
        WordNet's name, such as ``rook.n.02``. The number of a sense that WordNet lacks is 00.
    definition : str
        Its definition.
    share : float
        Estimated probability in the sentence, 0-1; the shares of all senses sum to 1.
    count : int
        How often the word has it in WordNet's sense-tagged texts.
    hypernym : str
        The word for the kind of thing that a noun stands for ("lamp" for "lantern"), if it is
        specific and this is its usual sense; else "".
    easy_definition : str
        A definition in easy words by this project; "" without one.
    lemma : str
        Lemma that the target has with it: "drenched" soaks as an adjective, "drench" as a verb.
    """

    name: str
    definition: str
    share: float
    count: int = 0
    hypernym: str = ""
    easy_definition: str = ""
    lemma: str = ""

    @property
    def pos(self) -> str:
        """Part of speech: n, v, a or r."""
        return self.name.split(".")[-2].replace("s", "a")

    @property
    def is_own(self) -> bool:
        """Whether WordNet lacks it."""
        return self.name.endswith(".00")


def senses(
    sentence: str,
    target: str | Span,
    *,
    occurrence: int | None = None,
    store: Store | None = None,
) -> list[Sense]:
    """Return the senses of a target in its sentence, the likeliest first.

    Parameters
    ----------
    sentence : str
        The sentence.
    target : str or tuple of (int, int)
        The target as written in the sentence, or its character span ``[start, end)``. An expression
        may be in another form, or apart: "give up" in "She gave it up."
    occurrence : int, optional
        Which occurrence of the target, counted from 1. Default: the first.
    store : Store, optional
        Store that provides WordNet. Default: a store of this machine.

    Returns
    -------
    list of Sense
        Empty if WordNet does not list the target, or it is a name.

    Raises
    ------
    InputError
        If the sentence has no such occurrence of the target.
    ResourceError
        If WordNet is missing.
    """
    edges, _ = target_edges(sentence, target, occurrence)
    [analysed] = whole_sentences([sentence])
    with opened_wordnet(with_wordnet(store or Store()).nltk("wordnet")) as wordnet:
        usage = usage_of(wordnet, analysed, edges)
        if own := own_sense(analysed, edges, usage):
            return [own]
        return [] if usage is None else ranked_senses(usage, sense_shares(usage))


def own_sense(sentence: Sentence, edges: Sequence[int], usage: Usage | None) -> Sense | None:
    """Return the sense of an expression or word that WordNet lacks and this project defines.

    `usage` is what WordNet lists.
    """
    lemmas = {option.lemma for option in usage.options} if usage else set()
    expression = defined_expression(sentence, edges)
    if expression and expression[0] not in lemmas:
        return _own(*expression, easy_definitions()[expression[0]])
    word = defined_word(sentence, edges)
    if word is None or (usage and word[1] in {option.pos for option in usage.options}):
        return None
    return _own(*word, easy_definitions()[own_name(*word)])


def _own(lemma: str, part: str, text: str, share: float = 1.0) -> Sense:
    return Sense(own_name(lemma, part), text, share, easy_definition=text, lemma=lemma)


def ranked_senses(usage: Usage, shares: Floats) -> list[Sense]:
    """Return the senses of a target with their shares, the likeliest first.

    A sense that WordNet lacks has no evidence in the context: its share is the same everywhere.
    """
    defined, totals = easy_definitions(), dict[tuple[str, str], float]()
    lacked = lacked_shares(usage.options)
    senses_of_target = []
    for option, share in zip(usage.options, shares.tolist(), strict=True):
        if share:
            reading = option.lemma, option.pos
            totals[reading] = totals.get(reading, 0.0) + share
            senses_of_target.append(
                Sense(
                    option.sense.name(),
                    definition(option.sense),
                    share * (1 - lacked[reading]),
                    tagged_count(*option[:2]),
                    _hypernym(option.sense),
                    defined.get(option.lemma) or defined.get(option.sense.name(), ""),
                    option.lemma,
                )
            )
    own = [
        _own(*reading, defined[own_name(*reading)], lacked[reading] * total)
        for reading, total in totals.items()
        if lacked[reading]
    ]
    return sorted(senses_of_target + own, key=lambda sense: -sense.share)


def lacked_shares(options: Sequence[Option]) -> dict[tuple[str, str], float]:
    """Return, for each lemma and part of speech, the share of a sense that WordNet lacks.

    If this project finds it usual, the share is that of the occurrences added to it. Counts are no
    evidence against it, as in sense-tagged texts the nearest sense that WordNet has stands for it.
    If it only became usual later or elsewhere, :data:`LACKED` holds.
    """
    shares = {}
    for reading in dict.fromkeys(option[1:3] for option in options):
        name = own_name(*reading)
        listed = [option.sense.name() for option in options if option[1:3] == reading]
        found, *others = (usual_count(*reading, sense) for sense in (name, *listed))

        shares[reading] = found / (found + sum(others) + 0.5 * len(listed))
        if not found and name in easy_definitions():
            shares[reading] = LACKED
    return shares


def _hypernym(sense: Synset) -> str:
    """Return the usual word for the kind of thing that a sense is; see :class:`Sense`."""
    # NLTK gives them in any order.
    for above in sorted(sense.hypernyms()):
        word, part, number = above.name().rsplit(".", 2)
        if part == "n" and number == "01" and above.min_depth() >= _SPECIFIC:
            return spelled(word)
    return ""


def target_edges(
    sentence: str, target: str | Span, occurrence: int | None = None
) -> tuple[tuple[int, ...], list[str]]:
    """Return start and end of each part of a target, and notes about its other occurrences.

    Raises
    ------
    InputError
        If the sentence has no such occurrence, a span is combined with an occurrence, or the target
        is neither a text nor a span of the sentence, or only a part of a word.
    """
    check_text("sentence", sentence)
    if isinstance(target, str):
        edges, notes = place_target(sentence, target, occurrence)
        if (word := surrounding_word(sentence, (edges[0], edges[-1]))) is not None:
            raise InputError(
                f"The target {quoted(target)} is only a part of the word {quoted(word)}.",
                hint=f"Did you mean {quoted(word)}? Give whole words of the sentence.",
            )
        return edges, notes
    match target:
        case (int(start), int(end)) if 0 <= start < end <= len(sentence):
            pass
        case _:
            raise InputError(
                f"The target {quoted(target)} is neither a text nor a span of the sentence.",
                where="target",
                hint="Give a word or expression, or its first character and the one after it.",
            )
    if occurrence is not None:
        raise InputError(
            "A span is one occurrence.", where="occurrence", hint="Leave the occurrence out."
        )
    return target, []


def with_wordnet(store: Store) -> Store:
    """Return the store, or raise :class:`ResourceError` if it lacks WordNet."""
    if absent := store.missing(["wordnet"]):
        raise missing_resources_error(absent)
    return store


def sense_shares(usage: Usage) -> Floats:
    """Return the estimated probability of each option of a target in its sentence.

    This is the only place that decides between senses. The shares of a part of speech or lemma
    that is very improbable are 0.

    Returns
    -------
    ndarray of shape (n_options,)
        Sums to 1.
    """
    model = load_senses()
    weights = model.weights[int(" " in usage.lemma)]
    shares = softmax(sense_evidence(usage, model.counts) @ weights)
    readings = [option[1:3] for option in usage.options]
    for reading in set(readings):
        members = [index for index, other in enumerate(readings) if other == reading]
        if shares[members].sum() < model.settings["listed"]:
            shares[members] = 0
    return np.asarray(shares / shares.sum())


def one_reading(usage: Usage, shares: Floats, sense: str | None = None) -> tuple[Usage, Floats]:
    """Return a target with its likeliest lemma and part of speech only, or with one sense.

    Raises
    ------
    InputError
        If the target has no such sense.
    """
    if sense is not None:
        names = [listed.name() for listed in usage.senses]
        if sense not in names:
            raise unknown(f"sense of “{usage.form}” called", sense, names)
        return replace(usage, options=[usage.options[names.index(sense)]]), np.ones(1)
    readings = [option[1:3] for option in usage.options]
    totals = {each: shares[[each == other for other in readings]].sum() for each in readings}
    kept = [each == max(totals, key=lambda each: totals[each]) for each in readings]
    options = [option for option, is_kept in zip(usage.options, kept, strict=True) if is_kept]
    return replace(usage, options=options), shares[kept]


def softmax(scores: Floats) -> Floats:
    """Return the exponentials of scores, divided by their sum."""
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())
