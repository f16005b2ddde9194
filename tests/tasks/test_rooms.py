"""Rooms are found by listing; those of other packages when they are named."""

from __future__ import annotations

import sys

import pytest

from lcp import tasks
from lcp.errors import InputError
from lcp.recipes import recipe_names, recipe_path


@pytest.fixture
def other_room(tmp_path, monkeypatch):
    """Install a package with a room, and return its folder."""
    (tmp_path / "lcp_other.py").write_text(
        "from pathlib import Path\n"
        "from lcp.tasks.task import Room, Task\n"
        'ROOM = Room("other", Path(__file__).parent, {"one": Task("other:one")}, "one")\n'
    )
    metadata = tmp_path / "lcp_other-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: lcp_other\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[lcp.tasks]\nother = lcp_other:ROOM\n")
    (tmp_path / "features").mkdir()
    (tmp_path / "features" / "others.toml").write_text("[families.length]\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lcp_other", raising=False)
    monkeypatch.setattr(tasks, "_named", {})
    return tmp_path


def test_a_room_of_another_package_is_known_after_it_was_named(other_room):
    assert "other" not in tasks.rooms()
    assert recipe_path("features", "others") is None
    assert tasks.find_task("other").name == tasks.find_task("other:one").name == "other:one"
    assert "other" in tasks.rooms()
    assert recipe_path("features", "others") == other_room / "features" / "others.toml"


@pytest.mark.parametrize("address", ["absent", "absent:1", "complexity:3", "gaps:es", ":"])
def test_an_unknown_task_is_an_error(address):
    with pytest.raises(InputError) as caught:
        tasks.find_task(address)
    assert caught.value.where == "task"
    assert caught.value.hint


def test_every_task_has_its_own_address_and_recipes():
    for room in tasks.rooms().values():
        assert room.default in room.tasks
        for variant, task in room.tasks.items():
            assert task.name == f"{room.name}:{variant}"
            assert recipe_path("features", task.features)
            assert recipe_path("models", task.estimator)


def test_families_and_estimators_of_rooms_can_be_imported():
    for room in tasks.rooms().values():
        for name in room.families:
            assert tasks.find_class("families", name).name == name
        for name in room.estimators:
            kind = tasks.find_class("estimators", name)
            assert tasks.estimator_named(kind.__name__) is kind


def test_recipes_of_rooms_have_other_names():
    for kind in ("features", "models"):
        names = [path.stem for path in tasks.files(f"{kind}/*.toml")]
        assert len(set(names)) == len(names)
        assert not set(names) & set(recipe_names(kind))
