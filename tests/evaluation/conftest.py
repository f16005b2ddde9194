"""A family that spies on how it is used."""

import numpy as np

from lcp.features.family import Family, Feature


def spying_family(title, log, *, does_learn):
    """Register a family that logs its calls, and measures the number of its training rows."""

    class Spy(Family):
        name = title
        scope = "context"
        learns = does_learn

        def features(self, learned):
            return [Feature("rows", "number of training rows", "rows", "test")]

        def fit(self, targets, rated, store):
            log.append((title, "fit", list(zip(targets.sentence, rated, strict=True))))
            return {"rows": len(targets)}

        def measure(self, targets, known):
            log.append((title, "measure", targets.sentence))
            return np.full((len(targets), 1), float(known.learned.get("rows", 0)))
