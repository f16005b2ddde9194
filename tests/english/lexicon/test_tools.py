"""The tools that build what ships."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import tools
from tools.choices import fit_choices

FOLDER = Path(tools.__file__).parent
MODULES = [
    ".".join(("tools", *path.relative_to(FOLDER).with_suffix("").parts))
    for path in sorted(FOLDER.rglob("*.py"))
]


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.filterwarnings("ignore")
def test_a_tool_names_only_modules_and_functions_that_exist(name):
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if str(error.name).split(".")[0] in {"lcp", "tools"}:
            raise
        pytest.skip(f"needs {error.name}")


def test_the_feature_of_right_options_has_a_positive_weight():
    options = np.array([[1.0, 0.5], [0.0, 0.5], [0.0, 0.1], [1.0, 0.1], [0.0, 0.1]])
    weights = fit_choices(options, [2, 3], [0, 1], 0.1)
    assert weights[0] > 1
    assert weights[1] == pytest.approx(0, abs=1e-6)


def test_an_instance_counts_as_often_as_its_share():
    options = np.array([[1.0], [0.0], [1.0], [0.0]])
    weights = fit_choices(options, [2, 2], [0, 1], 0.01, np.array([1.0, 3.0]))
    repeated = fit_choices(np.tile([[1.0], [0.0]], (4, 1)), [2] * 4, [0, 1, 1, 1], 0.01)
    assert weights[0] < 0
    assert weights == pytest.approx(repeated, abs=1e-4)
