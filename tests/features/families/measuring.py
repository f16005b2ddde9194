"""Features of a family as a table, with rows given as a table."""

import pandas as pd

from lcp.features.family import Fitted, Words, names_of
from lcp.resources import Store
from lcp.targets import Targets


class measured:  # noqa: N801 - used like a function
    """A family with its resources and what it learned."""

    def __init__(self, member, store=None):
        self.member, self.store, self.learned = member, store or Store(), {}

    def fit(self, table, rated=None):
        targets = Targets.table(table)
        if rated is None and "complexity" in table:
            rated = table["complexity"].to_numpy()
        self.learned = self.member.fit(targets, rated, self.store)
        return self

    def names(self):
        return names_of(self.member, self.learned)

    def extract(self, table):
        if self.member.scope == "word":
            lemmas = table["lemma"] if "lemma" in table else table["word"].str.lower()
            given = Words(list(table["word"]), list(lemmas))
        elif self.member.scope == "sentence":
            given = list(table["sentence"])
        else:
            given = Targets.table(table)
        values = self.member.measure(given, Fitted(self.store, self.learned))
        return pd.DataFrame(values, index=table.index, columns=self.names(), dtype="float64")
