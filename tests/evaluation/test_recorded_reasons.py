"""Explanations of twenty sentences by the bundled model equal ``recorded_reasons.json``.

After a change of that model or of the wording, update the record with

    python -m tests.evaluation.test_recorded_reasons

and read the difference: a teacher should agree with it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lcp

RECORD = Path(__file__).with_name("recorded_reasons.json")

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


def explained():
    """Explain the sentences with the bundled model."""
    names = ("sentence", "token", "genre")
    rows = [dict(zip(names, instance, strict=True)) for instance in SENTENCES]
    return [
        {
            "sentence": explanation.sentence,
            "target": explanation.target,
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
        for explanation in lcp.explain(lcp.load_model(), rows)
    ]


def test_reasons_equal_the_recorded_ones():
    recorded = json.loads(RECORD.read_text("utf-8"))
    for now, then in zip(explained(), recorded, strict=True):
        tolerance = 2 * 10**-DECIMALS
        assert now["sentence"] == then["sentence"]
        assert now["complexity"] == pytest.approx(then["complexity"], abs=tolerance)
        for reason, before in zip(now["reasons"], then["reasons"], strict=True):
            assert (reason["title"], reason["text"]) == (before["title"], before["text"])
            assert reason["contribution"] == pytest.approx(before["contribution"], abs=tolerance)


if __name__ == "__main__":
    text = json.dumps(explained(), indent=1, ensure_ascii=False) + "\n"
    RECORD.write_text(text, encoding="utf-8")
