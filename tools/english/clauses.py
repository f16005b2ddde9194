"""Make sentences of kinds that treebanks and articles hardly have, from phrases of theirs.

Commands ("Rinse the filter."), base forms after an object ("It made her laugh."), and verbs in the
present after a noun ("The tap leaks.").
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from tools.english.network import Tagged

#: Tags after which a base form begins a phrase, tags that end it, and those that it may not have.
_BEFORE, _ENDS = ("TO", "MD"), (".", ":", "-LRB-", "-RRB-", "''", "``", "NFP")
_FINITE = {"MD", "VBD", "VBP", "VBZ"}
#: Verbs that the treebanks have often enough.
_FREQUENT = {"be", "do", "go", "have"}
#: Most words of a phrase, and most phrases of a verb.
LONGEST, MOST = 15, 15
#: Weights of commands, of base forms after an object, also in commands, and of verbs after a noun;
#: weights of "her", other pronouns and nouns as objects; share of nouns without a determiner.
KINDS, OBJECTS, BARE = (10, 3, 1, 6), (3, 1, 1), 0.2
_LETTING = dict.fromkeys(
    ("made", "let", "saw", "heard", "watched", "helped", "felt", "had", "noticed"), "VBD"
) | dict.fromkeys(("makes", "lets", "helps", "sees", "hears"), "VBZ")
_LET = ("have", "help", "let", "make", "watch")
_SUBJECTS, _OTHERS = ("he", "she", "it"), ("him", "me", "them", "us", "it")


def clauses(
    sentences: Sequence[Tagged], thirds: Mapping[str, str], chance: random.Random
) -> Iterator[Tagged]:
    """Yield sentences with phrases of sentences; `thirds` are the third persons of base forms."""
    nouns = [
        [(first.lower(), tag), noun]
        for sentence in sentences
        for (first, tag), noun, (_, after) in zip(*(sentence[n:] for n in range(3)), strict=False)
        if tag in {"DT", "PRP$"} and noun[1] in {"NN", "NNS"} and not after.startswith("NN")
    ]
    for verb, *rest in _phrases(sentences, thirds, chance):
        base, noun, other = verb[0], chance.choice(nouns), chance.choice(nouns)
        pronouns = [[(chance.choice(forms), "PRP")] for forms in (("her",), _OTHERS, _SUBJECTS)]
        object_ = chance.choices([*pronouns[:2], other], OBJECTS)[0]
        letting = [*chance.choice([pronouns[2], noun]), chance.choice([*_LETTING.items()])]
        finite = (thirds[base], "VBZ") if noun[-1][1] == "NN" else (base, "VBP")
        start = chance.choices(
            [
                [verb],
                [*letting, *object_, verb],
                [(chance.choice(_LET), "VB"), *object_, verb],
                [*noun[chance.random() < BARE :], finite],
            ],
            KINDS,
        )[0]
        yield start + rest


def _phrases(
    sentences: Sequence[Tagged], thirds: Mapping[str, str], chance: random.Random
) -> Iterator[Tagged]:
    """Yield base forms after "to" and modal verbs with what follows them."""
    counts: Counter[str] = Counter()
    for sentence in chance.sample(sentences, len(sentences)):
        tags = [tag for _, tag in sentence]
        stops = [place for place, tag in enumerate(tags) if tag in _ENDS] + [len(tags)]
        for place, (before, tag) in enumerate(pairwise(tags), start=1):
            form = sentence[place][0]
            if tag != "VB" or before not in _BEFORE or form not in thirds or form in _FREQUENT:
                continue
            end = next(stop for stop in stops if stop > place)
            if end - place <= LONGEST and _FINITE.isdisjoint(tags[place:end]):
                counts[form] += 1
                if counts[form] <= MOST:
                    yield sentence[place:end]
