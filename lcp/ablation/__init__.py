"""What each part of a feature set is worth: repeated cross-validation with and without it."""

from lcp.ablation.study import Ablation, AblationResult, ablate

__all__ = ["Ablation", "AblationResult", "ablate"]
