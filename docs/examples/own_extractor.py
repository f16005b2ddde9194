"""Add a family of features, and use it in a model."""

import pandas as pd

import lcp
from lcp.extractors import Extractor, Feature


class Endings(Extractor):
    """Endings of Latin and Greek origin."""

    name = "endings"
    level = "word"

    def __init__(self, *, endings: tuple[str, ...] = ("tion", "ous", "ology", "itis")) -> None:
        self.endings = endings

    def features(self) -> list[Feature]:
        """Describe the columns."""
        return [Feature("learned", "whether the ending is on the list", "0/1", "this script")]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Compute them for all words at once."""
        learned = frame["word"].str.endswith(tuple(self.endings)).astype(float)
        return learned.to_frame("learned")


features = lcp.FeatureSet({"endings": {}, "frequency": {"sources": ["wordfreq"]}})
model = lcp.ComplexityModel(features, "ridge").fit(lcp.load_corpus("sample", task=1))

explanation = model.explain_one("The inflammation was mild.", "inflammation")
print(explanation.features.loc["endings__learned", ["value", "contribution"]].round(2).to_dict())
print(explanation.families().round(2).to_dict())
