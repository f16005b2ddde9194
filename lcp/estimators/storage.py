"""Estimators as plain data, which are checked when they are read.

Estimators of this package list the types of their fitted attributes in `stored`, and check their
shapes.
scikit-learn's are stored in the format of skops, which contains no code. The number of threads is
not stored, because a model does not depend on it.
"""

from __future__ import annotations

import gc
import json
import types
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import fields
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np

from lcp.base.estimator_base import parameter_names
from lcp.base.schema import SchemaError, conforms
from lcp.errors import InputError
from lcp.estimators.estimator_names import estimator_of_model
from lcp.estimators.heads import ExpressionScale, Scale
from lcp.estimators.regressor import Regressor
from lcp.estimators.trees import Trees
from lcp.files.input_files import LARGEST, READ_ERRORS, check_unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Records in estimators by the names of their fields.
_RECORDS: dict[frozenset[str], type[Any]] = {
    frozenset(field.name for field in fields(kind)): kind
    for kind in (Trees, Scale, ExpressionScale)
}
#: Key of the name of a class of this package; only key of a scikit-learn estimator.
_CLASS, _SKOPS = "__estimator__", "__skops__"
#: Types of the data of an estimator of this package.
_ESTIMATOR = {_CLASS: str, "features": ([str], None), "parameters": dict, "fitted": dict}
#: Types that a scikit-learn estimator may contain in addition to the types that skops trusts:
#: dictionaries with attributes, and NumPy's types. Trees of scikit-learn could refer to any place
#: in memory.
_TRUSTED = ("numpy.dtype", "sklearn.utils._bunch.Bunch")
#: Name of the description in an archive of skops.
_SCHEMA = "schema.json"
_NO_PARTS = (
    *(type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType),
)


def to_plain(value: Any) -> Any:
    """Return an estimator as plain data for :func:`from_plain`.

    Raises
    ------
    InputError
        If it contains an object of a type that cannot be loaded safely.
    """
    if isinstance(value, Regressor):
        parameters = value.get_params(deep=False)
        names = getattr(value, "feature_names_in_", None)
        fitted = {} if names is None else {name: getattr(value, name) for name in value.stored}
        return {
            _CLASS: type(value).__name__,
            "features": None if names is None else list(names),
            "parameters": {k: to_plain(v) for k, v in parameters.items() if k != "n_jobs"},
            "fitted": {name: to_plain(member) for name, member in fitted.items()},
        }
    if isinstance(value, Trees | Scale | ExpressionScale):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: to_plain(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(member) for member in value]
    if hasattr(value, "get_params"):
        return {_SKOPS: np.frombuffer(_to_skops(value), dtype=np.uint8)}
    return value


def from_plain(content: Any) -> Regressor:
    """Restore an estimator from :func:`to_plain`.

    Raises
    ------
    SchemaError
        If `content` is not the data of an estimator. Other errors are of the estimator's code.
    """
    if not conforms(content, _ESTIMATOR):
        raise SchemaError("the data of an estimator are incomplete")
    name, features, parameters = content[_CLASS], content["features"], content["parameters"]
    kind = estimator_of_model(name)
    if kind is None:
        raise SchemaError(f"there is no estimator '{name}'")
    if parameters.keys() != {*parameter_names(kind)} - {"n_jobs"}:
        raise SchemaError("a parameter is missing")
    estimator: Regressor = kind(**{key: _restored(value) for key, value in parameters.items()})
    with _as_schema_errors():
        estimator.check_params()
    if features is None:
        return estimator
    estimator.feature_names_in_ = np.array(features, dtype=object)
    estimator.n_features_in_ = len(features)
    stored = content["fitted"].items()
    fitted = {key: _restored(v, fitted=True) for key, v in stored if key in kind.stored}
    if not conforms(fitted, dict(kind.stored)):
        raise SchemaError("a part of it is missing or has another type")
    for key, value in fitted.items():
        setattr(estimator, key, value)
    with _as_schema_errors():
        estimator.check()
    return estimator


@contextmanager
def _as_schema_errors() -> Iterator[None]:
    """Raise :class:`SchemaError` for the ValueError of a check."""
    try:
        yield
    except ValueError as error:
        raise SchemaError(str(error)) from error


def _restored(value: Any, *, fitted: bool = False) -> Any:
    """Return plain data with the estimators in it; those in fitted attributes are fitted too."""
    if isinstance(value, list):
        return [_restored(member, fitted=fitted) for member in value]
    if not isinstance(value, dict):
        return value
    if _CLASS in value:
        estimator = from_plain(value)
        if fitted and not hasattr(estimator, "n_features_in_"):
            raise SchemaError("a part of it is not fitted")
        return estimator
    if _SKOPS in value:
        return _from_skops(value[_SKOPS])
    members = {key: _restored(member, fitted=fitted) for key, member in value.items()}
    record = _RECORDS.get(frozenset(members))
    if record is None:
        return members
    if not conforms(members, record.types):
        raise SchemaError(f"a number or array of its {record.__name__} is missing")
    return record(**members)


