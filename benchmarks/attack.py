"""Attack models with thousands of mutations, and count what happens.

Each mutation is tried in a process of its own, which may end in one of three ways: the mutant is
refused with an error of ``lcp``, it predicts, or it fails (another error, a crash of native code,
or no answer within 30 seconds). The exit code is 1 if any mutant fails::

    python benchmarks/attack.py --texts 4000 --models 1200
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import lcp  # noqa: E402
from lcp.errors import LCPError  # noqa: E402
from lcp.estimators import BoostedTrees, booster_text  # noqa: E402
from lcp.features.featureset import FeatureSet  # noqa: E402
from lcp.model.plain import read_plain  # noqa: E402
from tests.attacks.models import mutated_bytes, mutated_state, mutated_text  # noqa: E402
from tests.model.conftest import forge  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 30
REFUSED, PREDICTED, FAILED = 3, 0, 4
NAMES = {REFUSED: "refused", PREDICTED: "predicted"}
ROWS = np.random.default_rng(0).normal(size=(200, 4))


def outcome(attack: Callable[[random.Random], object], seed: int) -> str:
    """Run one attack in a process of its own, and return how it ended."""
    child = os.fork()
    if not child:
        signal.alarm(SECONDS)
        code = PREDICTED
        try:
            attack(random.Random(seed))  # noqa: S311 - not for security
        except LCPError:
            code = REFUSED
        except BaseException as error:  # noqa: BLE001 - any other error is a failure
            print(f"seed {seed}: {error!r}", flush=True)
            code = FAILED
        os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        print(f"seed {seed}: {signal.Signals(-code).name}", flush=True)
    return NAMES.get(code, "failed")


def attack_texts() -> Callable[[random.Random], object]:
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


def attack_models(root: Path) -> Callable[[random.Random], object]:
    """Return an attack on the files of a model, whose checksums are made to match."""
    table = lcp.load_corpus("sample").iloc[::4]
    estimator = lcp.load_estimator("lightgbm", n_jobs=1)
    estimator.set_params(n_estimators=4, num_leaves=5, n_seeds=1)
    features = FeatureSet({"length": {"cmudict": False}})
    original = lcp.train(table, features, estimator, cv=2).save(root / "original")

    def attack(draw: random.Random) -> None:
        folder = Path(shutil.copytree(original, root / "mutant", dirs_exist_ok=True))
        name = draw.choice(["estimator.npz", "estimator.npz", "features.npz"])
        if draw.random() < 0.4:  # noqa: PLR2004
            forge(folder, name, mutated_bytes((folder / name).read_bytes(), draw))
        else:
            forge(folder, name, mutated_state(read_plain(folder / name), draw))
        model = lcp.load_model(folder)
        model.predict_one("The cat sat.", "cat")
        model.explain(table.iloc[:3])

    return attack


def main() -> None:
    """Run the attacks and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=4_000, help="number of mutated texts")
    parser.add_argument("--models", type=int, default=1_200, help="number of mutated models")
    parser.add_argument("--seed", type=int, default=0, help="first seed")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    failures = 0
    with tempfile.TemporaryDirectory() as root:
        attacks = {
            "texts": (attack_texts(), arguments.texts),
            "models": (attack_models(Path(root)), arguments.models),
        }
        for name, (attack, n) in attacks.items():
            seeds = range(arguments.seed, arguments.seed + n)
            counts = Counter(outcome(attack, seed) for seed in seeds)
            print(f"{name}: {n:,} mutants; {dict(counts)}", flush=True)
            failures += counts["failed"]
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
