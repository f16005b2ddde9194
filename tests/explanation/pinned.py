"""Explanations of twenty sentences by the bundled model, recorded in ``pinned.json``.

After a change of that model or of the wording, update the record with

    python -m tests.explanation.pinned

and read the difference: a teacher should agree with it.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path

EXPECTED = Path(__file__).with_name("pinned.json")

#: Sentence, target, genre.
SENTENCES = [
    ("And the shepherd led his sheep beside the river.", "sheep", "bible"),
    ("The elders of the tribe sat down in the gate.", "elders", "bible"),
    ("He put the ephod upon the priest.", "ephod", "bible"),
    ("They brought a burnt offering to the altar.", "burnt offering", "bible"),
    ("The sojourner shall eat at your table.", "sojourner", "bible"),
    ("The mice were fed twice a day.", "mice", "biomed"),
    ("Heterozygosity was measured in both groups.", "Heterozygosity", "biomed"),
    ("The RNA was taken from frozen tissue.", "RNA", "biomed"),
    ("Gene expression fell after treatment.", "Gene expression", "biomed"),
    ("Synaptic plasticity was impaired in these animals.", "Synaptic plasticity", "biomed"),
    ("The blood of the patients was tested again.", "blood", "biomed"),
    ("Parliament should honour the principle of subsidiarity.", "subsidiarity", "europarl"),
    ("I thank the members of this House.", "members", "europarl"),
    ("The vote needs a qualified majority.", "qualified majority", "europarl"),
    ("We call on the Commission to end this derogation.", "derogation", "europarl"),
    ("The member states agreed on a common policy.", "member states", "europarl"),
    ("The children played in the kitchen all morning.", "kitchen", ""),
    ("Her acquiescence surprised everyone at dinner.", "acquiescence", ""),
    ("An old friend of mine lives near the sea.", "old friend", ""),
    ("Nobody knew what the word zxqvy meant.", "zxqvy", ""),
]

#: Number of recorded reasons per sentence, and decimals of contributions and predictions.
REASONS, DECIMALS = 4, 3


def explain_all() -> list[dict[str, object]]:
    """Explain the sentences with the bundled model."""
    import lcp

    with warnings.catch_warnings():
        # The installed packages may differ from those of the training.
        warnings.filterwarnings("ignore", message="Predictions may differ")
        model = lcp.load_model()
    entries = []
    for sentence, target, genre in SENTENCES:
        explanation = model.explain_one(sentence, target, genre=genre)
        entries.append(
            {
                "sentence": sentence,
                "target": target,
                "complexity": round(explanation.complexity, DECIMALS),
                "reasons": [
                    {
                        "title": reason.title,
                        "contribution": round(reason.contribution, DECIMALS),
                        "text": reason.text,
                    }
                    for reason in explanation.reasons()[:REASONS]
                ],
            }
        )
    return entries


if __name__ == "__main__":
    text = json.dumps(explain_all(), indent=1, ensure_ascii=False) + "\n"
    EXPECTED.write_text(text, encoding="utf-8")
