"""Lexical complexity prediction with interpretable features.

>>> import lcp
>>> table = lcp.load_corpus("sample", task=1)
>>> model = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
>>> 0 <= model.predict_one("He crossed the river.", "river") <= 1
True
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lcp.annotation import annotate, token_kinds
    from lcp.corpora import load_corpus
    from lcp.disambiguation.abstractness import abstractness
    from lcp.disambiguation.choice import senses
    from lcp.errors import InputError, LCPError, ResourceError
    from lcp.estimators import load_estimator
    from lcp.evaluation.audit import audit
    from lcp.evaluation.comparison import compare
    from lcp.evaluation.crossvalidation import cross_validate
    from lcp.features.featureset import FeatureSet
    from lcp.model.complexity_model import ComplexityModel
    from lcp.model.loading import load_model
    from lcp.model.training import train
    from lcp.profiles import TextProfile, profile
    from lcp.resources import Store
    from lcp.splits.kfold import GroupedStratifiedKFold
    from lcp.substitution.easier import easier_synonyms
    from lcp.substitution.ranking import rank

# LightGBM's threads spin while they wait, which makes training ten times slower on a busy machine.
# Without spinning, it is four times slower on an idle one. A short spin avoids both. OpenMP reads
# this variable when it is loaded, so it is set here.
os.environ.setdefault("GOMP_SPINCOUNT", "1000")

__version__ = "0.1.0"

# Imported on first use, so that `lcp --help` does not wait for pandas.
_HOME = {
    "ComplexityModel": "lcp.model.complexity_model",
    "FeatureSet": "lcp.features.featureset",
    "GroupedStratifiedKFold": "lcp.splits.kfold",
    "InputError": "lcp.errors",
    "LCPError": "lcp.errors",
    "ResourceError": "lcp.errors",
    "Store": "lcp.resources",
    "TextProfile": "lcp.profiles",
    "abstractness": "lcp.disambiguation.abstractness",
    "annotate": "lcp.annotation",
    "audit": "lcp.evaluation.audit",
    "compare": "lcp.evaluation.comparison",
    "cross_validate": "lcp.evaluation.crossvalidation",
    "easier_synonyms": "lcp.substitution.easier",
    "load_corpus": "lcp.corpora",
    "load_estimator": "lcp.estimators",
    "load_model": "lcp.model.loading",
    "profile": "lcp.profiles",
    "rank": "lcp.substitution.ranking",
    "senses": "lcp.disambiguation.choice",
    "token_kinds": "lcp.annotation",
    "train": "lcp.model.training",
}

__all__ = [
    "ComplexityModel",
    "FeatureSet",
    "GroupedStratifiedKFold",
    "InputError",
    "LCPError",
    "ResourceError",
    "Store",
    "TextProfile",
    "abstractness",
    "annotate",
    "audit",
    "compare",
    "cross_validate",
    "easier_synonyms",
    "load_corpus",
    "load_estimator",
    "load_model",
    "profile",
    "rank",
    "senses",
    "token_kinds",
    "train",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'lcp' has no attribute '{name}'")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
