"""Values that have broken programs, and texts that contain them."""

import random

TEXTS = (
    *("", " ", "\t", "\n", "\r\n", "\u2029", "\x00", "\x1b[31m", "\x7f", "\ufeff", "\ufffd"),
    *("null", "NA", "nan", "inf", "-0.5", "1e400", "None", "True", "=1+1", "-1", "@a", "+a"),
    *("'", '"', '""', "`", "\\", "%s", "{}", "{0}", "${a}", "../../etc/passwd", "C:\\con"),
    *("<script>alert(1)</script>", "<b", "&lt;", "&#0;", "]]>", "<!--", "--", "<?xml", "]", "[["),
    *("e\u0301", "\u0301", "\u0301" * 400, "\u202e", "\u200b", "\u200d", "ß", "İ", "ſ", "ﬁ"),
    *("\U0001f1e9\U0001f1ea", "\U0001f468\u200d\U0001f469", "漢字", "עברית", "العربية", "ไทย"),
    *("a" * 300, "a " * 300, "a-" * 200, "." * 300, "(" * 300, "[" * 3_000, "\n" * 3_000),
    *("river", "RIVER", "deep river", "don’t", "don't", "river_bank", "naïve", "U.S.", "3.5"),
    *("\ud800", "a\x00b", "9" * 400, "river's", "Σς", "한국어"),
)
SENTENCE = "They crossed the deep river, and the acquiescence of the committee surprised everyone."


def hostile_text(draw: random.Random) -> str:
    """Return a sentence in which some words are replaced, or a single hostile value."""
    if draw.random() < 0.3:
        return draw.choice(TEXTS)
    words = SENTENCE.split()
    for _ in range(draw.randint(0, 4)):
        words[draw.randrange(len(words))] = draw.choice(TEXTS)
    return draw.choice((" ", " ", " ", "\n", "")).join(words)


def hostile_value(draw: random.Random) -> object:
    """Return a value that JSON can represent."""
    numbers = (0, -1, 1, 4, 25, 2**31, 2**70, 0.5, 1e308, -0.0, float("nan"), float("inf"))
    others = (None, True, [], {}, [[]], {"text": "a"}, ["a"] * 200, [None], [0.5])
    kind = draw.randrange(3)
    return hostile_text(draw) if kind == 0 else draw.choice(numbers if kind == 1 else others)
