"""A model's card: metadata, intended use, scores, training data, resources and citation.

The metadata follow the Hugging Face Hub, where the card is the file ``README.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lcp.model.labels import METRIC_LABELS, SUBSETS
from lcp.tasks import BUILT_IN, find_task

if TYPE_CHECKING:
    from lcp.tasks.task import Task

#: Keys that a description may lack.
OPTIONAL = ("breakdown", "intervals", "interval_coverage", "lexicon", "running_text")

#: Names of the metrics on the Hub.
_HUB_METRICS = {"pearson": "pearsonr", "spearman": "spearmanr", "r2": "r_squared"}


def card_metadata(description: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata of a model's card, from its ``model.json``.

    >>> description = {"trained_on": {"corpora": ["sample"]}, "scores": None,
    ...     "feature_set": {"name": "core"}, "estimator": {"name": "ridge"}}
    >>> card_metadata(description)["datasets"]
    ['sample']
    """
    corpora = description["trained_on"]["corpora"]
    quantity = _task(description).quantity
    task = "Lexical complexity prediction"
    tags = ["lexical-complexity", "complex-word-identification", "readability"]
    if quantity != "complexity":
        task, tags = f"Prediction of {quantity}", [quantity.replace(" ", "-")]
    scores = description["scores"] or []
    results = [
        {
            "task": {"type": "text-regression", "name": task},
            "dataset": {
                "type": subset if subset in corpora else corpora[0],
                "name": _dataset(subset, corpora, str(description.get("scores_from"))),
            },
            "metrics": [
                {
                    "type": _HUB_METRICS.get(row["metric"], row["metric"]),
                    "name": METRIC_LABELS[row["metric"]],
                    "value": round(row["value"], 4),
                }
                for row in scores
                if row["subset"] == subset
            ],
        }
        for subset in dict.fromkeys(row["subset"] for row in scores)
    ]
    metrics = [_HUB_METRICS.get(name, name) for name in dict.fromkeys(r["metric"] for r in scores)]
    metadata = {
        "language": "en",
        "library_name": "lcp",
        # Those of the training data, which the card lists.
        "license": "other",
        "license_name": "licences-of-the-training-data",
        "license_link": "CARD.md",
        "pipeline_tag": "tabular-regression",
        "tags": tags,
        "datasets": list(corpora),
        "metrics": metrics,
    }
    if results:
        name = f"{description['feature_set']['name']}, {description['estimator']['name']}"
        metadata["model-index"] = [{"name": name, "results": results}]
    return metadata


def _task(description: dict[str, Any]) -> Task:
    return find_task(description.get("capabilities", {}).get("task", BUILT_IN))


def _dataset(subset: str, corpora: list[str], scored: str) -> str:
    if subset in corpora:
        return f"{subset} ({scored})"
    return f"{corpora[0]}, {SUBSETS.get(subset, subset)} ({scored})"


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
    from srsly import yaml_dumps

    from lcp import __version__
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
    about = _task(description)
    kind = "words and expressions" if description["feature_set"]["multiword"] else "single words"
    return environment.get_template("card.md.jinja").render(
        {
            **dict.fromkeys(OPTIONAL),
            **description,
            "metadata": yaml_dumps(card_metadata(description)).rstrip(),
            "lcp_version": __version__,
            "kind": kind,
            "drawn": f"{about.unit}s",
            "no_interval": "only the order of predictions is meaningful."
            if not about.intervals
            else "intervals are learned in cross-validation, which was not run.",
            "quantity": about.quantity,
            "use": about.use,
            "corpora": [
                (registry()[resource], corpus)
                for corpus in registered
                for resource in corpus.resources
            ],
            "several": len(corpora) > 1,
        }
    )
