"""Splits into parts and cross-validation folds that keep groups together."""
