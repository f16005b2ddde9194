"""CEFR level of a sentence or text: a linear model of named features.

A ridge regression (Hoerl & Kennard, 1970) of the mean level that two experts gave to sentences of
Wikipedia in the corpus CEFR-SP (Arase, Uchida & Kajiwara, 2022). In longer texts, which have more
precise features, the effects are larger; by how much was fitted to articles of OneStopEnglish
(Vajjala & Lucic, 2018). ``tools/text_level.py`` trains it; `docs/levels.md` has its accuracy.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.levels import LEVELS
from lcp.model.rater import bundled_rater
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lcp.reading.annotation import AnnotatedSentence

FILE = Path(__file__).with_name("text_level.json")
#: Number of words below which the level of a text is uncertain.
FEW_WORDS = 60
#: Kinds of tokens that count as words of a sentence.
WORDS = frozenset({"word", "function word", "name", "abbreviation", "number", "identifier"})
#: Words that begin subordinate clauses.
SUBORDINATORS = frozenset(
    {
        *("after", "although", "as", "because", "before", "if", "since", "than", "that", "though"),
        *("unless", "until", "when", "whenever", "where", "whereas", "wherever", "whether"),
        *("which", "while", "who", "whom", "whose"),
    }
)
#: Features, in the order of the slopes: words for a high value, words for a low one, the value.
FEATURES = {
    "complexity": (
        "hard words",
        "easy words",
        "weighted mean complexity {:.2f}",
    ),
    "level": ("advanced words", "basic words", "{} on average"),
    "above_b1": ("many words above B1", "few words above B1", "{:.0%}"),
    "rated": ("dense sentences", "many function words", "{:.0%} are not function words"),
    "sentence_length": ("long sentences", "short sentences", "{:.0f} words"),
    "word_length": ("long words", "short words", "{:.1f} letters"),
    "commas": ("many commas", "few commas", "{:.1f} per sentence"),
    "clauses": ("many subordinate clauses", "few subordinate clauses", "{:.1f} per sentence"),
    "names": ("many names", "few names", "{:.0%} of the words"),
    "numbers": ("many numbers", "few numbers", "{:.0%} of the words"),
}
#: Effect, in levels, of the smallest reason that is mentioned.
SMALLEST = 0.1
#: Exponent of the mean complexity, to which hard words contribute more than others.
POWER = 4
#: Complexity of a text without rated words.
_EASY = 0.15


class LevelReason(NamedTuple):
    """A reason for the level of a text.

    Attributes
    ----------
    text : str
        Such as "long sentences: 23 words".
    effect : float
        Difference in levels from the average sentence of the training data.
    """

    text: str
    effect: float


class TextLevel(NamedTuple):
    """CEFR level of a sentence or text.

    Attributes
    ----------
    level : str
        A1 to C2.
    value : float
        The level as a number from 1 (A1) to 6 (C2).
    probability : float
        Probability that the mean level by two experts is nearest to this level, 0-1.
    reasons : list of LevelReason
        The largest first.
    """

    level: str
    value: float
    probability: float
    reasons: list[LevelReason]

    def in_words(self, most: int = 2) -> str:
        """Return the main reasons: "Long sentences: 23 words; many words above B1: 12%"."""
        main = [reason.text for reason in self.reasons[:most] if abs(reason.effect) >= SMALLEST]
        text = "; ".join(main or [self.reasons[0].text])
        return text[:1].upper() + text[1:]


@dataclass
class TextCounts:
    """Counts of a sentence or text, from which its level follows."""

    sentences: int = 0
    words: int = 0
    letters: int = 0
    commas: int = 0
    clauses: int = 0
    names: int = 0
    numbers: int = 0
    function_words: int = 0
    #: Rated words of each level.
    levels: list[int] = field(default_factory=lambda: [0] * len(LEVELS))
    #: Rated words in lower case.
    forms: Counter[str] = field(default_factory=Counter)

    def add(self, sentence: AnnotatedSentence) -> None:
        """Count a sentence whose words have levels."""
        self.sentences += 1
        for token in sentence.sentence.tokens:
            self.commas += token.text == ","
            if token.kind in WORDS:
                self.words += 1
                self.letters += len(token.text)
                self.names += token.kind == "name"
                self.numbers += token.kind == "number"
                if token.kind == "function word":
                    self.function_words += 1
                    self.clauses += token.text.lower() in SUBORDINATORS
        for word in (*sentence.words, *sentence.inside):
            if word.kind == "word" and word.rating.level is not None:
                self.levels[LEVELS.index(word.rating.level)] += 1
                self.forms[word.text.lower()] += 1

    @property
    def running_words(self) -> int:
        """Function words and rated words."""
        return self.function_words + self.forms.total()

    def features(self, complexities: Mapping[str, float]) -> list[float]:
        """Return the values of `FEATURES`, given the complexity of each form."""
        rated = self.forms.total()
        running = max(1, self.running_words)
        words, sentences = max(1, self.words), max(1, self.sentences)
        powers = sum(complexities[form] ** POWER * count for form, count in self.forms.items())
        return [
            (powers / rated) ** (1 / POWER) if rated else _EASY,
            sum(level * count for level, count in enumerate(self.levels)) / running,
            sum(self.levels[LEVELS.index("B1") + 1 :]) / running,
            rated / running,
            math.log(words / sentences),
            self.letters / words,
            self.commas / sentences,
            self.clauses / sentences,
            self.names / words,
            self.numbers / words,
        ]

    def level(self) -> TextLevel | None:
        """Return the level; None without words."""
        return text_levels([self])[0]


def text_levels(texts: list[TextCounts]) -> list[TextLevel | None]:
    """Return the level of each text or sentence; None for texts without running words."""
    complexities = form_complexities(texts)
    return [_level(text, complexities) if text.running_words else None for text in texts]


def form_complexities(texts: list[TextCounts]) -> dict[str, float]:
    """Return the complexity, 0-1, of each word for general readers, by the bundled model."""
    forms = list(dict.fromkeys(form for text in texts for form in text.forms))
    return dict(zip(forms, bundled_rater().predict(Targets.words(forms)).tolist(), strict=True))


def _level(text: TextCounts, complexities: Mapping[str, float]) -> TextLevel:
    model = _model()
    features = text.features(complexities)
    growth = growth_of(text.sentences, *model["growth"])
    effects = [
        (value - mean) * slope * growth
        for value, mean, slope in zip(features, model["means"], model["slopes"], strict=True)
    ]
    value = min(max(model["mean"] + sum(effects), 1.0), float(len(LEVELS)))
    number = min(int(value + 0.5), len(LEVELS))
    spread = growth * math.hypot(model["sd_text"], model["sd_sentence"] / math.sqrt(text.sentences))
    below, above = (
        0.5 * math.erfc((value - limit) / spread / math.sqrt(2))
        for limit in (number - 0.5, number + 0.5)
    )
    # The outer levels have no border on one side.
    low, high = (0.0 if number == 1 else below), (1.0 if number == len(LEVELS) else above)
    reasons = []
    for (name, phrases), feature, effect in zip(FEATURES.items(), features, effects, strict=True):
        shown = math.exp(feature) if name == "sentence_length" else feature
        label = phrases[0] if effect * model["signs"][name] > 0 else phrases[1]
        named = LEVELS[int(feature + 0.5)] if name == "level" else ""
        reasons.append(LevelReason(f"{label}: {phrases[2].format(named or shown)}", effect))
    reasons.sort(key=lambda reason: -abs(reason.effect))
    return TextLevel(LEVELS[number - 1], value, high - low, reasons)


def growth_of(sentences: int, limit: float, half: float) -> float:
    """Return the factor of the effects in a text: 1 for few sentences, in long texts the limit.

    Features of a sentence vary more by chance than those of a text, which makes the slopes that
    were fitted to sentences smaller (attenuation; Spearman, 1904). A text of `half` sentences would
    have half of the limit.

    >>> growth_of(1, 2.4, 6.6), round(growth_of(20, 2.4, 6.6), 2)
    (1.0, 1.8)
    """
    return max(1.0, limit * sentences / (sentences + half))


@cache
def _model() -> dict[str, Any]:
    """Return the parameters of the model.

    ``slopes`` and ``means`` by feature, ``mean`` of the levels, the arguments of :func:`growth_of`,
    and the standard deviations of the error for a sentence and of comparable texts, before growth.
    """
    model: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    slopes = zip(FEATURES, model["slopes"], strict=True)
    return {**model, "signs": {name: 1 if slope > 0 else -1 for name, slope in slopes}}
