"""Why a model predicts what it predicts: exact contributions, and words for them."""

from lcp.explanation.explanation import Explanation, Explanations
from lcp.explanation.reasons import By, Reason

__all__ = ["By", "Explanation", "Explanations", "Reason"]
