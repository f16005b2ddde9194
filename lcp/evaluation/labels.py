"""Names of metrics and subsets in tables and plots."""

from __future__ import annotations


class _Labels(dict[str, str]):
    """Labels by key; a corpus among the subsets is its own label."""

    def __missing__(self, key: str) -> str:
        return key


METRICS = {"pearson": "Pearson", "spearman": "Spearman", "mae": "MAE", "mse": "MSE", "r2": "R²"}
#: Metric of corpora with classes of plausibility, or with questions.
ACCURACY = {"accuracy": "Accuracy"}
#: Metrics of corpora that rate tokens in several sentences.
WITHIN_WORD = {
    "within_word": "Pearson within words",
    "within_word_ceiling": "its ceiling",
}
SUBSETS = _Labels(
    {
        "single": "single words",
        "mwe": "multi-word expressions",
        "all": "words and expressions",
    }
)

#: Genre of instances that were predicted by a model trained without their genre.
UNSEEN = "unseen"
