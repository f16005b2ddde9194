"""CEFR level of a sentence or text: a linear model of named features.

Ridge regressions (Hoerl & Kennard, 1970): one of the mean level that two experts gave to sentences
of Wikipedia in the corpus CEFR-SP (Arase, Uchida & Kajiwara, 2022), and one of the version of
articles of OneStopEnglish (Vajjala & Lucic, 2018). The slopes of a text are between those of both,
the nearer to the articles' the more distinct words it has. ``tools/text_level.py`` trains them;
`docs/levels.md` has their accuracy.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from lcp.base.levels import LEVELS
from lcp.english.kinds import KINDS
from lcp.model.predictor import bundled_predictor
from lcp.reader.annotation.tally import Tally
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lcp.base.array_types import Floats
    from lcp.reader.annotation.annotation import AnnotatedSentence

FILE = Path(__file__).with_name("text_level.json")
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
    "complexity": ("hard words", "easy words", "weighted mean complexity {:.2f}"),
    "level": ("advanced words", "basic words", "weighted mean level {}"),
    "above_b1": ("many words above B1", "few words above B1", "{:.0%}"),
    "content": ("dense sentences", "many function words", "{:.0%} are not function words"),
    "word_length": ("long words", "short words", "{:.1f} letters"),
    "names": ("many names", "few names", "{:.0%} of the words"),
    "numbers": ("many numbers", "few numbers", "{:.0%} of the words"),
    "participles": ("many participles", "few participles", "{:.0%} of the words"),
    "sentence_length": ("long sentences", "short sentences", "{:.0f} words"),
}
#: Number of the features, the first, that depend on words alone.
LEXICAL = len(FEATURES) - 2
#: Penn Treebank tags of finite verbs, of participles, and of marks after the end mark.
FINITE, _PARTICIPLE = frozenset({"VBD", "VBP", "VBZ", "MD"}), frozenset({"VBG", "VBN"})
#: Pronouns that are frequent in dialogues.
_SPEAKERS = frozenset({"i", "you"})
_CLOSING = frozenset({"''", "-RRB-"})


class LevelReason(NamedTuple):
    """A reason for the level of a text.

    Attributes
    ----------
    text : str
        Such as "long sentences: 23 words", compared with the average sentence of the training data.
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

    def in_words(self, limit: int = 2, smallest: float = 0.1) -> str:
        """Return the main reasons: "Raised by long sentences: 23 words. Lowered by …".

        These are at most `limit`, each with an effect of at least `smallest` levels.
        """
        main = [reason for reason in self.reasons[:limit] if abs(reason.effect) >= smallest]
        groups: dict[str, list[str]] = {}
        for reason in main or self.reasons[:1]:
            groups.setdefault("Raised" if reason.effect > 0 else "Lowered", []).append(reason.text)
        return ". ".join(f"{change} by {'; '.join(texts)}" for change, texts in groups.items())


class SentenceLevel(NamedTuple):
    """CEFR level of a sentence of a text.

    Attributes
    ----------
    sentence : str
        The sentence, with single spaces.
    line : int
        Line of its first character, from 1.
    level : TextLevel or None
        Its level; None without words.
    """

    sentence: str
    line: int
    level: TextLevel | None


