"""How good predictions are: metrics with intervals, and the official rankings."""

from lcp.evaluation.leaderboard import rank, ranked_sentence
from lcp.evaluation.metrics import METRICS, bootstrap, paired_difference, scores

__all__ = ["METRICS", "bootstrap", "paired_difference", "rank", "ranked_sentence", "scores"]
