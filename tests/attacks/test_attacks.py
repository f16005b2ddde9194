"""A sample of the attacks: hostile input is refused or used."""

import contextlib
import importlib.util
import random

import pytest

from lcp.errors import LCPError
from tests.attacks.attacks import ATTACKS

pytestmark = pytest.mark.filterwarnings("ignore")


#: Inputs of each attack; 40 of the others.
NUMBERS = {"tables": 120, "documents": 120, "recipes": 60, "written tables": 60}


@pytest.mark.parametrize("name", ATTACKS)
def test_hostile_input_is_refused_or_used(name, tmp_path, capfd):
    if name == "server" and importlib.util.find_spec("fastapi") is None:
        pytest.skip("the extra web is not installed")
    attack = ATTACKS[name](tmp_path)
    used, number = 0, NUMBERS.get(name, 40)
    for seed in range(number):
        with contextlib.suppress(LCPError):
            used += attack(random.Random(seed)) is not False  # noqa: S311 - not for security
    assert 0 < used <= number
    if name == "models":
        assert used < number
        assert capfd.readouterr() == ("", "")
