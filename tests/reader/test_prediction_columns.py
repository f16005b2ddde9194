"""Everything that reports predictions derives its columns from one record."""

import inspect
import json

import numpy as np

import lcp
from lcp.model import predictions
from lcp.model.predictions import columns_of, flattened, table_of
from lcp.reader.annotation.annotation import AnnotatedWord
from tests.processes import python

FIELD = "    level_probability: float | None\n"
#: A copy of the module, whose record has one more field.
PATCH = """
import sys, types
module = types.ModuleType("lcp.model.predictions")
sys.modules[module.__name__] = module
exec(compile({source!r}, "predictions.py", "exec"), vars(module))
module.Predictions.doubled = property(lambda self: 2 * self.complexity)
"""
REPORT = """
import json, lcp, spacy
from lcp.reader.engines.arrow import WORD
from lcp.reader.meaning.results import Substitute
from lcp.reader.meaning.substitution import substitutes
from lcp.reader.reports.annotation_output import write_annotation
from lcp.reader.web import responses

TEXT = "They gave up near the river."
annotator = lcp.Annotator()
sentences = list(annotator.stream([TEXT]))
found = substitutes("It will commence today.", "commence", ["begin"])
nlp = spacy.blank("en")
nlp.add_pipe("lcp")
doc = nlp(TEXT)
print(json.dumps({
    "predictions": list(lcp.load_model().predictions([{"token": "river"}]).to_frame()),
    "annotate": list(lcp.annotate(TEXT).to_frame()),
    "json": list(sentences[0].to_dict()["words"][0]),
    "csv": next(write_annotation(annotator, sentences, "csv")).strip().split(","),
    "arrow": WORD.names,
    "substitutes": list(found.to_frame()),
    "spacy": doc[5]._.lcp.prediction._fields,
    "spacy expression": doc._.lcp_expressions[0].prediction._fields,
    **{name: list(getattr(responses, name).model_fields)
       for name in ("Word", "PredictedTarget", "Substitute", "Explained")},
}))
"""


def test_a_new_field_of_a_prediction_appears_everywhere():
    source = inspect.getsource(predictions)
    assert source.count(FIELD) == 1
    source = source.replace(FIELD, f"{FIELD}    doubled: float | None\n")
    code = PATCH.format(source=source) + REPORT
    done = python("-c", code)
    assert done.returncode == 0, done.stderr
    places = json.loads(done.stdout)
    assert [place for place, names in places.items() if "doubled" not in names] == []


def test_the_fields_of_a_prediction_are_among_those_of_its_record():
    words = list(lcp.annotate("He took his tall hat off."))
    flat = [flattened(word) for word in words]
    assert list(flat[0]) == list(columns_of(AnnotatedWord))
    assert flat[0]["complexity"] == words[0].prediction.complexity
    assert flat[0]["runs"] == words[0].runs
    assert table_of(AnnotatedWord, []).dtypes["complexity"] == np.dtype(float)
