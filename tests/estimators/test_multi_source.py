"""One regressor for several rated corpora."""

import numpy as np
import pandas as pd
import pytest

from lcp.estimators.heads import FIXEDNESS, NAME
from lcp.estimators.multi_source import MultiSourceRegressor
from lcp.estimators.storage import from_plain, to_plain
from lcp.features.matrix import Matrix
from tests.errors import refused
from tests.estimators.conftest import line, trees, with_rows

HOME, OTHER, PHRASES = "complex", "cefr", "phrases"
TREES = trees()


def regressor(part=None, **options):
    options = {"sources": [HOME, OTHER, PHRASES], **options}
    return Tabular(*[part or line()] * 4, **options)


class Tabular(MultiSourceRegressor):
    """Takes tables, whose columns without a family say what the rows are."""

    def fit(self, X, y):
        return super().fit(with_rows(X), y)

    def predict(self, X):
        return super().predict(with_rows(X))

    def contributions(self, X):
        return super().contributions(with_rows(X))


def instances(n=200, *, source="", readers="general", genre="", random_state=0):
    """Single words; the sentence of other sources is unknown."""
    difficulty = np.random.default_rng(random_state).uniform(0, 1, n)
    return pd.DataFrame(
        {
            "length__letters@mean": difficulty,
            "length__letters@rarest": difficulty,
            "length__letters@commonest": difficulty,
            "context__words": 1.0 if source == HOME else np.nan,
            "source": source,
            "readers": readers,
            "genre": genre,
        }
    )


@pytest.fixture
def training():
    """The home corpus rates from 0.2 to 0.4, the other one from 0 to 1."""
    home, other = instances(source=HOME, genre="bible"), instances(source=OTHER, readers="learner")
    X = pd.concat([home, other], ignore_index=True)
    y = np.concatenate([0.2 + 0.2 * home["length__letters@mean"], other["length__letters@mean"]])
    return X, y


@pytest.fixture
def fitted(training):
    return regressor().fit(*training)


def test_ratings_of_other_sources_are_linked_to_the_home_scale(fitted):
    (link,) = fitted.links_.values()
    assert (link.intercept, link.slope) == pytest.approx((0.2, 0.2), abs=1e-6)


def test_genre_and_readers_choose_the_regressor(fitted):
    unknown = instances(20, random_state=1)
    difficulty = unknown["length__letters@mean"]
    np.testing.assert_allclose(fitted.predict(unknown), 0.2 + 0.2 * difficulty, atol=1e-6)
    learner = unknown.assign(readers="learner")
    np.testing.assert_allclose(fitted.predict(learner), difficulty, atol=1e-6)
    known = unknown.assign(genre="bible", context__words=1.0)
    np.testing.assert_allclose(fitted.predict(known), 0.2 + 0.2 * difficulty, atol=1e-6)


def test_learners_get_the_scale_of_the_last_source_in_training(training):
    X, y = training
    sources = [HOME, OTHER, "kvl"]
    thirds = X[X["source"] == OTHER].assign(source="kvl")
    both = pd.concat([X, thirds], ignore_index=True)
    reversed_scale = np.concatenate([y, 1 - thirds["length__letters@mean"]])
    rows = instances(20, readers="learner", random_state=1)
    difficulty = rows["length__letters@mean"]

    def learners(X, y, rows=rows):
        return regressor(sources=sources).fit(X, y).predict(rows)

    np.testing.assert_allclose(learners(both, reversed_scale), 1 - difficulty, atol=1e-6)
    own = rows.assign(source=OTHER)
    np.testing.assert_allclose(learners(both, reversed_scale, own), difficulty, atol=1e-6)
    # The order of the rows has no effect.
    mixed = np.random.default_rng(0).permutation(len(both))
    shuffled = learners(both.iloc[mixed], reversed_scale[mixed])
    np.testing.assert_allclose(shuffled, 1 - difficulty, atol=1e-6)
    # Without ratings of the last source, the one before it is the last.
    np.testing.assert_allclose(learners(X, y), difficulty, atol=1e-6)


