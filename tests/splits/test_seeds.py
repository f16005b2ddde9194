"""Seeds that a library would refuse after a long computation are refused at the start."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import lcp
from lcp.ablation import Ablation
from lcp.cli import app
from lcp.errors import InputError
from lcp.splits.seeds import LARGEST_SEED


@pytest.mark.parametrize("seed", [-1, 2**31 - 1, 2**64, 1.5, "0", None, True])
def test_an_invalid_seed_is_refused_before_training(seed):
    with pytest.raises(InputError, match="is not a valid seed"):
        lcp.train("sample", "frequency-baseline", "linear", cv=0, random_state=seed)
    with pytest.raises(InputError, match="is not a valid seed"):
        lcp.cross_validate(None, None, None, random_state=seed)
    with pytest.raises(InputError, match="is not a valid seed"):
        Ablation.prepare(None, None, None, random_state=seed)


def test_the_largest_seed_works_with_repeats_and_every_generator():
    model = lcp.train(
        "sample", "frequency-baseline", "lightgbm-fast", cv=2, repeats=2, random_state=LARGEST_SEED
    )
    assert model.scores_ is not None


@pytest.mark.parametrize("command", ["fit", "ablate", "split", "evaluate", "compare", "audit"])
def test_commands_refuse_a_larger_seed_as_a_usage_error(command):
    done = CliRunner().invoke(app, [command, "--seed", str(LARGEST_SEED + 1)])
    assert done.exit_code == 2
    assert "--seed" in done.output
