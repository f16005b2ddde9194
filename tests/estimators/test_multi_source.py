"""One regressor for several rated corpora."""

import numpy as np
import pandas as pd
import pytest

from lcp.estimators.multi_source import FIXEDNESS, NAME, MultiSourceRegressor
from tests.errors import refused
from tests.estimators.conftest import line, trees

HOME, OTHER = "readers__source_complex", "readers__source_cefr"
PHRASES = "readers__source_phrases"
TREES = trees()


def regressor(part=None, **options):
    return MultiSourceRegressor(*[part or line()] * 4, **options)


def instances(n=200, *, source, learner=0.0, genre=np.nan, random_state=0):
    """Single words; the sentence of other sources is unknown."""
    difficulty = np.random.default_rng(random_state).uniform(0, 1, n)
    return pd.DataFrame(
        {
            "length__letters@mean": difficulty,
            "length__letters@rarest": difficulty,
            "length__letters@commonest": difficulty,
            "context__genre_bible": genre,
            "context__words": 1.0 if source == HOME else np.nan,
            "readers__learner": learner,
            HOME: float(source == HOME),
            OTHER: float(source == OTHER),
        }
    )


@pytest.fixture
def training():
    """The home corpus rates from 0.2 to 0.4, the other one from 0 to 1."""
    home, other = instances(source=HOME, genre=1.0), instances(source=OTHER, learner=1.0)
    X = pd.concat([home, other], ignore_index=True)
    y = np.concatenate([0.2 + 0.2 * home["length__letters@mean"], other["length__letters@mean"]])
    return X, y


@pytest.fixture
def fitted(training):
    return regressor().fit(*training)


def test_ratings_of_other_sources_are_linked_to_the_home_scale(fitted):
    assert list(fitted.links_) == ["cefr"]
    np.testing.assert_allclose(fitted.links_["cefr"], (0.2, 0.2), atol=1e-6)


def test_genre_and_readers_choose_the_regressor(fitted):
    unknown = instances(20, source="", genre=0.0, random_state=1)
    difficulty = unknown["length__letters@mean"]
    np.testing.assert_allclose(fitted.predict(unknown), 0.2 + 0.2 * difficulty, atol=1e-6)
    learner = unknown.assign(readers__learner=1.0)
    np.testing.assert_allclose(fitted.predict(learner), difficulty, atol=1e-6)
    known = unknown.assign(context__genre_bible=1.0, context__words=1.0)
    np.testing.assert_allclose(fitted.predict(known), 0.2 + 0.2 * difficulty, atol=1e-6)


def test_learners_get_the_scale_of_the_last_source_in_training(training):
    X, y = training
    third = "readers__source_kvl"
    names = [HOME, OTHER, third]
    thirds = X[X[OTHER] == 1].assign(**{OTHER: 0.0, third: 1.0})
    both = pd.concat([X.assign(**{third: 0.0}), thirds], ignore_index=True)
    reversed_scale = np.concatenate([y, 1 - thirds["length__letters@mean"]])
    rows = instances(20, source="", genre=0.0, learner=1.0, random_state=1)
    rows = rows.assign(**{third: 0.0})[both.columns]
    difficulty = rows["length__letters@mean"]
    assert list(both.columns[-3:]) == names

    def learners(X, y, rows=rows):
        return regressor().fit(X, y).predict(rows)

    np.testing.assert_allclose(learners(both, reversed_scale), 1 - difficulty, atol=1e-6)
    own = rows.assign(**{OTHER: 1.0})
    np.testing.assert_allclose(learners(both, reversed_scale, own), difficulty, atol=1e-6)
    # Without ratings of the last source, the one before it is the last.
    np.testing.assert_allclose(learners(X.assign(**{third: 0.0}), y), difficulty, atol=1e-6)


