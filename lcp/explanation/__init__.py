"""Explanations: contributions of features to a prediction, and reasons in plain words."""
