"""A model's card: intended use, scores, training data, resources and citation."""

from __future__ import annotations

from typing import Any

from lcp.task import TASKS

#: Keys that a description may lack.
OPTIONAL = ("breakdown", "intervals", "interval_coverage", "lexicon", "running_text")


def model_card(description: dict[str, Any]) -> str:
    """Return the Markdown card of a model, from its ``model.json``.

    >>> card = model_card({"trained_on": {"corpora": ["sample"], "instances": 3},
    ...     "feature_set": {"name": "core", "families": {}, "columns": [], "multiword": False},
    ...     "estimator": {"name": "ridge"}, "scores": None, "versions": {}, "resources": {},
    ...     "random_state": 0})
    >>> "Trained on the bundled sample corpus" in card
    True
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    from lcp.corpora.registry import corpora as rated_corpora
    from lcp.resources import registry
    from lcp.version import __version__

    environment = Environment(  # noqa: S701 - Markdown, from our own values
        loader=PackageLoader("lcp", "model"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    corpora = description["trained_on"]["corpora"]
    registered = [rated_corpora()[name] for name in corpora if name in rated_corpora()]
    task = TASKS.find(description.get("capabilities", {}).get("task", "complexity"))
    kind = "words and expressions" if description["feature_set"]["multiword"] else "single words"
    return environment.get_template("card.md.jinja").render(
        {
            **dict.fromkeys(OPTIONAL),
            **description,
            "lcp_version": __version__,
            "kind": kind,
            "drawn": f"{task.unit}s",
            "no_interval": "only the order of predictions is meaningful."
            if not task.intervals
            else "intervals are learned in cross-validation, which was not run.",
            "quantity": task.quantity,
            "use": task.use,
            "corpora": [
                (registry()[resource], corpus)
                for corpus in registered
                for resource in corpus.resources
            ],
            "learners_corpus": next(
                (
                    name
                    for name in reversed(corpora)
                    if name in rated_corpora() and rated_corpora()[name].readers == "learner"
                ),
                None,
            ),
        }
    )
