"""A model's card: what it is, what it was trained on, how good it is, what not to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

#: What a description need not hold.
OPTIONAL = ("breakdown", "interval", "interval_coverage")


def model_card(description: dict[str, Any]) -> str:
    """Markdown card of a model from its ``model.json``; see :mod:`lcp.persistence`.

    >>> card = model_card({"trained_on": {"corpus": "sample", "instances": 3},
    ...     "feature_set": {"name": "core", "families": {}, "columns": 2, "multiword": False},
    ...     "estimator": {"name": "ridge"}, "scores": None, "versions": {}, "resources": {},
    ...     "seed": 0})
    >>> "Trained on the bundled sample corpus" in card
    True
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(  # noqa: S701 - Markdown, from our own values
        loader=PackageLoader("lcp", "reports"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    from lcp.lexicon.norms import NORMS
    from lcp.resources import registry

    known = registry()
    families = description["feature_set"]["families"]
    lexicon = {norm.resource for norm in NORMS} if _of_lexicon(families) else set()
    sources = {
        "corpus": known.get(description["trained_on"]["corpus"]),
        "lexicon": [known[name] for name in sorted(lexicon)],
    }
    several = description["feature_set"]["multiword"]
    kind = "words and expressions" if several else "single words"
    return environment.get_template("card.md.jinja").render(
        {"kind": kind, **dict.fromkeys(OPTIONAL), **sources, **description}
    )


def _of_lexicon(families: Iterable[str]) -> bool:
    return not {"lexicon", "association"}.isdisjoint(families)
