"""A model's card: intended use, scores, training data and resources."""

from __future__ import annotations

from typing import Any

#: Keys that a description may lack.
OPTIONAL = ("breakdown", "interval", "interval_coverage", "lexicon")


def model_card(description: dict[str, Any]) -> str:
    """Return the Markdown card of a model, from its ``model.json``.

    >>> card = model_card({"trained_on": {"corpora": ["sample"], "instances": 3},
    ...     "feature_set": {"name": "core", "families": {}, "columns": 2, "multiword": False},
    ...     "estimator": {"name": "ridge"}, "scores": None, "versions": {}, "resources": {},
    ...     "random_state": 0})
    >>> "Trained on the bundled sample corpus" in card
    True
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    from lcp.corpora.registry import corpora as rated_corpora
    from lcp.resources import registry

    environment = Environment(  # noqa: S701 - Markdown, from our own values
        loader=PackageLoader("lcp", "model"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    corpora = description["trained_on"]["corpora"]
    registered = [rated_corpora()[name] for name in corpora if name in rated_corpora()]
    questions = any(row["subset"] == "questions" for row in description["scores"] or ())
    kind = "words and expressions" if description["feature_set"]["multiword"] else "single words"
    return environment.get_template("card.md.jinja").render(
        {
            **dict.fromkeys(OPTIONAL),
            **description,
            "kind": kind,
            "drawn": "questions" if questions else "tokens",
            "no_interval": "only the order of the options of a question is meaningful."
            if questions
            else "intervals are learned in cross-validation, which was not run.",
            "quantity": registered[0].quantity if registered else "complexity",
            "use": registered[0].use.strip() if registered else "",
            "corpora": [
                (registry()[resource], corpus)
                for corpus in registered
                for resource in corpus.resources
            ],
            "several": len(corpora) > 1,
        }
    )
