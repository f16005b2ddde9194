"""What can be seen and heard in a word itself: its letters, sounds and parts."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

import pandas as pd

from lcp.extractors.base import Extractor, Feature
from lcp.pronunciation import pronunciations
from lcp.text import hyphenated_pieces

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.pronunciation import Phonemes

_NAN = float("nan")

#: Letter values of the English edition of Scrabble.
SCRABBLE = {
    letter: value
    for value, letters in {
        1: "aeilnorstu", 2: "dg", 3: "bcmp", 4: "fhvwy", 5: "k", 8: "jx", 10: "qz",
    }.items()
    for letter in letters
}  # fmt: skip

#: Prefixes and suffixes that make words out of words.
PREFIXES = (  # noqa: SIM905 - sixty quotation marks make nothing clearer
    "anti auto be bi circum co com con contra counter de dis en ex extra fore hyper hypo il im in "
    "inter intra ir macro mal mega meta micro mid mini mis mono multi neo non omni out over para "
    "per poly post pre pro pseudo quasi re retro semi sub super supra sur tele trans tri ultra un "
    "under uni up vice"
).split()
SUFFIXES = (  # noqa: SIM905
    "able ably age al ally ance ancy ant ary ate ation ative ator cy dom ee eer en ence ency ent "
    "er ery ess est ful fy hood ian ible ibly ic ical ically ify ing ion ise ish ism ist ity ive "
    "ization ize izer less let like ling ly ment ness or ory ous ship sion ster th tion tude ty "
    "ure ward wards wise worthy y"
).split()

#: Combining forms of Greek and Latin, of which the terms of the sciences are made. Those
#: that begin or end many everyday words as well ("gen", "my", "some") are left out.
CLASSICAL_BEGINNINGS = (  # noqa: SIM905
    "adeno aero amphi andro angio anthrop aqua arachn arthr astro bacter biblio bio blasto brachy "
    "bronch calor carcin cardi caryo cephal cerebr chemo chlor chol chondr chrom chron cosm crani "
    "crypto cyan cyto demo derm dextr dys ecto electr embry encephal endo entero epi erythr ethno "
    "fibr galact gastr geno geo glyc gyn haem hem hemi hepat hetero hist homeo homo hydr hyster "
    "immun iso kary kerat kinet lact leuk lipid lipo lith lymph melan meso metr morph myo necr "
    "nephr neur nucle oligo onco ophthalm ortho osteo oxy paleo patho phago pharmac pheno phil "
    "phon phosph photo phyl physi phyt plasm pneum proto psych pulmon pyro radio rhin sarc schizo "
    "scler soma spermat stereo syn sym techn theo therm thromb toxi vas ventr xeno zoo zyg"
).split()
CLASSICAL_ENDINGS = (  # noqa: SIM905
    "algia blast cide cracy crat cyte ectomy emia genesis genic gram graph graphy inase erase "
    "ylase atase idase itis lith logic logical logist logy lysis lytic mania metric metry morph "
    "morphic nomy oid oma opsy osis osome otic otomy pathic pathy phage phagy phile philia phobia "
    "phoresis phyte plasm plasty ploid poiesis scope scopic scopy sphere stasis taxis toxic "
    "trophic trophy tropic uria vorous zoa zyme zygous"
).split()

#: Letters that must remain beside an affix: "real" is not "re" and "al".
_STEM = 3


class Length(Extractor):
    """Length, letters, sounds and affixes of the word.

    Parameters
    ----------
    cmudict : bool
        Whether syllables and phonemes come from the CMU Pronouncing Dictionary (the first
        pronunciation). Without it, and for words that it does not know, syllables are the
        pieces into which Pyphen's US English patterns divide the word; phonemes are NaN.

    Notes
    -----
    Words with hyphens that the dictionary does not hold are the sum of their parts. The
    letters a, e, i, o, u are vowels, and y is one except at the beginning of a word.

    Examples
    --------
    >>> words = pd.DataFrame({"word": ["mountain", "DNA"], "lemma": ["mountain", "dna"]})
    >>> Length(cmudict=False).extract(words)[["characters", "vowels", "acronym", "scrabble"]]
       characters  vowels  acronym  scrabble
    0         8.0     4.0      0.0      10.0
    1         3.0     1.0      1.0       4.0
    """

    name = "length"
    level = "word"

    def __init__(self, *, cmudict: bool = True) -> None:
        self.cmudict = cmudict

    def resources(self) -> tuple[str, ...]:
        """Name the pronouncing dictionary, if it is used."""
        return ("cmudict",) if self.cmudict else ()

    def features(self) -> Sequence[Feature]:
        """Describe the columns; no phonemes without the dictionary."""
        patterns = "Pyphen, US English patterns"
        heard = f"Weide (1998), CMU Pronouncing Dictionary; {patterns}"
        rows = [
            ("characters", "characters", "characters", "lcp"),
            ("syllables", "syllables", "syllables", heard if self.cmudict else patterns),
            ("phonemes", "phonemes", "phonemes", "Weide (1998), CMU Pronouncing Dictionary"),
            ("vowels", "vowel letters", "letters", "lcp"),
            ("vowel_share", "share of vowels among the letters", "0-1", "lcp"),
            ("consonants_run", "longest sequence of consonant letters", "letters", "lcp"),
            ("distinct_characters", "different characters, ignoring case", "characters", "lcp"),
            ("capitals", "capital letters", "letters", "lcp"),
            ("initial_capital", "whether the word begins with a capital", "0/1", "lcp"),
            ("digits", "digits", "characters", "lcp"),
            ("hyphens", "hyphens", "characters", "lcp"),
            ("acronym", "whether two or more letters are all capitals", "0/1", "lcp"),
            ("prefix", "length of the longest known prefix, or 0", "letters", "lcp"),
            ("suffix", "length of the longest known suffix, or 0", "letters", "lcp"),
            ("greek_latin", "whether a Greek or Latin form begins or ends the word", "0/1", "lcp"),
            ("scrabble", "sum of the letters' values", "points", "Scrabble, English edition"),
            ("scrabble_mean", "mean of the letters' values", "points", "Scrabble, English edition"),
        ]
        return [Feature(*row) for row in rows if self.cmudict or row[0] != "phonemes"]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Measure the words.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` and ``lemma``; affixes are sought in both.

        Returns
        -------
        DataFrame of shape (n_words, n_features)
            Syllables, shares and means are NaN for what has no letters.

        Raises
        ------
        ResourceError
            When the pronouncing dictionary is asked for and not on this machine.
        """
        known = pronunciations(self.store.nltk("cmudict")) if self.cmudict else {}
        rows = [
            _letters(word) | _affixes(word.lower(), lemma) | _sounds(word, known)
            for word, lemma in zip(frame["word"], frame["lemma"], strict=True)
        ]
        columns = [feature.name for feature in self.features()]
        return pd.DataFrame(rows, columns=columns, index=frame.index, dtype="float64")