@dataclass
class TextCounts:
    """Counts of a sentence or text, from which its level follows.

    A long run of words without an end mark, such as captions, has the sentence length that is usual
    for its clauses (T-units; Hunt, 1965).
    """

    #: Parameters of the :class:`TextLevelModel` that gives the level.
    settings: Mapping[str, Any]
    tally: Tally = field(default_factory=Tally)
    #: Function words and possessive endings, which the features count as when they were trained.
    function_words: int = 0
    #: Words of sentences: lines with an end mark or a finite verb, without headings and lists.
    words: int = 0
    #: Sum of the lengths of their sentences over these words.
    lengths: float = 0.0
    #: Those in sentences without an end mark.
    unmarked: int = 0
    letters: int = 0
    names: int = 0
    numbers: int = 0
    participles: int = 0
    #: Pronouns of the first and second person.
    speakers: int = 0
    #: Content words of each level.
    levels: list[int] = field(default_factory=lambda: [0] * len(LEVELS))
    #: Content words in lower case.
    forms: Counter[str] = field(default_factory=Counter)

    def add(self, sentence: AnnotatedSentence) -> float:
        """Count a sentence whose words have levels, and return how many it stands for."""
        self.tally.update(sentence.tally)
        columns = sentence.sentence.columns
        part = slice(sentence.sentence.first, sentence.sentence.last)
        tags, tokens = columns.tag_names[part], columns.texts[part]
        kinds = [KINDS[kind] for kind in columns.kinds[part].tolist()]
        function_words = [place for place, kind in enumerate(kinds) if kind == "function word"]
        self.function_words += len(function_words)
        forms, levels = sentence.content_words
        self.forms.update(forms)
        for level in filter(None, levels):
            self.levels[LEVELS.index(level)] += 1
        words = [place for place, kind in enumerate(kinds) if kind in WORDS]
        clauses = sum(tag in FINITE for tag in tags)
        main = clauses - sum(tokens[place].lower() in SUBORDINATORS for place in function_words)
        is_marked = [tag for tag in tags if tag not in _CLOSING][-1:] == ["."]
        if not words or not (is_marked or clauses > 0):
            return 1.0
        length, usual = float(len(words)), self.settings
        if not is_marked and not usual["clause_words"] * main <= length <= usual["long_sentence"]:
            length /= max(1, main / usual["main_clauses"], clauses / usual["clauses"])
        self.lengths += len(words) * min(length, usual["long_sentence"])
        self.words += len(words)
        self.unmarked += 0 if is_marked else len(words)
        self.letters += sum(len(tokens[place]) for place in words)
        self.names += kinds.count("name")
        self.numbers += kinds.count("number")
        self.participles += sum(tags[place] in _PARTICIPLE for place in words)
        lemmas = columns.lemmas[part]
        self.speakers += sum(lemmas[place] in _SPEAKERS for place in function_words)
        return len(words) / length

    def features(self, complexities: Mapping[str, float]) -> list[float]:
        """Return the values of `FEATURES`, given the complexity of each form.

        The sentence length, the last, is that of the sentence in which a word is on average. Values
        without words are NaN.
        """
        content = self.forms.total()
        running, words = max(1, self.function_words + content), self.words or math.nan
        power, of_level = (self.settings[f"{name}_exponent"] for name in ("complexity", "level"))
        powers = sum(complexities[form] ** power * count for form, count in self.forms.items())
        level_powers = sum(level**of_level * count for level, count in enumerate(self.levels))
        return [
            (powers / content) ** (1 / power) if content else self.settings["no_words"],
            (level_powers / max(1, sum(self.levels))) ** (1 / of_level),
            sum(self.levels[LEVELS.index("B1") + 1 :]) / running,
            content / running,
            self.letters / words,
            self.names / words,
            self.numbers / words,
            self.participles / words,
            math.log(self.lengths / words),
        ]

    def doubts(self) -> list[str]:
        """Return why the level is uncertain, in sentences."""
        words, running, model = self.words, self.tally.words, self.settings
        length, few = self.lengths / max(1, words), model["few_words"]
        reasons = {
            f"The text has {running} words, fewer than {few}": 0 < running < few,
            "Most lines are no sentences, such as items of lists and cells of tables, so that only "
            "the words count": words < running / 2,
            "Most of the text has no full stops, so that the length of its sentences is "
            "estimated": self.unmarked > words / 2,
            "The text has short sentences with many “I” and “you”, as a dialogue or a song": (
                self.speakers > model["dialogue_pronouns"] * words
                and length < model["dialogue_sentence"]
            ),
        }
        return [f"{reason}: its level is uncertain." for reason, holds in reasons.items() if holds]


