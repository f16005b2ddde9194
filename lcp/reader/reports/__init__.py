"""Reports: tables, plots and pages of scores, ablations, explanations and annotated text."""
