"""Twenty sentences, and what the model that ships says of them.

When that model, or the words of an explanation, have changed, renew what is expected with

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

#: Reasons that are pinned for each, and the decimals of contributions and predictions.
REASONS, DECIMALS = 4, 3


def told() -> list[dict[str, object]]:
    """What the model that ships says of the sentences."""
    import lcp

    with warnings.catch_warnings():
        # Another version of a package may move a prediction, and loading says so.
        warnings.filterwarnings("ignore", message="Predictions may differ")
        model = lcp.load_model()
    found = []
    for sentence, target, corpus in SENTENCES:
        explanation = model.explain_one(sentence, target, corpus=corpus)
        reasons = explanation.reasons()[:REASONS]
        found.append(
            {
                "sentence": sentence,
                "target": target,
                "complexity": round(explanation.complexity, DECIMALS),
                "reasons": [
                    {
                        "about": reason.title,
                        "contribution": round(reason.contribution, DECIMALS),
                        "text": reason.text,
                    }
                    for reason in reasons
                ],
            }
        )
    return found


if __name__ == "__main__":
    EXPECTED.write_text(json.dumps(told(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
