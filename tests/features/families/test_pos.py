"""Part of speech of targets in their sentences."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from lcp.errors import ResourceError
from lcp.features.families import pos
from lcp.features.families.pos import PartOfSpeech
from lcp.resources import Store
from tests.features.families.measuring import measured

TAGS = {
    "the": "DT", "chief": "JJ", "priests": "NNS", "Moses": "NNP", "Romans": "NNPS", "ran": "VBD",
    "quickly": "RB", "gene": "NN", "expression": "NN", "do": "VBP", "n't": "RB", "of": "IN",
    "well": "RB", "-": "HYPH", "being": "NN",
}  # fmt: skip


def instances(*rows: tuple[str, str]) -> pd.DataFrame:
    """Return targets at their first occurrence in the sentence."""
    return pd.DataFrame(
        [(s, t, s.index(t), s.index(t) + len(t)) for s, t in rows],
        columns=["sentence", "token", "start", "end"],
    )


@pytest.fixture
def family(tmp_path) -> PartOfSpeech:
    """Return the family with a tagger that uses `TAGS`, and CD for other words."""
    from nltk.tag.perceptron import PerceptronTagger

    tagger = PerceptronTagger(load=False)
    tagger.tagdict = TAGS
    tagger.model.weights = {"bias": {"CD": 1.0}}
    tagger.classes = {*TAGS.values(), "CD"}
    folder = tmp_path / "taggers" / "averaged_perceptron_tagger_eng"
    folder.parent.mkdir(mode=0o700)
    folder.mkdir(mode=0o700)
    for part, value in zip(
        ("weights", "tagdict", "classes"), tagger.encode_json_obj(), strict=True
    ):
        path = folder / f"{folder.name}.{part}.json"
        path.write_text(json.dumps(value))
        # NLTK does not read files that other users can write.
        path.chmod(0o600)
    return measured(PartOfSpeech(), Store(paths={"tagger": tmp_path}))


@pytest.mark.parametrize(
    ("word", "name", "plural"),
    [
        ("gene", "noun", 0),
        ("priests", "noun", 1),
        ("Moses", "proper_noun", 0),
        ("Romans", "proper_noun", 1),
        ("ran", "verb", 0),
        ("chief", "adjective", 0),
        ("quickly", "adverb", 0),
        ("of", "other", 0),
    ],
)
def test_a_target_has_one_class(family, word, name, plural):
    values = family.extract(instances((f"Now ({word}), then.", word))).iloc[0]
    classes = values[list(pos.CLASSES)]
    assert classes[classes == 1].index.tolist() == [name]
    assert classes.sum() == 1
    assert values["plural"] == plural


def test_both_ends_of_an_expression_have_a_class(family):
    table = instances(
        ("the chief priests ran", "chief priests"),
        ("the gene expression", "gene expression"),
        ("the gene", "gene"),
    )
    values = family.extract(table)
    assert values["noun"].tolist() == [1, 1, 1]
    assert values["plural"].tolist() == [1, 0, 0]
    assert values["first_adjective"].tolist()[:2] == [1, 0]
    assert values["first_noun"].tolist()[:2] == [0, 1]
    assert values.loc[2, ["first_adjective", "first_noun"]].isna().all()


def test_the_span_selects_the_occurrence(family):
    sentence = "ran gene"
    table = instances((sentence, "ran"), (sentence, "gene"))
    assert family.extract(table)["verb"].tolist() == [1, 0]


def test_a_word_of_several_tokens_has_the_class_of_the_longest(family):
    # "don't" becomes "do" and "n't" with two letters each; the first counts.
    values = family.extract(instances(("they don't of", "don't"))).iloc[0]
    assert values["verb"] == 1


def test_a_token_that_ends_where_the_target_begins_is_not_the_target(family):
    values = family.extract(instances(("the gene%", "%"))).iloc[0]
    assert (values["noun"], values["other"]) == (0, 1)


def test_words_replace_the_tokens_if_the_tokeniser_fails(family, monkeypatch):
    from nltk.tokenize.destructive import NLTKWordTokenizer

    def fail(self, text):
        raise ValueError(text)

    monkeypatch.setattr(NLTKWordTokenizer, "span_tokenize", fail)
    values = family.extract(instances(('the "gene" ran', "gene"), ("ran % of", "%")))
    assert values.loc[0, "noun"] == 1
    assert values.loc[1].isna().all()


def test_a_missing_tagger_raises_an_error(tmp_path, no_data, monkeypatch):
    with pytest.raises(ResourceError, match="tagger"):
        measured(PartOfSpeech(), Store(mirror=tmp_path)).extract(instances(("a gene", "gene")))
