"""Exact contributions of the features to a prediction, and their explanation in words."""

from lcp.explanation.explanation import Explanation, Explanations
from lcp.explanation.reasons import By, Reason

__all__ = ["By", "Explanation", "Explanations", "Reason"]
