"""What is done with each hostile input.

Each function prepares an attack in a folder. An attack is a function of a random generator; it
raises an error of `lcp` or returns False if the input is refused.
"""

import json
import os
import re
import shutil

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

import lcp
from lcp.corpora.parsers.instances_file import read_instances
from lcp.features.featureset import FeatureSet
from lcp.files.recipes import recipe_folder, recipe_names
from lcp.model.manifest import FEATURES, MANIFEST, WORDS
from lcp.model.plain_data import read_plain
from lcp.model.training_record import seen as seen_in
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.documents.extraction import extract, whole_text
from lcp.reader.documents.formats import format_of
from lcp.reader.engines import parquet
from lcp.reader.engines.arrow import BatchAnnotator
from lcp.resources.parsing import read_table_once
from lcp.resources.resource import Column, Resource
from lcp.tables.input_tables import read_table
from lcp.tables.output_tables import write_table
from lcp.targets import Targets
from tests.attacks.documents import mutated_document
from tests.attacks.models import mutated_bytes, mutated_state
from tests.attacks.requests import hostile_request
from tests.attacks.tables import mutated_recipe, mutated_table
from tests.attacks.texts import SENTENCE, hostile_text
from tests.model.conftest import describe, forge
from tests.reader.documents.test_marked_copy import marked

#: Characters of a document that are annotated.
ANNOTATED = 2_000
#: Characters that Excel does not keep: those of XML 1.0.
CONTROLS = re.compile("[\x00-\x1f\ufffe\uffff]")


class ServerFailureError(Exception):
    """An answer that says that the server failed."""


def attack_models(root):
    """Return an attack on the files of models, whose checksums are made to match."""
    table = lcp.load_corpus("sample").iloc[::4]
    learning = {"training_frequency": {}, "training_ratings": {}}
    if os.environ.get("LCP_DATA"):
        # Needs WordNet and ratings of concreteness.
        learning["association"] = {}
    features = FeatureSet({"length": {}, **learning})
    trees = lcp.load_estimator("lightgbm", n_jobs=1)
    trees.set_params(n_estimators=4, num_leaves=5, n_seeds=1)
    originals = {
        name: lcp.ComplexityModel(features, estimator).fit(table).save(root / name)
        for name, estimator in (("trees", trees), ("ridge", "ridge"), ("svr", "svr"))
    }
    # The bundled model has intervals, levels and precomputed words.
    originals["bundled"] = recipe_folder("models") / "bundled"
    words = read_plain((originals["bundled"] / WORDS).read_bytes())

    def attack(draw):
        kind = draw.choice(("trees", "trees", "ridge", "svr", "bundled", "bundled"))
        folder = root / "mutant"
        # A killed process may have left them.
        for left in (folder, root / "copy"):
            shutil.rmtree(left, ignore_errors=True)
        folder.mkdir()
        try:
            for path in originals[kind].iterdir():
                (folder / path.name).symlink_to(path)
            parts = (MANIFEST, WORDS) if kind == "bundled" else (FEATURES, "estimator.npz")
            name = draw.choice((*parts, "estimator.npz"))
            content = (folder / name).read_bytes()
            for changed in {MANIFEST, name}:
                (folder / changed).unlink()
                shutil.copy(originals[kind] / changed, folder)
            if name == MANIFEST:
                state = json.loads(content)
                changed = mutated_state(state, draw)
                changed = json.loads(json.dumps(changed, default=repr))
                describe(folder, **changed | {"files": state["files"]})
            elif draw.random() < 0.4:
                forge(folder, name, mutated_bytes(content, draw))
            else:
                state = words if name == WORDS else read_plain((folder / name).read_bytes())
                forge(folder, name, mutated_state(state, draw))
            use_model(lcp.load_model(folder), table, root)
        finally:
            shutil.rmtree(folder)
            shutil.rmtree(root / "copy", ignore_errors=True)

    return attack


def use_model(model, table, root):
    """Predict, annotate, explain and save with a model."""
    predictions = model.predictions(table.iloc[:3])
    if not ((predictions.complexity >= 0) & (predictions.complexity <= 1)).all():
        raise AssertionError("a complexity is not from 0 to 1")
    model.predict_one("The cat sat.", "cat", readers=model.capabilities_.readers[-1])
    list(Annotator(model, readers=model.capabilities_.readers[0]).stream([SENTENCE]))
    lcp.explain(table.iloc[:3], model=model)[0]
    model.feature_set_.feature_table()
    model.save(root / "copy")
    seen_in(model.trained_on_, Targets.table(table))
    return ", ".join(model.trained_on_["corpora"]), model.scores_, model.breakdown_


def attack_tables(root):
    """Return an attack on the readers of tables, and on the model that predicts for the rows."""
    model = lcp.load_model()
    model.predict(lcp.load_corpus("sample").iloc[:9])  # loads what is loaded on first use

    def attack(draw):
        suffix, content = mutated_table(draw)
        path = root / f"table{suffix}"
        path.write_bytes(content)
        table = read_instances(path)
        if len(model.predict(table)) != len(table):
            raise AssertionError(f"{len(table)} rows have another number of predictions")

    return attack


def attack_written_tables(root):
    """Return an attack on the writers of tables: every text is read again as it was."""

    def attack(draw):
        suffix = draw.choice((".csv", ".jsonl", ".parquet", ".xlsx"))
        texts = [hostile_text(draw).encode(errors="replace").decode() for _ in range(4)]
        if suffix == ".xlsx":
            texts = [CONTROLS.sub(" ", text) for text in texts]
        names = ["first", draw.choice(("self", "=1+1", "a,b", 'a"b', "second"))]
        path = root / f"table{suffix}"
        write_table(pd.DataFrame([["a", *texts[:1]], ["b", *texts[1:2]]], columns=names), path)
        table = read_table(path)
        if [row[1] for row in table.rows] != texts[:2]:
            raise AssertionError(f"{texts[:2]} were written, and {table.rows} read")

    return attack


