"""The first language of learners, for commands that predict vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel


def with_first_language(
    model: ComplexityModel, table: Any, l1: str | None, readers: Readers = "general"
) -> Any:
    """Return instances (a DataFrame or plain columns) with a first language, if the model needs it.

    Raises
    ------
    InputError
        If the model needs a first language and none is given, or the reverse, or instances or
        readers have another one.
    """
    from lcp.errors import InputError
    from lcp.model.readers import first_language_of

    own = [str(name) for name in table["readers"]] if "readers" in table else []
    languages = [*map(first_language_of, own)]
    if first_language_of(readers) or any(languages):
        if l1 is not None or "l1" in table:
            raise InputError(
                "The first language is given twice.",
                where="readers",
                hint="Give --readers or a column 'readers' for words of a text, and --l1 or a "
                "column 'l1' for a list of vocabulary.",
            )
        if first_language_of(readers) or all(languages):
            return table
    needed = "first_language" in model.feature_set_.families
    if l1 is not None and not needed:
        raise InputError(
            "The model does not distinguish first languages.",
            where="--l1",
            hint="Train one with `lcp fit --corpus kvl`, and give its folder.",
        )
    if not needed:
        return table
    names = [str(name) for name in table["l1"]] if "l1" in table else []
    if l1 is None and (not names or "" in names):
        raise InputError(
            "The model needs the first language of the learners.",
            where="--l1",
            hint="Give --l1 es, de or zh, or a column 'l1'. For words of a text, give --readers "
            "learner:es, learner:de or learner:zh.",
        )
    if l1 is None:
        return table
    from lcp.columns import n_rows
    from lcp.first_language.languages import language_of

    if other := next((name for name in names if name and language_of(name) != language_of(l1)), ""):
        raise InputError(
            f"Instances have the first language '{other}'.",
            where=f"--l1 {l1}",
            hint="Leave it out.",
        )
    if isinstance(table, dict):
        return {**table, "l1": [l1] * n_rows(table)}
    return table.assign(l1=l1)