def test_predictions_of_other_genres_are_averaged_with_those_of_the_home_corpus(training):
    X, y = training
    rows = X.assign(source="", readers="general", genre="")
    noisy = y + np.random.default_rng(0).normal(0, 0.05, len(y))
    shared, both, home = (
        regressor(TREES, home_weight=w).fit(X, noisy).predict(rows) for w in (0.0, 0.25, 1.0)
    )
    assert np.abs(shared - home).max() > 0.001
    np.testing.assert_allclose(both, 0.75 * shared + 0.25 * home)


def test_features_that_words_without_a_sentence_lack_are_used_by_home_alone(fitted):
    assert fitted.shared_.feature_names_in_.tolist() == ["length__letters"]


def expressions(rarest, commonest, **columns):
    """Rows of an expression of two words, with the mean as the feature of the whole."""
    rows = instances(len(rarest))
    rows["length__letters@rarest"], rows["length__letters@commonest"] = rarest, commonest
    return rows.assign(**{"length__letters@mean": (rarest + commonest) / 2, **columns})


def test_without_rated_expressions_an_expression_has_the_mean_of_two_predictions(fitted):
    row = expressions(np.array([0.6]), np.array([0.2]))
    assert fitted.predict(row)[0] == pytest.approx(0.2 + 0.2 * 0.4)


@pytest.fixture
def graded(training):
    """The grade of an expression says nothing of its words, and its whole is known."""
    X, y = training
    rng = np.random.default_rng(5)
    rarest, commonest = rng.uniform(0, 1, 60), rng.uniform(0, 0.5, 60)
    phrases = expressions(rarest, commonest, source=PHRASES)
    phrases["length__letters@mean"] = grades = np.linspace(0, 1, 60)
    table = pd.concat([X, phrases], ignore_index=True)
    return table, np.concatenate([y, grades]), phrases.assign(source="")


def test_an_expression_is_predicted_from_its_words_and_as_a_whole(graded):
    table, rated, new = graded
    letters = [f"length__letters@{which}" for which in ("rarest", "commonest")]
    grades = new["length__letters@mean"]
    words, both, whole = (
        regressor(whole_weight=w).fit(table, rated).predict(new) for w in (0.0, 0.5, 1.0)
    )
    assert np.corrcoef(words, new[letters].mean(axis=1))[0, 1] == pytest.approx(1)
    assert np.corrcoef(whole, grades)[0, 1] == pytest.approx(1)
    assert min(np.corrcoef(both, each)[0, 1] for each in (words, whole)) > 0.5
    # The scale is that of the words for other genres; rated expressions have their own.
    rarest = new["length__letters@rarest"]
    assert words.mean() == pytest.approx((0.2 + 0.2 * rarest).mean(), abs=1e-6)
    fitted = regressor().fit(table, rated)
    np.testing.assert_allclose(fitted.predict(table[-60:]), grades, atol=1e-6)
    learners = fitted.predict(new.assign(readers="learner"))
    assert np.corrcoef(learners, fitted.predict(new))[0, 1] > 0.9


def test_the_whole_decides_on_idioms_and_says_nothing_about_literal_words(graded):
    table, rated, new = graded
    names = [NAME, NAME.replace("rarest", "commonest")]
    columns = {FIXEDNESS: np.nan, **dict.fromkeys(names, 0.0)}
    fitted = regressor().fit(table.assign(**columns), rated)
    literal, listed, idiom = (
        fitted.predict(new.assign(**columns | {FIXEDNESS: n})) for n in range(3)
    )
    grades = new["length__letters@mean"]
    order = [np.corrcoef(each, grades)[0, 1] for each in (literal, listed, idiom)]
    assert order == sorted(order)
    np.testing.assert_allclose(listed, (literal + idiom) / 2)
    named = fitted.predict(new.assign(**{FIXEDNESS: 0.0} | dict.fromkeys(names, 1.0)))
    np.testing.assert_allclose(literal - named, literal.std())
    rows = new.assign(**{FIXEDNESS: np.arange(60) % 3} | dict.fromkeys(names, 1.0))
    np.testing.assert_allclose(fitted.contributions(rows).sum(axis=1), fitted.predict(rows))


