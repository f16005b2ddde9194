"""Ablation: the contribution of each part of a feature set, by repeated cross-validation."""

from lcp.ablation.result import AblationResult
from lcp.ablation.study import Ablation, ablate

__all__ = ["Ablation", "AblationResult", "ablate"]
