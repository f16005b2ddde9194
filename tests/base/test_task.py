"""Tasks are found by entry points; what is known does not depend on what was named before."""

import sys

import pytest

from lcp.base.task import TASKS, Registry
from lcp.files.recipes import recipe_names, recipe_path
from tests.errors import refused
from tests.packages import install
from tests.processes import python


@pytest.fixture
def other(tmp_path, monkeypatch):
    """Install a package with a task, and return its folder."""
    source = (
        "from pathlib import Path\n"
        "from lcp.base.task import Plugin, Task\n"
        'PLUGIN = Plugin(Path(__file__).parent, (Task("other:one", columns=("mood",)),))\n'
    )
    entries = "[lcp.tasks]\nother = lcp_other:PLUGIN\nbroken = lcp_absent:PLUGIN\nodd = os:sep\n"
    install(tmp_path, "lcp_other", source, entries)
    (tmp_path / "features").mkdir()
    (tmp_path / "features" / "others.toml").write_text("[families.length]\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lcp_other", raising=False)
    return tmp_path


def test_a_task_of_another_package_is_known_without_being_named(other, monkeypatch):
    registry = Registry()
    with pytest.warns(UserWarning, match="lcp_other are not.*(lcp_absent|os:sep)"):
        assert "mood" in registry.columns
    assert registry.find("other").name == registry.find("other:one").name == "other:one"
    monkeypatch.setattr("lcp.files.recipes.TASKS", registry)
    assert recipe_path("features", "others") == other / "features" / "others.toml"


def test_the_tasks_of_this_package_are_plugins():
    assert {"gaps", "vocabulary"} <= TASKS.plugins.keys()


@pytest.mark.parametrize("name", ["absent", "absent:1", "complexity:3", "3", "gaps:es", ":", ""])
def test_an_unknown_task_is_an_error(name):
    with refused(where="task", hint=""):
        TASKS.find(name)


def test_every_task_has_its_own_name_and_recipes():
    names = [task.name for task in TASKS.tasks()]
    assert len(set(names)) == len(names)
    for task in TASKS.tasks():
        assert TASKS.find(task.name) is task
        assert recipe_path("features", task.features)
        assert recipe_path("models", task.estimator)
    for name, plugin in TASKS.plugins.items():
        assert TASKS.find(name) is plugin.tasks[0]
        assert all(task.name.startswith(f"{name}:") for task in plugin.tasks)


def test_families_and_estimators_of_plugins_can_be_imported():
    for plugin in TASKS.plugins.values():
        for name in plugin.families:
            assert TASKS.member("families", name).name == name
        for name in plugin.estimators:
            kind = TASKS.member("estimators", name)
            assert TASKS.member("estimators", kind.__name__) is kind


def test_plugins_are_imported_only_for_what_the_package_does_not_have():
    registry = Registry()
    own = {"blend": "lcp.estimators.blend:Blend"}
    assert registry.member("estimators", "Blend", own).__name__ == "Blend"
    assert "plugins" not in vars(registry)
    assert registry.member("estimators", "NoSuchEstimator", own) is None
    assert "plugins" in vars(registry)


def test_a_prediction_imports_no_plugin():
    code = "import sys, lcp; lcp.load_model().predict_one('A river.', 'river'); print(*sys.modules)"
    imported = python("-c", code).stdout.split()
    assert "lcp.model.predictor" in imported
    assert "lcp.tasks" not in imported


def test_recipes_of_plugins_have_other_names():
    for kind in ("features", "models"):
        names = [path.stem for path in TASKS.files(f"{kind}/*.toml")]
        assert len(set(names)) == len(names)
        assert not set(names) & set(recipe_names(kind))