def _to_skops(estimator: Any) -> bytes:
    """Return an estimator in the format of skops; the same estimator gives the same bytes.

    skops identifies objects by memory addresses and dates the members of its archives. Here
    addresses are replaced by consecutive numbers and dates by a constant.
    """
    import skops.io

    jobs = [name for name in estimator.get_params() if name.rpartition("__")[2] == "n_jobs"]
    try:
        estimator = deepcopy(estimator).set_params(**dict.fromkeys(jobs))
        content: bytes = skops.io.dumps(estimator)
        untrusted = set(skops.io.get_untrusted_types(data=content)).difference(_TRUSTED)
    except Exception as error:  # of any type: methods of the estimator are called
        raise _unsafe([type(estimator).__name__]) from error
    if untrusted:
        raise _unsafe(sorted(untrusted))
    return _renumbered(content)


def _renumbered(content: bytes) -> bytes:
    """Return an archive of skops in which objects have consecutive numbers, and no dates.

    skops has no option for it. Its archives consist of a schema in JSON, whose nodes have the key
    ``__id__``, and of files, which nodes name in the key ``file``.
    """
    numbers: dict[str, str] = {}

    def number(address: str) -> str:
        return numbers.setdefault(address, str(len(numbers)))

    def renumbered(node: Any) -> Any:
        if isinstance(node, list):
            return [renumbered(member) for member in node]
        if not isinstance(node, dict):
            return node
        result = {key: renumbered(member) for key, member in node.items()}
        if isinstance(node.get("__id__"), int):
            result["__id__"] = int(number(str(node["__id__"])))
        if isinstance(node.get("file"), str):
            address, _, suffix = node["file"].partition(".")
            result["file"] = f"{number(address)}.{suffix}"
        return result

    stored = BytesIO()
    with ZipFile(BytesIO(content)) as source, ZipFile(stored, "w") as target:
        schema = json.dumps(renumbered(json.loads(source.read(_SCHEMA))))
        for name in source.namelist():
            address, _, suffix = name.partition(".")
            member = ZipInfo(f"{numbers.get(address, address)}.{suffix}")
            data = schema if name == _SCHEMA else source.read(name)
            target.writestr(member, data, ZIP_DEFLATED, compresslevel=9)
    return stored.getvalue()


def _from_skops(content: Any) -> Any:
    import skops.io
    from skops.io.exceptions import UntrustedTypesFoundException

    if not conforms(content, "u1"):
        raise SchemaError("the bytes of an estimator are missing")
    data = content.tobytes()
    try:
        check_unpacked(BytesIO(data), LARGEST["model"])
        with ZipFile(BytesIO(data)) as archive:
            if archive.getinfo(_SCHEMA).file_size > LARGEST["description"]:
                raise SchemaError("its schema is too large")
        estimator = skops.io.loads(data, trusted=list(_TRUSTED))
    except UntrustedTypesFoundException as error:
        raise SchemaError(f"it contains types that are not loaded: {error}") from error
    except READ_ERRORS as error:
        raise SchemaError(str(error)) from error
    _check_native(estimator)
    return estimator


def _unsafe(names: list[str]) -> InputError:
    return InputError(
        f"The estimator contains types that cannot be loaded safely: {', '.join(names)}.",
        where="estimator",
        hint="Use a recipe of lcp or another estimator. To keep this one, train it in Python with "
        "lcp.train and store the model with joblib.dump; load such a file only if you wrote it.",
    )


def _check_native(estimator: Any) -> None:
    """Raise SchemaError if compiled code would read outside of an estimator's memory."""
    from sklearn.svm import SVC, SVR, NuSVC, NuSVR, OneClassSVM

    for part in _parts(estimator):
        if isinstance(part, SVC | SVR | NuSVC | NuSVR | OneClassSVM) and hasattr(part, "support_"):
            n_vectors = len(part.support_vectors_)
            # The private attribute is the one that the compiled code reads.
            coefficients = part._dual_coef_
            if coefficients.shape != (1, n_vectors) or len(part.support_) != n_vectors:
                raise SchemaError("its vectors are not consistent")


def _parts(root: Any) -> Iterator[Any]:
    """Yield everything that an object refers to, without classes and functions."""
    seen: set[int] = set()
    queue = [root]
    while queue:
        value = queue.pop()
        if id(value) not in seen and not isinstance(value, _NO_PARTS):
            seen.add(id(value))
            yield value
            of_objects = isinstance(value, np.ndarray) and value.dtype == object
            queue.extend(value.flat if of_objects else gc.get_referents(value))
