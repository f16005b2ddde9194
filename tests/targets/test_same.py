"""The same word in another typography has the same rating."""

import lcp
from lcp.targets import Targets
from tests.cases import cases


@cases("english/cases/same")
def test_variants_of_a_word_have_the_same_form_and_complexity(case):
    pairs = [(case[name], case[f"target_{name}"]) for name in "ab"]
    one, other = (Targets.one(*pair)[0] for pair in pairs)
    assert one.target == other.target
    model = lcp.load_model()
    assert model.predict(one).tolist() == model.predict(other).tolist()
    if one.sentence == other.sentence:
        in_genre = [each.for_all(genre="bible") for each in (one, other)]
        assert len({tuple(model.predict(each)) for each in in_genre}) == 1
    table = Targets.table([{"sentence": sentence, "token": token} for sentence, token in pairs])
    assert table.target[0] == table.target[1]
