"""English affixes, and those that a word begins or ends with."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

#: Derivational prefixes and suffixes.
PREFIXES = frozenset(
    """
    anti auto be bi circum co com con contra counter de dis en ex extra fore hyper hypo il im in
    inter intra ir macro mal mega meta micro mid mini mis mono multi neo non omni out over para
    per poly post pre pro pseudo quasi re retro semi sub super supra sur tele trans tri ultra un
    under uni up vice
    """.split()  # noqa: SIM905 - easier to read without quotation marks
)
SUFFIXES = frozenset(
    """
    able ably age al ally ance ancy ant ary ate ation ative ator cy dom ee eer en ence ency ent er
    ery ess est ful fy hood ian ible ibly ic ical ically ify ing ion ise ish ism ist ity ive
    ization ize izer less let like ling ly ment ness or ory ous ship sion ster th tion tude ty ure
    ward wards wise worthy y
    """.split()  # noqa: SIM905
)

#: Greek and Latin combining forms of scientific terms, without those that are frequent in
#: everyday words as well ("gen", "my", "some").
CLASSICAL_BEGINNINGS = frozenset(
    """
    adeno aero amphi andro angio anthrop aqua arachn arthr astro bacter biblio bio blasto brachy
    bronch calor carcin cardi caryo cephal cerebr chemo chlor chol chondr chrom chron cosm crani
    crypto cyan cyto demo derm dextr dys ecto electr embry encephal endo entero epi erythr ethno
    fibr galact gastr geno geo glyc gyn haem hem hemi hepat hetero hist homeo homo hydr hyster
    immun iso kary kerat kinet lact leuk lipid lipo lith lymph melan meso metr morph myo necr
    nephr neur nucle oligo onco ophthalm ortho osteo oxy paleo patho phago pharmac pheno phil phon
    phosph photo phyl physi phyt plasm pneum proto psych pulmon pyro radio rhin sarc schizo scler
    soma spermat stereo syn sym techn theo therm thromb toxi vas ventr xeno zoo zyg
    """.split()  # noqa: SIM905
)
CLASSICAL_ENDINGS = frozenset(
    """
    algia blast cide cracy crat cyte ectomy emia genesis genic gram graph graphy inase erase ylase
    atase idase itis lith logic logical logist logy lysis lytic mania metric metry morph morphic
    nomy oid oma opsy osis osome otic otomy pathic pathy phage phagy phile philia phobia phoresis
    phyte plasm plasty ploid poiesis scope scopic scopy sphere stasis taxis toxic trophic trophy
    tropic uria vorous zoa zyme zygous
    """.split()  # noqa: SIM905
)

#: Minimum length of the rest of a word: "real" does not begin with the prefix "re".
MIN_STEM = 3


_LONGEST = max(map(len, PREFIXES | SUFFIXES | CLASSICAL_BEGINNINGS | CLASSICAL_ENDINGS))


def beginnings(word: str, affixes: AbstractSet[str]) -> Iterator[int]:
    """Yield the length of each affix that a word begins with, the longest first.

    At least :data:`MIN_STEM` letters must follow.

    >>> list(beginnings("interim", PREFIXES))
    [2]
    """
    sizes = range(min(len(word) - MIN_STEM, _LONGEST), 0, -1)
    return (size for size in sizes if word[:size] in affixes)


def endings(word: str, affixes: AbstractSet[str]) -> Iterator[int]:
    """Yield the length of each affix that a word ends with, the longest first.

    At least :data:`MIN_STEM` letters must precede it.

    >>> list(endings("comfortably", SUFFIXES))
    [4, 2, 1]
    """
    sizes = range(min(len(word) - MIN_STEM, _LONGEST), 0, -1)
    return (size for size in sizes if word[-size:] in affixes)
