"""Train a model on rated words, and measure what each family of features contributes."""

import lcp
from lcp.ablation import ablate

# Your own ratings: a path such as "ratings.tsv" with the columns token, sentence and complexity.
table = lcp.load_corpus("sample", task=1)

model = lcp.train(table, "core", "ridge", cv=3)
pearson = model.scores_.query("metric == 'pearson'").iloc[0]
print(f"Pearson's r {pearson['value']:.2f} ({pearson['low']:.2f} to {pearson['high']:.2f})")

features, estimator = lcp.FeatureSet.load("core"), lcp.load_estimator("ridge")
result = ablate(features, estimator, table, repeats=1, folds=3)
rows = result.scores.query("metric == 'pearson' and step == 'without'")
for row in rows.sort_values("difference").head(3).itertuples():
    print(f"without {row.group}: {row.difference:+.2f}")
