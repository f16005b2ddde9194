"""A lexicon of a few hundred words, built in a second from a generated text."""

import random

import pytest

from lcp.resources import Store
from tools.lexicon.norm_prediction import Norm
from tools.lexicon.pipeline import build_lexicon
from tools.lexicon.texts import Text
from tools.lexicon.writing import write_lexicon

NORMS = (Norm("familiarity", "mrc", "familiarity"), Norm("maddela_xu", "maddela_xu", "maddela_xu"))
NOUNS = ["river", "mountain", "garden", "village", "teacher", "sailor", "kitchen", "doctor"]
VERBS = ["crossed", "followed", "painted", "visited", "remembered", "described"]


def write_text(path, *, random_state=1, sentences=800):
    draw = random.Random(random_state)  # noqa: S311 - not for security
    lines = []
    for _ in range(sentences):
        first, second = draw.sample(NOUNS, 2)
        line = (
            f"The {first} {draw.choice(VERBS)} the deep blue sea near London, {second} by {first}."
        )
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_norms(folder, *, random_state=2):
    """Write ratings of 400 common words, which increase with word length, with noise."""
    from wordfreq import top_n_list

    draw = random.Random(random_state)  # noqa: S311 - not for security
    words = [word for word in top_n_list("en", 600) if word.isalpha() and len(word) > 1][:400]
    rated = {word: min(7.0, 1 + len(word) / 2 + draw.random()) for word in words}
    mrc = folder / "mrc.csv"
    columns = "WORD,FAM,CONC,IMAG,MEANC,MEANP,AOA"
    rows = [f"{word},{rating:.3f},,,,," for word, rating in rated.items()]
    mrc.write_text("\n".join([columns, *rows]) + "\n", encoding="utf-8")
    maddela = folder / "maddela.tsv"
    maddela.write_text("".join(f"{w}\t{r:.3f}\n" for w, r in rated.items()), encoding="utf-8")
    return Store(paths={"mrc": mrc, "maddela_xu": maddela}), rated


def build_small(folder):
    store, _ = write_norms(folder)
    text = Text("fable", write_text(folder / "text.txt"))
    return build_lexicon([text], store, norms=NORMS, common_words=300, function_words=1)


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The small lexicon."""
    return build_small(tmp_path_factory.mktemp("lexicon"))


@pytest.fixture(scope="session")
def lexicon_file(built, tmp_path_factory):
    """The small lexicon as a file."""
    path = tmp_path_factory.mktemp("file") / "small.npz"
    write_lexicon(built, path)
    return path
