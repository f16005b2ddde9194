"""Feature sets, and the aggregation of the features of an expression's words."""
