"""Evaluation of predictions: metrics with intervals, official rankings and submissions."""
