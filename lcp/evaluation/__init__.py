"""How good predictions are: metrics with intervals, official rankings and submissions."""

from lcp.evaluation.leaderboard import rank, ranked_sentence
from lcp.evaluation.metrics import METRICS, bootstrap, paired_difference, scores
from lcp.evaluation.submission import read_submission, submission, write_submission

__all__ = [
    "METRICS",
    "bootstrap",
    "paired_difference",
    "rank",
    "ranked_sentence",
    "read_submission",
    "scores",
    "submission",
    "write_submission",
]
