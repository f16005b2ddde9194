"""Evaluation of predictions: metrics with intervals, official rankings and submissions.

This module imports nothing: the command line reads its labels before pandas is needed.
"""
