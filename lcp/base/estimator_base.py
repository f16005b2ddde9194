"""The interface of scikit-learn's estimators, without importing scikit-learn.

Importing scikit-learn takes longer than a prediction. :class:`Estimator` defines the methods that
its tools call, and uses scikit-learn itself only in methods that need it.
"""

from __future__ import annotations

import inspect
from copy import deepcopy
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self

from lcp.errors import unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from lcp.base.parameters import Limits


class RegressorLike(Protocol):
    """A regressor with the interface of scikit-learn, unfitted."""

    def fit(self, X: Any, y: Any) -> Any:
        """Fit to a matrix of features."""

    def predict(self, X: Any) -> Any:
        """Predict from a matrix of features."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
        """Return the parameters by name."""


class Estimator:
    """Base class of everything with parameters that can be fitted, copied and searched.

    ``__init__`` stores its parameters unchanged under their names.
    Attributes whose names end with an underscore are set by fitting.
    """

    #: Valid numbers of parameters, for :meth:`check_params`.
    limits: ClassVar[Mapping[str, Limits]] = {}

    @classmethod
    def _get_param_names(cls) -> list[str]:
        return list(parameter_names(cls))

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
        """Return the parameters by name; `deep` adds nested ones as ``outer__inner``."""
        parameters: dict[str, Any] = {}
        for name in parameter_names(type(self)):
            value = getattr(self, name)
            if deep and hasattr(value, "get_params") and not isinstance(value, type):
                inner = value.get_params()
                parameters |= {f"{name}__{key}": other for key, other in inner.items()}
            parameters[name] = value
        return parameters

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name, nested ones as ``outer__inner``."""
        from sklearn.base import BaseEstimator

        BaseEstimator.set_params(self, **params)
        return self

    def check_params(self) -> None:
        """Raise ValueError for an invalid parameter."""
        for name, limits in self.limits.items():
            limits.check(name, getattr(self, name))

    def _record_columns(self, X: Any) -> None:
        """Store the names of a table's columns, as scikit-learn's estimators do."""
        if hasattr(X, "columns"):
            import numpy as np

            # Columns of Arrow tables are arrays; their names are elsewhere.
            names = getattr(X, "column_names", X.columns)
            self.feature_names_in_ = np.asarray(names, dtype=object)
            self.n_features_in_ = len(self.feature_names_in_)

    def __repr__(self) -> str:
        defaults = inspect.signature(type(self)).parameters
        changed = [
            f"{name}={value!r}"
            for name, value in self.get_params(deep=False).items()
            if repr(value) != repr(defaults[name].default)
        ]
        return f"{type(self).__name__}({', '.join(changed)})"

    def _repr_html_(self) -> str:
        from sklearn.utils import estimator_html_repr

        return str(estimator_html_repr(self))

    def __sklearn_tags__(self) -> Any:
        """Return scikit-learn's description of the estimator's input and output."""
        from sklearn.utils import Tags, TargetTags

        return Tags(estimator_type=None, target_tags=TargetTags(required=False))


class RegressorBase(Estimator):
    """Base class of regressors."""

    #: For versions of scikit-learn that do not read tags.
    _estimator_type = "regressor"

    def score(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Return the coefficient of determination (R²) of the predictions."""
        from sklearn.base import RegressorMixin

        return float(RegressorMixin.score(self, X, y, sample_weight))

    def __sklearn_tags__(self) -> Any:
        """Declare a regressor."""
        from sklearn.utils import RegressorTags

        tags = super().__sklearn_tags__()
        tags.estimator_type, tags.regressor_tags = "regressor", RegressorTags()
        tags.target_tags.required = True
        return tags


class TransformerBase(Estimator):
    """Base class of transformers of tables of texts to tables of features."""

    def set_output(self, *, transform: Literal["pandas", "default"] | None = None) -> Self:
        """Accept scikit-learn's setting of the output, which is a pandas table in any case.

        Raises
        ------
        InputError
            If `transform` is another format, such as ``polars``.
        """
        if transform not in ("pandas", "default", None):
            raise unknown("output", transform, ["pandas", "default"], where="transform")
        return self

    def __sklearn_tags__(self) -> Any:
        """Declare a transformer whose input is a table of strings."""
        from sklearn.utils import TransformerTags

        tags = super().__sklearn_tags__()
        tags.transformer_tags, tags.input_tags.string = TransformerTags(), True
        return tags


def cloned(estimator: Any) -> Any:
    """Return an unfitted copy of an estimator, like scikit-learn's `clone`."""
    if isinstance(estimator, Estimator):
        parameters = estimator.get_params(deep=False).items()
        return type(estimator)(
            **{
                name: cloned(value) if hasattr(value, "get_params") else deepcopy(value)
                for name, value in parameters
            }
        )
    from sklearn.base import clone

    return clone(estimator)


def check_fitted(estimator: Estimator, *attributes: str) -> None:
    """Raise scikit-learn's `NotFittedError` unless an estimator is fitted.

    It is fitted if it has the attributes, or any attribute that ends with an underscore.
    """
    if attributes:
        fitted = all(hasattr(estimator, name) for name in attributes)
    elif hasattr(estimator, "__sklearn_is_fitted__"):
        fitted = estimator.__sklearn_is_fitted__()
    else:
        fitted = any(name.endswith("_") and not name.startswith("__") for name in vars(estimator))
    if fitted:
        return
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(estimator, attributes or None)


def parameter_names(kind: Any) -> tuple[str, ...]:
    """Return the parameters of a class, sorted."""
    if kind.__init__ is object.__init__:
        return ()
    names = [name for name in inspect.signature(kind.__init__).parameters if name != "self"]
    return tuple(sorted(names))
