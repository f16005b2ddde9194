"""Recipes are read by name or path, and their errors are reported with the line."""

from pathlib import Path

import pytest

from lcp.errors import nearest
from lcp.files.recipes import Recipe, check_keys, read_recipe, recipe_names
from tests.errors import refused
from tests.processes import python


def test_a_name_is_read_from_the_folder_of_its_kind():
    assert {"lightgbm", "linear", "random-forest", "ridge", "svr"} <= set(recipe_names("models"))
    assert recipe_names("models") == sorted(recipe_names("models"))
    recipe = read_recipe("models", "ridge")
    assert (recipe.kind, recipe.name, recipe.path.name) == ("models", "ridge", "ridge.toml")
    assert recipe.data["estimator"] == "ridge"


@pytest.mark.parametrize("kind", ["features", "models"])
def test_every_bundled_recipe_has_a_description_of_one_line(kind):
    for name in recipe_names(kind):
        description = read_recipe(kind, name).data["description"]
        assert description
        assert "\n" not in description


def test_recipes_of_an_installed_wheel_take_precedence(tmp_path, monkeypatch):
    package = tmp_path / "lcp"
    (tmp_path / "models").mkdir(parents=True)
    (tmp_path / "models" / "outside.toml").write_text("")
    monkeypatch.setattr("lcp.files.recipes._PACKAGE", package)
    assert recipe_names("models") == ["outside"]
    (package / "_recipes" / "models").mkdir(parents=True)
    (package / "_recipes" / "models" / "inside.toml").write_text("")
    assert recipe_names("models") == ["inside"]


@pytest.mark.parametrize("as_path", [str, Path])
def test_a_recipe_is_read_by_its_path(tmp_path, as_path):
    path = tmp_path / "my recipe.toml"
    # With a byte order mark and line ends of Windows.
    path.write_text("\ufeffdescription = 'é'\r\n[parameters]\r\na = 1\r\n", encoding="utf-8")
    recipe = read_recipe("features", as_path(path))
    assert recipe.name == "my recipe"
    assert recipe.data == {"description": "é", "parameters": {"a": 1}}


def test_the_error_for_an_unknown_name_suggests_the_nearest():
    with refused(r"named 'rigde'") as caught:
        read_recipe("models", "rigde")
    assert "Did you mean 'ridge'?" in str(caught.value)
    assert "lightgbm, lightgbm-fast, linear" in caught.value.hint


def test_the_error_for_a_missing_file_names_its_path(tmp_path):
    path = tmp_path / "ridge.toml"
    with refused("no such estimator recipe", where=path, hint="'ridge', without '.toml'"):
        read_recipe("models", str(path))


def test_a_folder_is_not_a_recipe(tmp_path):
    with refused("a folder, not a file", where=tmp_path):
        read_recipe("models", tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"a = 1\nb = = 2\n", "not valid TOML.*line 2, column 5"),
        (b"a = 1\na = 2\n", "not valid TOML.*line 2, column 6"),
        (b"a = 1\nb = [1,\n", "not valid TOML.*end of document"),
        (b"a = '\xe9'", "offset 5 is not UTF-8"),
        (b"a = " + b"[" * 5_000, "not valid TOML: maximum recursion"),
        (b"a = " + b"{a=" * 2_000 + b"1" + b"}" * 2_000, "not valid TOML: maximum recursion"),
        (b"a = 1\n" * 100_000, "The file has more than 100,000 bytes"),
    ],
    ids=range(7),
)
def test_a_damaged_recipe_is_reported_with_its_place(tmp_path, text, message):
    path = tmp_path / "a.toml"
    path.write_bytes(text)
    with refused(message) as caught:
        read_recipe("models", path)
    assert caught.value.where.startswith(str(path))


def test_the_error_for_an_invalid_key_suggests_the_nearest():
    recipe = Recipe("models", "own", Path("own.toml"), {})
    check_keys(recipe, ["alpha"], ["alpha"], prefix=("parameters",))
    with refused(r"'beta' in \[parameters\]") as caught:
        check_keys(recipe, ["alpha", "beta"], ["alpha", "bta"], prefix=("parameters",))
    assert caught.value.where == "own.toml, parameters.beta"
    assert caught.value.hint == "Did you mean 'bta'? Valid names: alpha, bta."


def test_the_nearest_name_ignores_case_and_must_be_similar():
    assert nearest("RIDGE", ["ridge"]).startswith("Did you mean 'ridge'?")
    assert nearest("zzz", ["ridge"]) == "Valid names: ridge."
    assert nearest("a", []) == "There are no valid names."


def test_reading_recipes_does_not_load_pandas_or_scikit_learn():
    code = (
        "import sys, lcp.files.recipes\n"
        "lcp.files.recipes.read_recipe('models', 'ridge')\n"
        "sys.exit(' '.join({'pandas', 'sklearn'} & set(sys.modules)) or 0)\n"
    )
    root = Path(__file__).parents[2]
    done = python("-c", code, cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
