"""Lexical complexity prediction from features that can be named, explained and removed.

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
    from lcp.annotation import annotate
    from lcp.corpora import load_corpus
    from lcp.errors import InputError, LCPError, ResourceError
    from lcp.estimators import load_estimator
    from lcp.evaluation.audit import audit
    from lcp.evaluation.comparison import compare
    from lcp.evaluation.crossvalidation import cross_validate
    from lcp.featureset import FeatureSet
    from lcp.model import ComplexityModel, load_model
    from lcp.resources import Store
    from lcp.splits import GroupedStratifiedKFold

# LightGBM's threads wait for each other by spinning, which makes training ten times slower on a
# machine that does anything else; sleeping at once makes it four times slower on one that does
# not. A short spin costs neither. OpenMP reads this when it is loaded, so it stands here.
os.environ.setdefault("GOMP_SPINCOUNT", "1000")

__version__ = "0.1.0"

# Imported when first used: `lcp --help` must not wait for pandas.
_HOME = {
    "ComplexityModel": "lcp.model",
    "FeatureSet": "lcp.featureset",
    "GroupedStratifiedKFold": "lcp.splits",
    "InputError": "lcp.errors",
    "LCPError": "lcp.errors",
    "ResourceError": "lcp.errors",
    "Store": "lcp.resources",
    "annotate": "lcp.annotation",
    "audit": "lcp.evaluation.audit",
    "compare": "lcp.evaluation.comparison",
    "cross_validate": "lcp.evaluation.crossvalidation",
    "load_corpus": "lcp.corpora",
    "load_estimator": "lcp.estimators",
    "load_model": "lcp.model",
}

__all__ = [
    "ComplexityModel",
    "FeatureSet",
    "GroupedStratifiedKFold",
    "InputError",
    "LCPError",
    "ResourceError",
    "Store",
    "annotate",
    "audit",
    "compare",
    "cross_validate",
    "load_corpus",
    "load_estimator",
    "load_model",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'lcp' has no attribute '{name}'")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