@dataclass(frozen=True, eq=False)
class TextLevelModel:
    """What gives levels to sentences and texts.

    Attributes
    ----------
    parameters : mapping
        ``means`` of the features, ``sentence_slopes`` and ``text_slopes``, ``mean`` of the levels,
        the parameters of :func:`shares_of_text` and :func:`effects_of`, the standard deviations of
        the error for a sentence and for a long text, and settings (see ``tools/settings.toml``).
    """

    parameters: Mapping[str, Any]

    @classmethod
    def bundled(cls) -> Self:
        """Read the model that ships, which was trained with the bundled model."""
        model = json.loads(FILE.read_text("utf-8")).items()
        arrays = {name: np.array(x) if isinstance(x, list) else x for name, x in model}
        return cls(arrays)

    def counts(self, sentences: Iterable[AnnotatedSentence] = ()) -> TextCounts:
        """Return the counts of a text, given its sentences."""
        counts = TextCounts(self.parameters)
        for sentence in sentences:
            counts.add(sentence)
        return counts

    def features(self, texts: Sequence[TextCounts]) -> Floats:
        """Return the features of each text, shape (n_texts, n_features).

        The bundled model predicts for the words, because the slopes were learned with its
        complexities.
        """
        forms = list(dict.fromkeys(form for text in texts for form in text.forms))
        predicted = bundled_predictor().predict(Targets.words(forms)).tolist()
        complexities = dict(zip(forms, predicted, strict=True))
        return np.array([text.features(complexities) for text in texts])

    def levels(self, texts: Sequence[TextCounts]) -> list[TextLevel | None]:
        """Return the level of each text or sentence; None without running words of English."""
        model, features = self.parameters, self.features(texts)
        shares = shares_of_text(texts, model)
        effects = effects_of(features, shares, model)
        spreads = np.interp(shares, [0, 1], [model["sd_sentence"], model["sd_text"]])
        columns = zip(texts, features.tolist(), effects.tolist(), spreads.tolist(), strict=True)
        return [
            self._level(*row) if text.tally.words and text.tally.language == "en" else None
            for text, *row in columns
        ]

    def _level(self, features: list[float], effects: list[float], spread: float) -> TextLevel:
        value = min(max(self.parameters["mean"] + sum(effects), 1.0), float(len(LEVELS)))
        number = min(int(value + 0.5), len(LEVELS))
        below, above = (
            0.5 * math.erfc((value - limit) / spread / math.sqrt(2))
            for limit in (number - 0.5, number + 0.5)
        )
        # The outer levels have no border on one side.
        low, high = (0.0 if number == 1 else below), (1.0 if number == len(LEVELS) else above)
        columns = zip(FEATURES, features, self.parameters["means"].tolist(), effects, strict=True)
        reasons = [
            LevelReason(_feature_in_words(name, feature, feature > mean), effect)
            for name, feature, mean, effect in columns
        ]
        reasons.sort(key=lambda reason: -abs(reason.effect))
        return TextLevel(LEVELS[number - 1], value, high - low, reasons)


def _feature_in_words(name: str, feature: float, is_high: bool) -> str:  # noqa: FBT001
    """Return a feature in words."""
    high, low, template = FEATURES[name]
    if math.isnan(feature):
        return "no whole sentences"
    value = math.exp(feature) if name == "sentence_length" else feature
    named = LEVELS[int(feature + 0.5)] if name == "level" else ""
    return f"{high if is_high else low}: {template.format(named or value)}"


def shares_of_text(texts: Sequence[TextCounts], model: Mapping[str, Any]) -> Floats:
    """Return how far the slopes of each text are from those of sentences, 0, to those of texts, 1.

    Features of few words vary by chance, which makes the slopes that are fitted to sentences
    smaller (attenuation; Spearman, 1904). Only distinct words count.
    """
    words = np.array([len(text.forms) for text in texts])
    return np.asarray(words**2 / (words**2 + model["half"] ** 2))


def effects_of(features: Floats, shares: Floats, model: Mapping[str, Any]) -> Floats:
    """Return the effect of each feature in levels, shape (n_texts, n_features).

    The words of a text limit the effect of its sentences. The effect that participles and sentence
    length have together is expected to be ``expected`` times the effect of the words. It differs
    from that by at most ``limits`` in a sentence, and twice as much in a long text. It is as
    expected if the sentence length is not known.
    """
    weights = shares[:, None]
    slopes = (1 - weights) * model["sentence_slopes"] + weights * model["text_slopes"]
    effects: Floats = np.nan_to_num((features - model["means"]) * slopes)
    expected = model["expected"] * effects[:, :LEXICAL].sum(axis=1)
    is_known = ~np.isnan(features[:, -1])
    unusual = is_known * (effects[:, LEXICAL:].sum(axis=1) - expected)
    lower, upper = np.outer(model["limits"], 1 + shares)
    total = expected + np.clip(unusual, lower, upper)
    effects[:, -1] = total - effects[:, LEXICAL:-1].sum(axis=1)
    return effects
