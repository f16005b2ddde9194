"""Options for a gap in a text: plausible clarifications (CLAIRE) and abstract words (ReCAM)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lcp.base.task import Plugin
from lcp.tasks.gaps.gap_tasks import AbstractWords, Clarifications

_RANKING = Clarifications(
    "gaps:ranking",
    "plausibility of a filler of a gap, as a score (CLAIRE)",
    features="claire",
    estimator="gaps",
    group_by="title",
    training_corpus="claire:train",
    test_corpus="claire:dev",
    quantity="plausibility",
    use=(
        "The model predicts how plausible people find a filler of a gap in a how-to guide: 0 makes "
        "no sense, 1 makes perfect sense. Predictions depend on the other fillers of the same gap. "
        "It does not predict how difficult a filler is, and not whether an instruction is correct "
        "or safe."
    ),
)
_ABSTRACTNESS = AbstractWords(
    "gaps:abstractness",
    "removed word, abstract words (ReCAM, both tasks)",
    features="recam",
    estimator="gaps",
    group_by="passage",
    training_corpus="recam:trial-1+trial-2",
    test_corpus="recam:dev-1+dev-2",
    intervals=False,
    quantity="the removed word",
    use=(
        "The model ranks five options for a word that was removed from the summary of a news text. "
        "Only the order of the options of one question is meaningful; a prediction is not a "
        "probability. The model uses features of the words, and does not understand the text. "
        "Language models are far better."
    ),
)
PLUGIN = Plugin(
    folder=Path(__file__).parent,
    tasks=(
        _RANKING,
        replace(
            _RANKING,
            name="gaps:classification",
            title="plausibility of a filler of a gap, as one of three classes (CLAIRE)",
            estimator="claire-classification",
        ),
        _ABSTRACTNESS,
        replace(
            _ABSTRACTNESS,
            name="gaps:imperceptibility",
            title="removed word, imperceptible words (ReCAM task 1)",
            training_corpus="recam:trial-1",
            test_corpus="recam:dev-1",
        ),
        replace(
            _ABSTRACTNESS,
            name="gaps:nonspecificity",
            title="removed word, words with a general meaning (ReCAM task 2)",
            training_corpus="recam:trial-2",
            test_corpus="recam:dev-2",
        ),
    ),
    families={
        "gap": "lcp.tasks.gaps.families.gap:Gap",
        "passage": "lcp.tasks.gaps.families.passage:Passage",
    },
    estimators={"ordinal-trees": "lcp.tasks.gaps.ordinal_trees:OrdinalTrees"},
)
