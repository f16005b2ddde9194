"""Train models and evaluate predictions.

- Training: `training`, `crossvalidation`, `splits`, `held_out`.
- Scores: `metrics`, `labels`, `scores`, `bootstrap`, `comparison`, `leaderboard`, `submission`.
- Studies of models and corpora: `ablation`, `coefficients`, `overlap`.
"""
