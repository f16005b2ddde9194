"""Part of speech of targets in their sentences."""

import pandas as pd

from lcp.features.families import pos
from lcp.features.families.pos import PartOfSpeech
from tests.cases import cases
from tests.features.families.measuring import measured


def values_of(*rows: tuple[str, str]) -> pd.DataFrame:
    """Measure targets at their first occurrence in the sentence."""
    columns = ["sentence", "token"]
    return measured(PartOfSpeech()).extract(pd.DataFrame(rows, columns=columns))


@cases("features/cases/classes", "sentence", "word", "name", "plural")
def test_a_target_has_one_class(sentence, word, name, plural):
    values = values_of((sentence, word)).iloc[0]
    classes = values[list(pos.CLASSES)]
    assert classes[classes == 1].index.tolist() == [name]
    assert classes.sum() == 1
    assert values["plural"] == plural


def test_both_ends_of_an_expression_have_a_class():
    values = values_of(
        ("The old priests prayed.", "old priests"),
        ("A gene expression changed.", "gene expression"),
        ("A gene changed.", "gene"),
    )
    assert values["noun"].tolist() == [1, 1, 1]
    assert values["plural"].tolist() == [1, 0, 0]
    assert values["first_adjective"].tolist()[:2] == [1, 0]
    assert values["first_noun"].tolist()[:2] == [0, 1]
    assert values.loc[2, ["first_adjective", "first_noun"]].isna().all()


def test_the_sentence_decides():
    values = values_of(("They want to play.", "play"), ("The play was long.", "play"))
    assert values["verb"].tolist() == [1, 0]


def test_it_needs_no_resource():
    assert PartOfSpeech().resources() == ()
