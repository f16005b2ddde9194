"""Tables and pages of evaluations, comparisons and ablations."""
