"""The attacks of ``attack.py``: what is done with each hostile input."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import lcp  # noqa: E402
from lcp.annotation import Annotator  # noqa: E402
from lcp.corpora import read_instances  # noqa: E402
from lcp.documents import read_document  # noqa: E402
from lcp.estimators import BoostedTrees, booster_text  # noqa: E402
from lcp.features.featureset import FeatureSet  # noqa: E402
from lcp.model.plain import read_plain  # noqa: E402
from lcp.recipes import recipe_folder, recipe_names  # noqa: E402
from tests.attacks.documents import mutated_document  # noqa: E402
from tests.attacks.models import mutated_bytes, mutated_state, mutated_text  # noqa: E402
from tests.attacks.requests import hostile_request  # noqa: E402
from tests.attacks.tables import mutated_recipe, mutated_table  # noqa: E402
from tests.attacks.texts import SENTENCE  # noqa: E402
from tests.model.conftest import forge  # noqa: E402

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    Attack = Callable[[random.Random], object]

ROWS = np.random.default_rng(0).normal(size=(200, 4))
#: Characters of a document that are annotated.
ANNOTATED = 2_000


class ServerFailureError(Exception):
    """An answer that says that the server failed."""


def attack_texts(_root: Path) -> Attack:
    """Return an attack on LightGBM's text, with predictions and explanations by LightGBM."""
    texts = [
        BoostedTrees(boosting=kind, n_estimators=4, num_leaves=5, n_seeds=1, n_jobs=1)
        .fit(ROWS, ROWS[:, 0])
        .model_texts_[0]
        for kind in ("gbdt", "rf")
    ]

    def attack(draw: random.Random) -> None:
        boosters = booster_text.read([mutated_text(draw.choice(texts), draw)])
        booster_text.mean_prediction(boosters, ROWS, 1)
        booster_text.mean_contributions(boosters, ROWS, 1, forest=False)

    return attack


def attack_models(root: Path) -> Attack:
    """Return an attack on the files of models, whose checksums are made to match."""
    table = lcp.load_corpus("sample").iloc[::4]
    features = FeatureSet({"length": {"cmudict": False}})
    trees = lcp.load_estimator("lightgbm", n_jobs=1)
    trees.set_params(n_estimators=4, num_leaves=5, n_seeds=1)
    originals = {
        name: lcp.train(table, features, estimator, cv=2).save(root / name)
        for name, estimator in (("trees", trees), ("ridge", "ridge"))
    }

    def attack(draw: random.Random) -> None:
        kind = draw.choice(("trees", "trees", "trees", "ridge"))
        folder = Path(shutil.copytree(originals[kind], root / "mutant", dirs_exist_ok=True))
        try:
            estimator = "estimator.npz" if kind == "trees" else "estimator.skops"
            name = draw.choice((estimator, estimator, "features.npz"))
            if draw.random() < 0.4 or name.endswith("skops"):  # noqa: PLR2004
                forge(folder, name, mutated_bytes((folder / name).read_bytes(), draw))
            else:
                forge(folder, name, mutated_state(read_plain(folder / name), draw))
            model = lcp.load_model(folder)
            model.predict_one("The cat sat.", "cat")
            model.explain(table.iloc[:3])
        finally:
            shutil.rmtree(folder)

    return attack


def attack_tables(root: Path) -> Attack:
    """Return an attack on the readers of tables, and on the model that rates the rows."""
    model = lcp.load_model()
    model.predict(lcp.load_corpus("sample").iloc[:9])  # loads what is loaded on first use

    def attack(draw: random.Random) -> None:
        suffix, content = mutated_table(draw)
        path = root / f"table{suffix}"
        path.write_bytes(content)
        table = read_instances(path)
        if len(model.predict(table)) != len(table):
            raise AssertionError(f"{len(table)} rows have another number of predictions")

    return attack


def attack_recipes(root: Path) -> Attack:
    """Return an attack on feature sets and estimator recipes."""
    recipes = [
        (kind, (recipe_folder(kind) / f"{name}.toml").read_text(encoding="utf-8"))
        for kind in ("features", "models")
        for name in recipe_names(kind)  # type: ignore[arg-type]
    ]

    def attack(draw: random.Random) -> None:
        kind, text = draw.choice(recipes)
        path = root / "recipe.toml"
        path.write_text(mutated_recipe(text, draw), encoding="utf-8")
        if kind == "models":
            lcp.load_estimator(path)
        else:
            FeatureSet.load(path).feature_table()

    return attack


def attack_documents(_root: Path) -> Attack:
    """Return an attack on the readers of documents, and on the annotation of their texts."""
    annotator = Annotator()
    list(annotator.stream([SENTENCE]))  # loads what is loaded on first use

    def attack(draw: random.Random) -> None:
        name, content = mutated_document(draw)
        text = read_document(content, name=name).text
        for sentence in annotator.stream([text[:ANNOTATED]]):
            if any(not 0 <= word.complexity <= 1 for word in sentence.words):
                raise AssertionError("a complexity is not from 0 to 1")

    return attack


def attack_server(_root: Path) -> Attack:
    """Return an attack on the server, in this process: its threads do not survive a fork."""
    from starlette.testclient import TestClient

    from lcp.web.app import create_app
    from lcp.web.settings import Settings

    app = create_app(Settings(seconds=20))
    client = TestClient(app, base_url="http://127.0.0.1:8000", raise_server_exceptions=False)

    def attack(draw: random.Random) -> bool:
        request: dict[str, Any] = hostile_request(draw)
        answer = client.request(**request, follow_redirects=False)
        if answer.status_code >= 500:  # noqa: PLR2004
            raise ServerFailureError(
                f"{answer.status_code} for {request['method']} {request['url']}"
            )
        if "content-security-policy" not in answer.headers:
            raise ServerFailureError(f"no policy in the answer to {request['url']}")
        return answer.status_code < 400  # noqa: PLR2004

    return attack
