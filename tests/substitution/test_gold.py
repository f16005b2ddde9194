"""Readers of BenchLS and TSAR-2022."""

import pytest

from lcp.errors import InputError
from lcp.resources import Store
from lcp.substitution.gold import load_gold


@pytest.fixture
def load(tmp_path):
    def read(name, *lines):
        path = tmp_path / "gold"
        path.write_text("\n".join(lines), encoding="utf-8")
        return load_gold(name, store=Store({name: path}))

    return read


def test_benchls_has_ranks_and_the_index_of_a_token(load):
    (instance,) = load("benchls", "a cat saw a cat .\tcat\t4\t1:pet\t2:animal\t1:Kitty\t3:pet\n")
    assert instance.span == (12, 15)
    assert instance.substitutes == {"pet": 1, "animal": 2, "kitty": 1}
    assert instance.best() == {"pet", "kitty"}


def test_an_index_of_another_token_is_corrected(load):
    (instance,) = load("benchls", "a cat , it is .\tcat\t2\t1:pet")
    assert (instance.target, instance.span) == ("cat", (2, 5))


def test_tsar2022_counts_annotators_and_leaves_the_target_out(load):
    line = "A big “cat” came.\tbig\tlarge\tlarge\tBig\thuge\tlarge"
    (instance,) = load("tsar2022", line, "")
    assert instance.span == (2, 5)
    assert instance.substitutes == {"large": 3, "huge": 1}
    assert instance.best() == {"large"}


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("benchls", "only one field"),
        ("benchls", "a cat\tcat\tx\t1:pet"),
        ("benchls", "a cat\tdog\t1\t1:pet"),
        ("benchls", "a cat\tcat\t1\tpet"),
        ("tsar2022", "A cat.\tdog\tpet"),
    ],
)
def test_a_line_in_another_format_is_named(load, name, line):
    with pytest.raises(InputError, match="not in the format") as error:
        load(name, line)
    assert error.value.where.endswith("line 1")


def test_an_unknown_gold_standard_raises_an_error():
    with pytest.raises(InputError, match="no gold standard called 'benchl'"):
        load_gold("benchl")


def test_the_real_files_have_the_published_sizes(data):
    benchls, trial = (load_gold(name, store=Store(mirror=data)) for name in ("benchls", "tsar2022"))
    assert (len(benchls), len(trial)) == (929, 10)
    assert all(each.substitutes for each in (*benchls, *trial))
    assert trial[0].best() == {"mandatory"}
