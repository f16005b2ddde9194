"""Names of groups of targets."""

from lcp.targets import Targets
from lcp.targets.groups import groups
from tests.cases import cases
from tests.errors import refused


@cases("targets/cases/groups", "group_by", "expected")
def test_a_group_has_the_name_of_its_shared_property(group_by, expected):
    sentences = ["A White lambs white lamb.", "B white lamb.", "A White lambs white lamb."]
    tokens = ["White lambs", "white lamb", "white lamb"]
    targets = Targets.table({"token": tokens, "sentence": sentences})
    assert groups(targets, group_by).tolist() == expected


def test_a_column_may_be_the_group_if_it_has_no_missing_value():
    table = {"token": ["a", "b"], "title": ["x", "y"]}
    assert groups(Targets.table(table), "title").tolist() == ["x", "y"]
    for titles in (["x", None], [None, None]):
        with refused(where="group_by", hint="form, lemma, stem or token+sentence"):
            groups(Targets.table({**table, "title": titles}), "title")
