"""A feature set turns instances into named features, by TOML or in Python."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline

import lcp
from lcp.corpora.instances import as_instances
from lcp.errors import InputError, ResourceError
from lcp.extractors import Extractor, Feature, _import_all, families
from lcp.extractors.base import _REGISTRY
from lcp.featureset import FeatureSet
from lcp.recipes import recipe_names
from lcp.resources import Store

LENGTH = {"length": {"cmudict": False}}


@pytest.fixture(autouse=True)
def registered():
    """Families that a test registers are gone after it."""
    families()
    before = dict(_REGISTRY)
    yield
    _REGISTRY.clear()
    _REGISTRY.update(before)


@pytest.fixture
def table():
    sample = lcp.load_corpus("sample").iloc[::4]
    return sample.set_axis([f"row {n}" for n in range(len(sample))])


@pytest.fixture
def singles(table):
    return table[~table["token"].str.contains(" ")]


@pytest.fixture
def toml(tmp_path):
    def write(text):
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def instance(sentence, token, **columns):
    return pd.DataFrame({"sentence": [sentence], "token": [token], **columns})


def spy_family(title, at="word", *, does_learn=True):
    """Register a family that counts its rows and keeps what it was given."""

    class Spy(Extractor):
        name = title
        level = at
        learns = does_learn

        def __init__(self, *, factor=1.0):
            self.factor = factor

        def features(self):
            return [Feature(name, name, "1", "test") for name in ("number", "other")]

        def fit(self, frame):
            Spy.fitted = frame
            return self

        def extract(self, frame):
            Spy.extracted = frame
            numbers = np.arange(len(frame)) * self.factor
            return pd.DataFrame({"number": numbers, "other": -numbers}, index=frame.index)

    return Spy


# Columns and rows


def test_columns_are_family_and_feature_and_way_where_there_are_expressions(table, singles):
    features = FeatureSet(LENGTH | {"context": {"corpora": []}}, combine=["min", "last"])
    columns = list(features.fit_transform(table))
    assert columns[0] == "length__characters@min"
    assert "length__characters@last" in columns
    assert "context__position" in columns
    assert {c for c in columns if "@" not in c} == {c for c in columns if c[:7] == "context"}
    alone = list(features.fit_transform(singles))
    assert alone[0] == "length__characters"
    assert not [column for column in alone if "@" in column]


def test_the_order_is_that_of_the_families_and_then_of_the_ways(table):
    spy_family("zeta")
    spy_family("alpha", "sentence")
    features = FeatureSet({"zeta": {}, "alpha": {}}, combine=["max", "first"]).fit(table)
    expected = [
        *("zeta__number@max", "zeta__other@max", "zeta__number@first", "zeta__other@first"),
        *("alpha__number", "alpha__other"),
    ]
    assert list(features.transform(table).columns) == expected
    assert list(features.get_feature_names_out()) == expected


@pytest.mark.parametrize("kind", ["table", "singles"])
def test_names_columns_and_types_of_core(kind, request):
    table = request.getfixturevalue(kind)
    features = FeatureSet.load("core").fit(table)
    matrix = features.transform(table)
    assert list(matrix.columns) == list(features.get_feature_names_out())
    assert matrix.columns.is_unique
    assert matrix.index.equals(table.index)
    assert {str(dtype) for dtype in matrix.dtypes} == {"float64"}


def test_rows_follow_their_instances_whatever_the_index(table):
    features = FeatureSet.load("core").fit(table)
    matrix = features.transform(table)
    turned = features.transform(table.iloc[::-1])
    pd.testing.assert_frame_equal(turned, matrix.iloc[::-1])
    one_name = features.transform(table.set_axis([7] * len(table)))
    assert set(one_name.index) == {7}
    np.testing.assert_array_equal(one_name.to_numpy(), matrix.to_numpy())
    each = [features.transform(table.iloc[[row]]) for row in range(5)]
    pd.testing.assert_frame_equal(pd.concat(each), matrix.head(5))


def test_each_distinct_word_and_sentence_is_extracted_once_but_every_instance(table):
    of_words = spy_family("of_words")
    of_sentences = spy_family("of_sentences", "sentence")
    of_instances = spy_family("of_instances", "context")
    twice = pd.concat([table, table])
    features = FeatureSet({"of_words": {}, "of_sentences": {}, "of_instances": {}})
    matrix = features.fit_transform(twice)
    assert of_words.extracted["word"].is_unique
    assert list(of_words.extracted.columns) == ["word", "lemma"]
    assert of_sentences.extracted["sentence"].tolist() == list(dict.fromkeys(table["sentence"]))
    assert len(of_instances.extracted) == len(twice)
    halves = matrix.drop(columns=["of_instances__number", "of_instances__other"])
    np.testing.assert_array_equal(halves.iloc[: len(table)], halves.iloc[len(table) :])


def test_progress_is_told_each_family_in_order(table):
    told = []
    features = FeatureSet({"context": {}, "length": {"cmudict": False}}).fit(table)
    features.transform(table, progress=told.append)
    assert told == ["context", "length"]


def test_no_instances_give_no_rows(table):
    features = FeatureSet.load("core").fit(table)
    columns = list(features.get_feature_names_out())
    for empty in (table.head(0), pd.DataFrame({"sentence": [], "token": []})):
        matrix = features.transform(empty)
        assert matrix.shape == (0, len(columns))
        assert list(matrix.columns) == columns


def test_a_set_without_families_gives_no_columns(table):
    assert FeatureSet({}).fit_transform(table).shape == (len(table), 0)


def test_an_unfitted_set_says_so(table):
    for use in (FeatureSet(LENGTH).transform, FeatureSet(LENGTH).get_feature_names_out):
        with pytest.raises(NotFittedError):
            use(table)


# Combining and leaving out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('combine = ["mean"]', {"length__characters@mean": 6.5}),
        (
            'combine = ["first", "last"]',
            {"length__characters@first": 3, "length__characters@last": 10},
        ),
        ("", {"length__characters@mean": 6.5}),
    ],
)
def test_average_and_concatenate_of_the_papers_are_one_line(toml, line, expected):
    features = FeatureSet.load(toml(f"{line}\n[families.length]\ncmudict = false\n"))
    matrix = features.fit_transform(instance("The DNA expression was low.", "DNA expression"))
    characters = {c: v for c, v in matrix.iloc[0].items() if "__characters" in c}
    assert characters == expected
    assert features.name == "own"


def test_an_expression_of_three_words_and_one_of_equal_words_are_combined(table):
    features = FeatureSet(LENGTH, combine=["first", "last", "min", "max", "mean"]).fit(table)
    columns = [f"length__characters@{way}" for way in features.combine]
    three = features.transform(instance("Out to a wild blue yonder.", "a wild blue"))
    assert three[columns].iloc[0].tolist() == [1, 4, 1, 4, 3]
    equal = features.transform(instance("They said bye bye then.", "bye bye"))
    assert equal[columns].iloc[0].tolist() == [3] * 5
    one = features.transform(instance("A wild one.", "wild"))
    assert one[columns].iloc[0].tolist() == [4] * 5


def test_a_set_fitted_on_single_words_refuses_expressions(singles):
    features = FeatureSet(LENGTH).fit(singles)
    with pytest.raises(InputError, match="'wild one' is an expression of several words"):
        features.transform(instance("A wild one.", "wild one"))


def test_dropped_features_are_gone_and_nothing_else(toml, table):
    text = "[families.length]\ncmudict = false\n"
    every = FeatureSet.load(toml(text)).fit(table).get_feature_names_out()
    fewer = FeatureSet.load(toml('drop = ["length__digits", "length__hyphens"]\n' + text))
    left = fewer.fit(table).get_feature_names_out()
    gone = {"length__digits@mean", "length__hyphens@mean"}
    assert list(left) == [name for name in every if name not in gone]
    assert len(left) == len(every) - 2
    assert list(fewer.transform(table).columns) == list(left)


# Faults of a recipe

FAULTS = [
    ("[families.length]\n[families.lenght]\n", 2, "'lenght' in [families]", "'length'"),
    ("\n[families.length]\ncmudic = true\n", 3, "'cmudic' in [families.length]", "'cmudict'"),
    ("comine = []\n", 1, "'comine'", "'combine'"),
    ('\ncombine = ["mean", "maxx"]\n', 2, "'maxx' is no way to combine", "'max'"),
    ("combine = 3\n", 1, "not a list", "mean"),
    ('drop = ["length__digit"]\n[families.length]\n', 1, "'length__digit'", "'length__digits'"),
    ('drop = ["mrc__familiarity"]\n[families.length]\n', 1, "'mrc__familiarity'", ""),
    ('drop = "length__digits"\n[families.length]\n', 1, "not a list", "length__digits"),
    ("drop = [3]\n[families.length]\n", 1, "'3'", ""),
    ("\n[families]\nlength = true\n", 3, "'length' are not a table", "[families.length]"),
    ('families = ["length"]\n', 1, "'families' is not a table", "[families.length]"),
]


@pytest.mark.parametrize(("text", "line", "what", "hint"), FAULTS)
def test_what_is_wrong_in_a_recipe_is_told_with_its_line_and_the_nearest(
    toml, text, line, what, hint
):
    path = toml(text)
    with pytest.raises(InputError) as caught:
        FeatureSet.load(path)
    assert what in caught.value.what
    assert caught.value.where == f"{path}, line {line}"
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("features", "what", "hint"),
    [
        (FeatureSet({"lenght": {}}), "no feature family called 'lenght'", "'length'"),
        (FeatureSet({"length": {"cmu": 1}}), "'length' has no option 'cmu'", "'cmudict'"),
        (FeatureSet(LENGTH, combine=["first", "lst"]), "'lst' is no way", "'last'"),
        (FeatureSet(LENGTH, drop=["length__digit"]), "'length__digit'", "'length__digits'"),
    ],
)
def test_the_same_faults_are_told_in_python(table, features, what, hint):
    with pytest.raises(InputError) as caught:
        features.fit(table)
    assert what in caught.value.what
    assert hint in caught.value.hint


def test_an_unknown_name_is_told_with_the_nearest():
    with pytest.raises(InputError, match="no feature set named 'cor'") as caught:
        FeatureSet.load("cor")
    assert "Did you mean 'core'?" in caught.value.hint


# Resources


def test_a_set_is_never_half_filled_all_missing_resources_are_named(table, tmp_path):
    spy = spy_family("spy")
    store = Store(mirror=tmp_path / "mirror", cache=tmp_path / "cache")
    features = FeatureSet({"spy": {}, "mrc": {}, "wordlists": {}, **LENGTH}, store=store)
    assert features.resources() == ["mrc", "cefrj", "octanove", "ngsl", "awl"]
    assert features.missing() == features.resources()
    with pytest.raises(ResourceError, match="5 resources are not on this machine") as caught:
        features.fit(table)
    for name in features.resources():
        assert f"'{name}'" in caught.value.what
    assert "lcp fetch mrc cefrj octanove ngsl awl" in caught.value.hint
    assert not hasattr(spy, "fitted")


def test_resources_are_read_through_the_given_store(table, tmp_path):
    own = tmp_path / "own.csv"
    own.write_text("WORD,FAM,CONC,IMAG,MEANC,MEANP,AOA\nriver,6.5,5,5,4,4,2\n", encoding="utf-8")
    store = Store({"mrc": own}, mirror=tmp_path, cache=tmp_path / "cache")
    features = FeatureSet({"mrc": {}}, store=store).fit(table)
    assert features.missing() == []
    matrix = features.transform(instance("Cross the river.", "river"))
    assert matrix["mrc__familiarity@mean"].tolist() == [6.5]


def test_core_and_the_baseline_need_nothing(no_data):
    assert FeatureSet.load("core").resources() == []
    assert FeatureSet.load("frequency-baseline").resources() == []


@pytest.mark.parametrize("name", recipe_names("features"))
def test_every_set_that_ships_loads(name, no_data):
    features = FeatureSet.load(name)
    assert features.name == name
    assert features.families


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("andi", (61, 241)),
        ("last", (52, 93)),
        ("lcp-rit", (19, 19)),
        ("mosquera", (53, 53)),
        ("stanford-mlab", (56, 98)),
    ],
)
def test_a_published_set_gives_values_to_words_and_to_expressions(
    data, table, singles, name, columns
):
    features = FeatureSet.load(name)
    of_words, of_both = features.fit_transform(singles), features.fit_transform(table)
    assert (of_words.shape[1], of_both.shape[1]) == columns
    assert of_both.notna().any().all()


def test_a_resource_of_two_families_is_named_once():
    features = FeatureSet({"length": {"cmudict": True}, "readability": {"cmudict": True}})
    assert features.resources() == ["cmudict"]


# Learning


def test_learning_families_see_the_training_rows_alone(table):
    spy = spy_family("spy")
    training = table[::2]
    features = FeatureSet({"spy": {"factor": 2.0}, "frequency": {"sources": []}}).fit(training)
    features.transform(table)
    features.transform(instance("Nowhere was zzyzx seen, or zzyzx sold.", "zzyzx"))
    assert spy.fitted.index.tolist() == training.index.tolist()
    assert features.extractors_["spy"].factor == 2.0
    counted = features.extractors_["frequency"].counts_
    assert sum(counted["bible"].values()) > 0
    assert not any("zzyzx" in words for words in counted.values())


def test_select_divides_the_set_into_learning_and_other_families(table):
    features = FeatureSet(
        LENGTH | {"frequency": {"sources": ["wordfreq"]}, "context": {}},
        combine=["max"],
        drop=["length__digits", "frequency__zipf_stem"],
        name="mine",
        store=Store(mirror="/nowhere"),
    )
    learning, others = features.select(learning=True), features.select(learning=False)
    assert list(learning.families) == ["frequency"]
    assert list(others.families) == ["length", "context"]
    assert learning.drop == ["frequency__zipf_stem"]
    assert others.drop == ["length__digits"]
    for part in (learning, others):
        assert (part.name, part.combine, part.store) == ("mine", ["max"], features.store)
    together = [*learning.fit(table).get_feature_names_out()]
    together += [*others.fit(table).get_feature_names_out()]
    assert sorted(together) == sorted(features.fit(table).get_feature_names_out())
    fixed = FeatureSet({"frequency": {"sources": ["wordfreq"], "training": False}})
    assert list(fixed.select(learning=False).families) == ["frequency"]


def test_the_features_are_described_with_what_they_need():
    described = FeatureSet(LENGTH | {"mrc": {}}).describe().set_index(["family", "feature"])
    assert described.loc[("length", "characters"), "unit"] == "characters"
    assert described.loc[("mrc", "familiarity"), "resources"] == "mrc"
    assert list(FeatureSet({}).describe().columns)[:3] == ["family", "feature", "level"]


# Other packages, and scikit-learn


def test_a_package_outside_this_one_brings_its_family_by_an_entry_point(
    tmp_path, monkeypatch, table
):
    (tmp_path / "lcp_elsewhere.py").write_text(
        "import pandas as pd\n"
        "from lcp.extractors import Extractor, Feature\n"
        "class Elsewhere(Extractor):\n"
        "    name = 'elsewhere'\n"
        "    level = 'word'\n"
        "    def features(self):\n"
        "        return [Feature('letter_a', 'letters a', 'letters', 'test')]\n"
        "    def extract(self, frame):\n"
        "        return pd.DataFrame({'letter_a': frame['word'].str.count('a').astype(float)})\n"
    )
    facts = tmp_path / "lcp_elsewhere-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: lcp-elsewhere\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[lcp.extractors]\nx = lcp_elsewhere:Elsewhere\n")
    assert "elsewhere" not in families()
    monkeypatch.syspath_prepend(tmp_path)
    _import_all.cache_clear()
    assert "elsewhere" in families()
    matrix = (
        FeatureSet({"elsewhere": {}}, combine=["max"])
        .fit(table)
        .transform(instance("A banana tree.", "banana tree"))
    )
    assert matrix.to_dict("list") == {"elsewhere__letter_a@max": [3.0]}


def test_clone_and_parameters_are_those_of_scikit_learn(table):
    store = Store(mirror="/nowhere")
    features = FeatureSet(LENGTH, combine=["max"], drop=["length__digits"], name="x", store=store)
    assert features.get_params(deep=False) == {
        "families": LENGTH,
        "combine": ["max"],
        "drop": ["length__digits"],
        "name": "x",
        "store": store,
    }
    features.fit(table)
    copy = clone(features)
    assert not hasattr(copy, "extractors_")
    assert copy.families == LENGTH
    assert copy.set_params(combine=["min"]).combine == ["min"]
    assert features.combine == ["max"]


def test_a_pipeline_of_scikit_learn_takes_the_set(table):
    pipeline = make_pipeline(FeatureSet(LENGTH, combine=["max"]), Ridge())
    pipeline.fit(table, table["complexity"])
    assert pipeline.predict(table).shape == (len(table),)
    assert list(pipeline[-1].feature_names_in_) == list(pipeline[0].get_feature_names_out())


# Tables as people have them


def test_corpus_and_place_of_the_target_may_be_left_out(table):
    features = FeatureSet.load("core").fit(table)
    bare = table[["sentence", "token"]]
    matrix, full = features.transform(bare), features.transform(table)
    corpora = [column for column in full if column.startswith("context__corpus_")]
    assert len(corpora) == 3
    assert (matrix[corpora] == 0).all(axis=None)
    pd.testing.assert_frame_equal(matrix.drop(columns=corpora), full.drop(columns=corpora))
    assert list(bare.columns) == ["sentence", "token"]


def test_an_unknown_corpus_is_none_of_the_known_ones(table):
    features = FeatureSet({"context": {}}).fit(table)
    row = features.transform(instance("The river rose.", "river", corpus=["news"])).iloc[0]
    assert row.filter(like="corpus_").tolist() == [0, 0, 0]
    row = features.transform(instance("The river rose.", "river", corpus=["biomed"])).iloc[0]
    assert row.filter(like="corpus_").tolist() == [0, 1, 0]


EXTREME = {
    "emoji": ("I 😀 this.", "😀"),
    "joined emoji": ("A 👨‍👩‍👧 here.", "👨‍👩‍👧"),
    "combining marks": ("Her re\u0301sume\u0301 is long.", "re\u0301sume\u0301"),
    "Hindi": ("यह हिन्दी है।", "हिन्दी"),
    "Hebrew": ("זה עברית כאן", "עברית"),
    "Chinese": ("这是汉字。", "汉字"),
    "punctuation": ("Well — no.", "—"),
    "nothing to see": ("a \u200b b", "\u200b"),
    "null byte": ("a\x00b c", "a\x00b"),
    "digits": ("In 1984 ½ left.", "½"),
    "only the target": ("river", "river"),
    "long sentence": ("word " * 40_000 + "river", "river"),
    "long word": ("x" * 200_000 + " river", "river"),
    "long target": ("The " + "x" * 20_000, "x" * 20_000),
    "ten words": ("a b c d e f g h i j", "a b c d e f g h i j"),
}


@pytest.mark.parametrize("kind", EXTREME)
def test_extreme_texts_get_a_row_like_any_other(table, kind):
    sentence, token = EXTREME[kind]
    features = FeatureSet.load("core").fit(table)
    matrix = features.transform(instance(sentence, token))
    assert matrix.shape == (1, len(features.get_feature_names_out()))
    assert matrix["length__characters@max"].tolist() == [max(map(len, token.split()))]
    assert not np.isinf(matrix).any(axis=None)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([("a b", "b")], "a pandas DataFrame, not list"),
        (pd.DataFrame({"token": ["a"]}), "no column 'sentence'"),
        (pd.DataFrame({"sentence": ["a"]}), "no column 'token'"),
        (pd.DataFrame({"sentence": ["a", "a b"], "token": ["a", "c"]}), "row 1: The target 'c'"),
        (pd.DataFrame({"sentence": ["a", "a"], "token": ["a", " "]}), "row 1: The target is empty"),
        (instance("a", ""), "row 0: The target is empty"),
        (instance("a b", "", start=[0], end=[0]), "row 0: The target is empty"),
        (instance("a", None), "row 0: The token is not a text but None"),
        (instance(3, "3"), "row 0: The sentence is not a text but 3"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_with_the_row(given, message):
    with pytest.raises(InputError, match=message):
        as_instances(given)


def test_a_span_that_is_given_is_kept_and_one_that_is_not_is_found():
    found = as_instances(instance("fit to fit", "fit"))
    assert found[["start", "end", "corpus"]].iloc[0].tolist() == [0, 3, ""]
    given = as_instances(instance("fit to fit", "fit", start=[7], end=[10], corpus=["bible"]))
    assert given[["start", "end", "corpus"]].iloc[0].tolist() == [7, 10, "bible"]


def test_every_family_fits_the_real_instances(data):
    table = lcp.load_corpus("complex", task=2).head(60)
    features = FeatureSet.load("full").fit(table)
    matrix = features.transform(table)
    assert matrix.shape == (60, len(features.get_feature_names_out()))
    assert matrix.notna().mean(axis=None) > 0.8
