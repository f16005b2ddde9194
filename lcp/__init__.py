"""Lexical complexity prediction with interpretable features.

>>> import lcp
>>> table = lcp.load_corpus("sample", task=1)
>>> model = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
>>> 0 <= model.predict_one("He crossed the river.", "river") <= 1
True
"""

from __future__ import annotations

import logging
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from lcp.base.version import __version__ as __version__
from lcp.errors import installed

if TYPE_CHECKING:
    from lcp.corpora.corpus import load_corpus as load_corpus
    from lcp.errors import InputError as InputError
    from lcp.errors import LCPError as LCPError
    from lcp.errors import ResourceError as ResourceError
    from lcp.estimators.estimator_recipe import load_estimator as load_estimator
    from lcp.evaluation.comparison import compare as compare
    from lcp.evaluation.crossvalidation import cross_validate as cross_validate
    from lcp.evaluation.overlap import overlap as overlap
    from lcp.evaluation.splits import GroupedStratifiedKFold as GroupedStratifiedKFold
    from lcp.evaluation.training import train as train
    from lcp.explanation.explanation import Explanation as Explanation
    from lcp.explanation.explanation import Explanations as Explanations
    from lcp.explanation.explanation import explain as explain
    from lcp.features.featureset import FeatureSet as FeatureSet
    from lcp.model.model import ComplexityModel as ComplexityModel
    from lcp.model.saved_model import load_model as load_model
    from lcp.reader.annotation.annotator import Annotator as Annotator
    from lcp.reader.annotation.annotator import annotate as annotate
    from lcp.reader.meaning.results import Substitutes as Substitutes
    from lcp.reader.meaning.substitution import substitutes as substitutes
    from lcp.reader.profiles.profiler import profile as profile
    from lcp.reader.profiles.text_profile import TextProfile as TextProfile
    from lcp.resources import Store as Store
    from lcp.targets import Targets as Targets

logging.getLogger(__name__).addHandler(logging.NullHandler())

# Imported on first use, so that `lcp --help` does not wait for pandas.
_MODULES = {
    "Annotator": "lcp.reader.annotation.annotator",
    "ComplexityModel": "lcp.model.model",
    "Explanation": "lcp.explanation.explanation",
    "Explanations": "lcp.explanation.explanation",
    "FeatureSet": "lcp.features.featureset",
    "GroupedStratifiedKFold": "lcp.evaluation.splits",
    "InputError": "lcp.errors",
    "LCPError": "lcp.errors",
    "ResourceError": "lcp.errors",
    "Store": "lcp.resources",
    "Substitutes": "lcp.reader.meaning.results",
    "Targets": "lcp.targets",
    "TextProfile": "lcp.reader.profiles.text_profile",
    "annotate": "lcp.reader.annotation.annotator",
    "compare": "lcp.evaluation.comparison",
    "cross_validate": "lcp.evaluation.crossvalidation",
    "explain": "lcp.explanation.explanation",
    "load_corpus": "lcp.corpora.corpus",
    "load_estimator": "lcp.estimators.estimator_recipe",
    "load_model": "lcp.model.saved_model",
    "overlap": "lcp.evaluation.overlap",
    "profile": "lcp.reader.profiles.profiler",
    "substitutes": "lcp.reader.meaning.substitution",
    "train": "lcp.evaluation.training",
}

#: The reader is a folder that an installation may lack.
__all__ = [
    name
    for name, module in _MODULES.items()
    if not module.startswith("lcp.reader.") or find_spec("lcp.reader")
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'lcp' has no attribute '{name}'")
    with installed(f"lcp.{name}"):
        value = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