def test_for_learners_no_listed_expression_is_beyond_the_highest_rating(graded):
    table, rated, new = graded
    easy = np.linspace(0.1, 0.2, 20)
    rows = expressions(easy, easy / 2, source=OTHER, readers="learner")
    ratings = np.concatenate([rated, np.linspace(0.1, 0.8, 20)])
    fitted = regressor(whole_weight=0.0).fit(pd.concat([table, rows], ignore_index=True), ratings)
    new = new.assign(readers="learner")
    assert fitted.predict(new).max() == pytest.approx(0.8)
    np.testing.assert_allclose(fitted.contributions(new).sum(axis=1), fitted.predict(new))


def test_grades_of_expressions_are_linked_like_those_of_words(graded):
    table, rated, _ = graded
    # Words of grade 14 have the rating 0.5.
    grades = (2 + 24 * table["length__letters@mean"]).where(table["source"] == OTHER, 0)
    known = {f"acquisition__grade@{which}": grades for which in ("mean", "rarest", "commonest")}
    whole = regressor().fit(table.assign(**known), rated).expressions_["learner"].whole
    assert (whole.intercept, whole.slope) == pytest.approx((0, 0.5), abs=1e-6)


def test_abbreviations_of_the_home_corpus_say_nothing_about_other_texts(training):
    X, y = training
    extra = X[:40].assign(**{"length__acronym@rarest": 1.0})
    table = pd.concat([X, extra], ignore_index=True).fillna({"length__acronym@rarest": 0.0})
    for other in ("mean", "commonest"):
        table[f"length__acronym@{other}"] = table["length__acronym@rarest"]
    fitted = regressor().fit(table, np.concatenate([y, np.ones(40)]))
    link = fitted.links_["cefr"]
    assert (link.intercept, link.slope) == pytest.approx((0.2, 0.2), abs=1e-6)


def test_one_source_is_predicted_by_home_alone(training):
    X, y = (part[:200] for part in training)
    model = regressor().fit(X, y)
    assert model.shared_ is None
    columns = [column for column in X if "__" in column]
    np.testing.assert_allclose(model.predict(X), line().fit(X[columns], y).predict(X[columns]))
    assert model.sentence_counts() == {"*": ("*",)}


def test_the_sentence_counts_in_genres_of_the_home_corpus_but_never_for_learners(fitted):
    assert fitted.sentence_counts() == {"*": ("bible",), "learner": ()}


def test_instances_of_a_corpus_that_is_not_named_are_refused(training):
    X, y = training
    X.loc[:4, "source"] = "mine"
    with refused("5 instances"):
        regressor().fit(X, y)


@pytest.mark.parametrize("options", [{"sources": []}, {"sources": "cefr"}, {"home_weight": 2}])
def test_impossible_parameters_are_refused(training, options):
    with pytest.raises(ValueError, match=r"'(sources|home_weight)'"):
        regressor(**options).fit(*training)


def test_rows_of_which_nothing_is_known_are_predicted_by_home(fitted, training):
    X = with_rows(training[0])
    unknown = Matrix(X.values, X.columns)
    of_targets = [name for name in X.names if not name.endswith(("rarest", "commonest"))]
    expected = fitted.home_.predict(X.select(of_targets))
    np.testing.assert_array_equal(MultiSourceRegressor.predict(fitted, unknown), expected)


def test_a_loaded_regressor_without_a_scale_is_refused(graded):
    table, rated, _ = graded
    content = to_plain(regressor().fit(table, rated))
    content["__estimator__"] = "MultiSourceRegressor"
    from_plain(content)
    del content["fitted"]["expressions_"]["learner"]
    with pytest.raises(ValueError, match="no scale"):
        from_plain(content)
    content["fitted"]["links_"]["cefr"]["slope"] = None
    with pytest.raises(ValueError, match="a number or array of its Scale"):
        from_plain(content)


def test_contributions_add_up_to_the_predictions_of_every_regressor(training):
    X, y = training
    model = regressor(TREES).fit(X, y)
    rows = pd.concat(
        [
            instances(10, random_state=2),
            instances(10, readers="learner", random_state=3),
            instances(10, source=HOME, genre="bible", random_state=4),
        ],
        ignore_index=True,
    )
    values = model.contributions(rows)
    assert values.shape == (30, X.shape[1] - 3 + 1)
    np.testing.assert_allclose(values.sum(axis=1), model.predict(rows), atol=1e-9)
    assert (values[:20, 0] == 0).all()  # of the whole, which words do not use