def test_predictions_of_other_genres_are_averaged_with_those_of_the_home_corpus(training):
    X, y = training
    rows = X.assign(**{column: 0.0 for column in X if column.startswith(("readers", "context"))})
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
    rows = instances(len(rarest), source="", genre=0.0)
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
    phrases = expressions(rarest, commonest, **{PHRASES: 1.0})
    phrases["length__letters@mean"] = grades = np.linspace(0, 1, 60)
    table = pd.concat([X.assign(**{PHRASES: 0.0}), phrases], ignore_index=True)
    new = phrases.assign(**{PHRASES: 0.0})[table.columns]
    return table, np.concatenate([y, grades]), new


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
    learners = fitted.predict(new.assign(readers__learner=1.0))
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
    rows = expressions(easy, easy / 2, **{OTHER: 1.0, PHRASES: 0.0, "readers__learner": 1.0})
    ratings = np.concatenate([rated, np.linspace(0.1, 0.8, 20)])
    fitted = regressor(whole_weight=0.0).fit(pd.concat([table, rows], ignore_index=True), ratings)
    new = new.assign(readers__learner=1.0)
    assert fitted.predict(new).max() == pytest.approx(0.8)
    np.testing.assert_allclose(fitted.contributions(new).sum(axis=1), fitted.predict(new))


def test_grades_of_expressions_are_linked_like_those_of_words(graded):
    table, rated, _ = graded
    # Words of grade 14 have the rating 0.5.
    grades = (2 + 24 * table["length__letters@mean"]).where(table[OTHER] == 1, 0)
    known = {f"acquisition__grade@{which}": grades for which in ("mean", "rarest", "commonest")}
    scale = regressor().fit(table.assign(**known), rated).expressions_["learner"]
    assert scale[2:4] == pytest.approx((0, 0.5), abs=1e-6)


def test_abbreviations_of_the_home_corpus_say_nothing_about_other_texts(training):
    X, y = training
    extra = X[:40].assign(**{"length__acronym@rarest": 1.0})
    table = pd.concat([X, extra], ignore_index=True).fillna({"length__acronym@rarest": 0.0})
    for other in ("mean", "commonest"):
        table[f"length__acronym@{other}"] = table["length__acronym@rarest"]
    fitted = regressor().fit(table, np.concatenate([y, np.ones(40)]))
    assert fitted.links_["cefr"] == pytest.approx((0.2, 0.2), abs=1e-6)


def test_one_source_is_predicted_by_home_alone(training):
    X, y = (part[:200] for part in training)
    model = regressor().fit(X, y)
    assert model.shared_ is None
    columns = [column for column in X if not column.startswith("readers__")]
    np.testing.assert_allclose(model.predict(X), line().fit(X[columns], y).predict(X[columns]))


def test_instances_of_a_corpus_that_the_features_do_not_name_are_refused(training):
    X, y = training
    X.loc[:4, HOME] = 0.0
    with refused("5 instances"):
        regressor().fit(X, y)


def test_a_matrix_of_readers_alone_is_predicted_by_home(training):
    X, y = training
    readers = X[[column for column in X if column.startswith("readers")]]
    fitted = regressor().fit(readers, y)
    predicted = fitted.predict(readers)
    for source in (HOME, OTHER):
        rows = (X[source] == 1).to_numpy()
        np.testing.assert_allclose(predicted[rows], y[rows].mean())


def test_contributions_add_up_to_the_predictions_of_every_regressor(training):
    X, y = training
    model = regressor(TREES).fit(X, y)
    rows = pd.concat(
        [
            instances(10, source="", genre=0.0, random_state=2),
            instances(10, source="", genre=0.0, learner=1.0, random_state=3),
            instances(10, source=HOME, genre=1.0, random_state=4),
        ],
        ignore_index=True,
    )
    values = model.contributions(rows)
    assert values.shape == (30, X.shape[1] + 1)
    np.testing.assert_allclose(values.sum(axis=1), model.predict(rows), atol=1e-9)
    assert (values[:20, 0] == 0).all()  # of the whole, which words do not use
