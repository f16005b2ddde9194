"""A sample of the attacks: hostile input is refused or used."""

import contextlib
import importlib.util
import random

import pytest

from lcp.errors import LCPError
from tests.attacks.attacks import ATTACKS

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("models", 40),
        ("tables", 120),
        ("recipes", 60),
        ("written tables", 60),
        ("cache", 40),
        ("characters", 40),
        ("documents", 120),
        ("parquet", 40),
        ("server", 40),
    ],
)
def test_hostile_input_is_refused_or_used(name, number, tmp_path, capfd):
    if name == "server" and importlib.util.find_spec("fastapi") is None:
        pytest.skip("the extra web is not installed")
    attack = ATTACKS[name](tmp_path)
    used = 0
    for seed in range(number):
        with contextlib.suppress(LCPError):
            used += attack(random.Random(seed)) is not False  # noqa: S311 - not for security
    assert 0 < used <= number
    if name == "models":
        assert used < number
        assert capfd.readouterr() == ("", "")