def attack_cache(root):
    """Return an attack on the parsed copies of norms: a damaged one is made again."""
    content = "word,value\n" + "".join(f"word{number},{number / 7}\n" for number in range(200))
    (root / "norm.csv").write_text(content)
    columns = {"value": Column("value", "a value", "1")}
    norm = Resource("norm", "A norm", "table", "", "", read={"word": "word"}, columns=columns)

    def read():
        return read_table_once(norm, [root / "norm.csv"], root / "parsed")

    expected = read()
    (copy,) = (root / "parsed").iterdir()
    written = {file.name: file.read_bytes() for file in copy.iterdir()}

    def attack(draw):
        name = draw.choice(sorted(written))
        (copy / name).write_bytes(mutated_bytes(written[name], draw))
        if not read().equals(expected):
            raise AssertionError("a damaged copy gives other values")

    return attack


def attack_characters(root):
    """Return an attack on reading English: invisible characters do not change predictions."""
    annotator = Annotator()
    expected = [
        word.prediction.complexity for s in annotator.stream([SENTENCE]) for word in s.words
    ]

    def attack(draw):
        text = SENTENCE
        for match in reversed(list(re.finditer(r"\w\B", SENTENCE))):
            if draw.random() < 0.1:
                inserted = draw.choice("\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e")
                text = text[: match.end()] + inserted + text[match.end() :]
        found = [word.prediction.complexity for s in annotator.stream([text]) for word in s.words]
        if found != expected:
            raise AssertionError(f"{text!r} has the predictions {found}")
        # Words divided at the ends of lines, with anything around.
        words = hostile_text(draw).split(" ")
        divided = draw.choice(("-\n", "-\r\n", "\u00ad\n", "- \n", "-\n\u0301", "-\n(")).join(words)
        for sentence in annotator.stream([divided * draw.choice((1, 1, 1, 40))]):
            for word in sentence.words:
                if not (0 <= word.prediction.complexity <= 1 and word.start < word.end):
                    raise AssertionError(f"{word} in {divided!r}")

    return attack


def attack_recipes(root):
    """Return an attack on feature sets and estimator recipes."""
    recipes = [
        (kind, (recipe_folder(kind) / f"{name}.toml").read_text(encoding="utf-8"))
        for kind in ("features", "models")
        for name in recipe_names(kind)
    ]

    def attack(draw):
        kind, text = draw.choice(recipes)
        path = root / "recipe.toml"
        path.write_text(mutated_recipe(text, draw), encoding="utf-8")
        if kind == "models":
            lcp.load_estimator(path)
        else:
            FeatureSet.load(path).feature_table()

    return attack


def attack_documents(root):
    """Return an attack on the readers of documents, and on the annotation of their texts."""
    annotator = Annotator()
    list(annotator.stream([SENTENCE]))  # loads what is loaded on first use

    def attack(draw):
        name, content = mutated_document(draw)
        text = whole_text(extract(content, name))
        if "heatmap" in format_of(name).styles:
            path = root / name
            path.write_bytes(content)
            if whole_text(extract(marked(path, "heatmap"), name)) != text:
                raise AssertionError("a copy has another text")
        for sentence in annotator.stream([text[:ANNOTATED]]):
            if any(not 0 <= word.prediction.complexity <= 1 for word in sentence.words):
                raise AssertionError("a complexity is not from 0 to 1")

    return attack


def attack_parquet(root):
    """Return an attack on the annotation of Parquet files."""
    table = pa.table({"text": [SENTENCE, None, "It was late."] * 20, "number": range(60)})
    pq.write_table(table, root / "a.parquet")
    content = (root / "a.parquet").read_bytes()
    annotator = BatchAnnotator()
    list(annotator.stream(table.to_batches()))  # loads what is loaded on first use

    def attack(draw):
        (root / "a.parquet").write_bytes(mutated_bytes(content, draw))
        out = root / "out"
        try:
            parts = parquet.prepare(str(root / "*.parquet"), out, annotator)
            list(parquet.run(parts, annotator))
        finally:
            shutil.rmtree(out, ignore_errors=True)

    return attack


def attack_server(root):
    """Return an attack on the server, in this process: its threads do not survive a fork."""
    from starlette.testclient import TestClient

    from lcp.reader.web.app import create_app
    from lcp.reader.web.limits import Limits

    app = create_app(lcp.load_model(), limits=Limits(seconds=20))
    client = TestClient(app, base_url="http://127.0.0.1:8000", raise_server_exceptions=False)

    def attack(draw):
        request = hostile_request(draw)
        answer = client.request(**request, follow_redirects=False)
        if answer.status_code >= 500:
            raise ServerFailureError(
                f"{answer.status_code} for {request['method']} {request['url']}"
            )
        if "content-security-policy" not in answer.headers:
            raise ServerFailureError(f"no policy in the answer to {request['url']}")
        return answer.status_code < 400

    return attack


ATTACKS = {
    "models": attack_models,
    "tables": attack_tables,
    "written tables": attack_written_tables,
    "cache": attack_cache,
    "characters": attack_characters,
    "recipes": attack_recipes,
    "documents": attack_documents,
    "parquet": attack_parquet,
    "server": attack_server,
}
