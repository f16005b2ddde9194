"""Trained models: training, prediction, intervals and saving."""
