"""Train models and evaluate predictions.

- Training: `training`, `crossvalidation`, `splits`.
- Scores: `metrics`, `scores`, `bootstrap`, `comparison`, `leaderboard`, `submission`.
- Studies of models and corpora: `ablation`, `coefficients`, `overlap`.
"""