def pattern_syllables(part: str) -> float:
    """Syllables of a word without hyphens by Pyphen's patterns; NaN if it has no letters.

    >>> pattern_syllables("mountain")
    2.0
    """
    if not any(character.isalpha() for character in part):
        return _NAN
    return float(hyphenated_pieces(part))


def _sounds(word: str, known: Mapping[str, Phonemes]) -> dict[str, float]:
    spelled = word.lower().replace("\u2019", "'")
    whole = [spelled] if spelled in known else [part for part in spelled.split("-") if part]
    sounds = [_heard(part, known) for part in whole or [spelled]]
    syllables, phonemes = (sum(values) for values in zip(*sounds, strict=True))
    return {"syllables": syllables, "phonemes": phonemes}


def _heard(part: str, known: Mapping[str, Phonemes]) -> tuple[float, float]:
    if part not in known:
        return pattern_syllables(part), _NAN
    phonemes = known[part]
    # Only vowels carry a digit: their stress.
    return float(sum(phoneme[-1].isdigit() for phoneme in phonemes)), float(len(phonemes))


def _letters(word: str) -> dict[str, float]:
    # An accent does not make another letter: "naïve" has three vowels.
    plain = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    letters = [c for c in plain if c.isalpha()]
    vowels = len(re.findall(r"[aeiou]|(?<=[^\W\d_])y", plain.lower()))
    runs = re.findall(r"(?:\by|[^\W\d_aeiouy])+", plain.lower())
    points = [SCRABBLE[letter] for letter in plain.lower() if letter in SCRABBLE]
    capitals = sum(c.isupper() for c in plain)
    return {
        "characters": len(word),
        "vowels": vowels,
        "vowel_share": vowels / len(letters) if letters else _NAN,
        "consonants_run": max((len(run) for run in runs), default=0),
        "distinct_characters": len(set(word.lower())),
        "capitals": capitals,
        "initial_capital": word[:1].isupper(),
        "digits": sum(c.isdigit() for c in word),
        "hyphens": word.count("-"),
        "acronym": len(letters) > 1 and capitals == len(letters),
        "scrabble": sum(points),
        "scrabble_mean": sum(points) / len(points) if points else _NAN,
    }


def _affixes(word: str, lemma: str) -> dict[str, float]:
    return {
        "prefix": max(_longest(form, PREFIXES, str.startswith) for form in (word, lemma)),
        "suffix": max(_longest(form, SUFFIXES, str.endswith) for form in (word, lemma)),
        "greek_latin": any(
            _longest(form, CLASSICAL_BEGINNINGS, str.startswith)
            or _longest(form, CLASSICAL_ENDINGS, str.endswith)
            for form in (word, lemma)
        ),
    }


def _longest(word: str, affixes: Sequence[str], has: Any) -> int:
    room = len(word) - _STEM
    return max((len(a) for a in affixes if len(a) <= room and has(word, a)), default=0)
