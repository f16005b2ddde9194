"""Gold standards of lexical substitution: words in sentences, and what people replaced them by."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.corpora.targets import find_target
from lcp.errors import InputError, unknown
from lcp.resources import Store

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class GoldInstance:
    """A target in its sentence, with the substitutes that people gave.

    Attributes
    ----------
    sentence, target : str
        The target as written in the sentence.
    span : tuple of (int, int)
        Character span ``[start, end)`` of the target.
    substitutes : dict of str to int
        Substitutes in lower case, without the target. BenchLS: rank, 1 is the simplest, ranks can
        be shared. TSAR-2022: number of annotators who gave it.
    lowest_is_best : bool
        Whether the values are ranks.
    """

    sentence: str
    target: str
    span: tuple[int, int]
    substitutes: dict[str, int]
    lowest_is_best: bool

    def best(self) -> set[str]:
        """Return the simplest substitutes (BenchLS), or the most frequent ones (TSAR-2022)."""
        limit = min if self.lowest_is_best else max
        value = limit(self.substitutes.values(), default=0)
        return {form for form, other in self.substitutes.items() if other == value}


def load_gold(
    name: str, *, store: Store | None = None, download: bool = True
) -> list[GoldInstance]:
    """Load a gold standard of lexical substitution.

    Parameters
    ----------
    name : {"benchls", "tsar2022"}
        BenchLS (Paetzold & Specia 2016), or the trial part of TSAR-2022 (Saggion et al. 2022).
    store : Store, optional
        Store that provides the file. Default: a store of this machine.
    download : bool, default=True
        Whether to download a file that is missing.

    Raises
    ------
    InputError
        If there is no such gold standard, or a line is not in its format.
    ResourceError
        If the file is missing and cannot be downloaded.
    """
    if name not in _READERS:
        raise unknown("gold standard called", name, _READERS)
    resources = store or Store()
    path = (resources.fetch(name) if download else resources.require(name))[0]
    instances = []
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            instances.append(_READERS[name](line.rstrip("\r").split("\t")))
        except (ValueError, IndexError) as error:
            raise InputError(
                f"The line is not in the format of '{name}' ({error}).",
                where=f"{path}, line {number}",
                hint=f"Delete the file and run `lcp fetch {name}`.",
            ) from error
    return instances


def _benchls(fields: list[str]) -> GoldInstance:
    """Read a tokenised sentence, the target, its index among the tokens, and rank:substitute."""
    sentence, target, index, *ranked = fields
    tokens = sentence.split(" ")
    start = sum(len(token) + 1 for token in tokens[: int(index)])
    span = (start, start + len(tokens[int(index)]))
    if sentence[slice(*span)].lower() != target.lower():
        # The index of one instance is that of a comma.
        span = _place(sentence, target)
    ranks: dict[str, int] = {}
    for entry in ranked:
        rank, _, substitute = entry.partition(":")
        ranks.setdefault(substitute.strip().lower(), int(rank))
    return _instance(sentence, span, ranks, lowest_is_best=True)


def _tsar2022(fields: list[str]) -> GoldInstance:
    """Read a sentence, the target, and the substitutes of 25 annotators with repetition."""
    sentence, target, *answers = fields
    counts = Counter(substitute.strip().lower() for substitute in answers if substitute.strip())
    return _instance(sentence, _place(sentence, target), dict(counts), lowest_is_best=False)


def _place(sentence: str, target: str) -> tuple[int, int]:
    span = find_target(sentence, target)
    if span is None:
        raise ValueError("the target is not in the sentence")
    return span


def _instance(
    sentence: str,
    span: tuple[int, int],
    substitutes: dict[str, int],
    *,
    lowest_is_best: bool,
) -> GoldInstance:
    target = sentence[slice(*span)]
    others = {form: value for form, value in substitutes.items() if form != target.lower()}
    return GoldInstance(sentence, target, span, others, lowest_is_best)


_READERS: dict[str, Callable[[list[str]], GoldInstance]] = {
    "benchls": _benchls,
    "tsar2022": _tsar2022,
}
