"""Estimators: a recipe from ``models/`` as a regressor."""
