"""Generate the marked regions of the pages from the package; ``results.py``, from the benchmarks.

``cog -r -I docs README.md docs/*.md`` runs the calls in the pages and replaces the text below them.
The results must not depend on anything on this machine except the package.
"""

from __future__ import annotations

import inspect
import json
import os
import shlex
import subprocess
import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import typer
from results import ROOT, markdown_tables

from lcp.base.task import TASKS
from lcp.cli import app
from lcp.corpora.rated_corpora import corpora as rated_corpora
from lcp.english import analyse
from lcp.english.kinds import KINDS, LONG_RUN, SHOWN
from lcp.english.lexicon.expression_table import KINDS as EXPRESSION_KINDS
from lcp.english.lexicon.expression_table import load_expressions
from lcp.english.syllables import sounds
from lcp.estimators.estimator_recipe import load_estimator
from lcp.features.family import Family, families
from lcp.features.featureset import FeatureSet
from lcp.files.recipes import read_recipe, recipe_names
from lcp.model.running_text import THRESHOLDS
from lcp.model.saved_model import load_model
from lcp.resources import registry
from lcp.resources.resource import megabytes
from lcp.tables.formatting import markdown_table

if TYPE_CHECKING:
    from collections.abc import Iterator


def console(*commands: str, lines: int | None = None) -> str:
    """Return commands with their standard output, or the first lines of it."""
    printed = ["```console"]
    for command in commands:
        _, *arguments = shlex.split(command)
        done = subprocess.run(
            [sys.executable, "-m", "lcp", *arguments],
            cwd=ROOT,
            env={**_without_resources(), "COLUMNS": "80", "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        output = [line.rstrip() for line in done.stdout.rstrip().split("\n")]
        cut = lines is not None and len(output) > lines
        printed += [f"$ {command}", *output[:lines], *(["  …"] if cut else [])]
    return "\n".join([*printed, "```"])


def _without_resources() -> dict[str, str]:
    """Return the environment of a machine without downloaded resources."""
    environment = {key: value for key, value in os.environ.items() if key != "LCP_DATA"}
    return {**environment, "LCP_CACHE": str(ROOT / "docs" / "no-cache")}


def family_table() -> str:
    """Return a table with one row per family."""
    rows = []
    for name, family in _families().items():
        built = family()
        needs = ", ".join(f"`{resource}`" for resource in built.resources())
        summary = _summary(family)
        if family.__module__.startswith("lcp.tasks."):
            summary += f" Only for the tasks `{family.__module__.split('.')[2]}`."
        rows.append((_link(name), built.scope, len(built.features({})), summary, needs))
    return markdown_table(("family", "scope", "features", "description", "resources"), rows)


def feature_tables() -> str:
    """Return a section per family, with one row per feature."""
    described = FeatureSet({name: {} for name in _families()}).feature_table()
    parts = []
    for name, family in _families().items():
        built = family()
        facts = [f"Scope: {built.scope}."]
        if built.learns:
            facts.append("Learns from the training instances, within each fold.")
        if built.resources():
            facts.append(f"Resources: {', '.join(f'`{r}`' for r in built.resources())}.")
        options = [(field.name, getattr(built, field.name)) for field in fields(built)]
        if options:
            listed = ", ".join(f"`{key} = {_toml(value)}`" for key, value in options)
            facts.append(f"Options and their defaults: {listed}.")
        rows = described.loc[described["family"] == name, ["feature", "description", "unit"]]
        rows = rows.assign(source=described["source"])
        rows["feature"] = "`" + rows.index + "`"
        columns = ("feature", "description", "unit or scale", "source")
        table = markdown_table(columns, rows.itertuples(index=False))
        parts += [f"### {name}", _summary(family), " ".join(facts), table]
    return "\n\n".join(parts)


def norms() -> str:
    """Return a table of the features that are looked up in lists."""
    described = FeatureSet({name: {} for name in _families()}).feature_table()
    listed = described[described["n"] > 0]
    rows = [(f"`{f.Index}`", f"{f.n:,}", f.unit, f.source, f.licence) for f in listed.itertuples()]
    return markdown_table(("feature", "n", "unit or scale", "source", "licence"), rows)


def syllables() -> str:
    """Return a table of how often the model of letters counts the syllables of a word rightly."""
    about = sounds().about
    rows = [
        (
            f"Zipf {score['least_zipf']} or more" if score["least_zipf"] else "all",
            f"{score['words']:,}",
            f"{1 - score['right']:.1%}",
        )
        for score in about["scores"]
    ]
    return markdown_table(("words", "number", "wrong"), rows)


def feature_sets() -> str:
    """Return a table of the feature sets in the package."""
    rows = []
    for name in recipe_names("features"):
        features = FeatureSet.load(name)
        listed = ", ".join(map(_link, features.families))
        number = len(features.feature_table())
        size = sum(registry()[resource].bytes for resource in features.resources())
        aggregations = ", ".join(features.aggregations)
        needs = megabytes(size) if size else "nothing"
        rows.append(
            (f"`{name}`", _description("features", name), listed, number, aggregations, needs)
        )
    columns = ("set", "description", "families", "features", "aggregations", "download")
    return markdown_table(columns, rows)


def estimators() -> str:
    """Return a table of the estimator recipes in the package."""
    rows = [
        (f"`{name}`", _description("models", name), f"`{type(load_estimator(name)).__name__}`")
        for name in recipe_names("models")
    ]
    return markdown_table(("recipe", "description", "class"), rows)


def kinds() -> str:
    """Return a table of the kinds of tokens, with the examples that a text gives."""
    text = (
        "Dr. Smith and J. R. R. Tolkien saw the river in Brevard, e.g. in May; NATO paid £15.1bn, "
        "5 mg of mRNA cost 10% in the 1990s, the XVII century; NCT05003895 and p53 are gonna haunt "
        "<b>Priya</b> + her deep fears, don't they? See https://example.org, mail "
        "someone@example.org: река 😀 " + "x" * LONG_RUN
    )
    examples: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for sentence in analyse(text):
        for token in sentence.tokens:
            form = f"`{text[token.start : token.end]}`"
            if form not in examples[token.kind]:
                examples[token.kind].append(form)
    examples["long run"] = [f"{LONG_RUN} characters or more without white space"]
    annotated = {"word": "yes", "name": "with `names=True`"}
    rows = [
        (kind, " ".join(forms[:8]), annotated.get(kind, "no"), "yes" if kind in SHOWN else "")
        for kind, forms in examples.items()
    ]
    return markdown_table(("kind", "examples", "annotated", "listed as skipped"), rows)


def known_failures() -> str:
    """Return a table of the cases of reading English that fail, and why."""
    rows = []
    for path in sorted((ROOT / "tests/english/cases").glob("*.jsonl")):
        for case in map(json.loads, path.read_text("utf-8").strip().split("\n")):
            if case.get("expect") == "fail":
                first = str(next(iter(case.values()))).replace("\n", " ⏎ ")
                rows.append((path.stem, f"`{first}`", case.get("why", "")))
    return markdown_table(("kind", "case", "why"), rows)


def resources() -> str:
    """Return a table of resources: licence, citation, size and the families that use them."""
    rows = []
    for name, resource in registry().items():
        users = [f for f, family in _families().items() if name in family().resources()]
        used_by = ", ".join(map(_link, users))
        if not used_by:
            used_by = {
                "corpus": "the parser of the corpus",
                "gold": "the measurement of [substitutes](substitution.md)",
            }.get(resource.format, "by option only")
        size = megabytes(resource.bytes)
        rows.append(
            (f"`{name}`", resource.title, resource.licence, resource.citation, size, used_by)
        )
    return markdown_table(("name", "title", "licence", "citation", "size", "used by"), rows)


def notice() -> str:
    """Return the table of the files that ship and their licences."""
    [[heading, rows]] = markdown_tables((ROOT / "NOTICE.md").read_text("utf-8"))
    return markdown_table(heading, rows)


def expressions() -> str:
    """Return the number of expressions of each kind, and of those that are counted."""
    lexicon = load_expressions()
    rows = []
    for number, kind in enumerate(EXPRESSION_KINDS):
        of_kind = lexicon.kinds == number
        columns = of_kind, of_kind & (lexicon.counts > 0)
        rows.append([kind, *(f"{column.sum():,}" for column in columns)])
    return markdown_table(["kind", "expressions", "in the texts"], rows)


def commands() -> str:
    """Return a table of arguments and options for every command."""
    group: Any = typer.main.get_command(app)
    parts = []
    for name, command in _leaves("lcp", group):
        help_text = " ".join((command.help or "").split())
        annotations = get_type_hints(inspect.unwrap(command.callback))
        rows = [
            (
                _invoked(parameter),
                _what(parameter, annotations.get(parameter.name)),
                _default(parameter),
            )
            for parameter in command.params
            if parameter.name not in ("help", "quiet")
        ]
        parts += [f"### {name}", help_text]
        if rows:
            parts.append(markdown_table(("argument or option", "description", "default"), rows))
    return "\n\n".join(parts)


def thresholds() -> str:
    """Return a table of the named thresholds of the bundled model."""
    of = load_model().running_text_.threshold
    shares = THRESHOLDS.items()
    rows = [(f"`{name}`", f"{share:.0%}", of(name), of(name, "learner")) for name, share in shares]
    scales = ("hard from, general", "hard from, learner")
    return markdown_table(("threshold", "harder than", *scales), rows)


def corpora() -> str:
    """Return a table of the rated corpora."""
    rows = [
        (f"`{name}`", corpus.readers, corpus.scale, ", ".join(corpus.parts) or "all")
        for name, corpus in rated_corpora().items()
    ]
    return markdown_table(("corpus", "readers", "complexity", "parts"), rows)


def _families() -> dict[str, type[Family]]:
    """Families of this package, without those of other installed packages."""
    listed = {
        name: family for name, family in families().items() if family.__module__.startswith("lcp.")
    }
    for plugin in TASKS.plugins.values():
        members = {name: TASKS.member("families", name) for name in plugin.families}
        listed |= {k: family for k, family in members.items() if family.__module__[:4] == "lcp."}
    return dict(sorted(listed.items()))


def _link(family: str) -> str:
    return f"[`{family}`](feature-list.md#{family})"


def _summary(family: type[Family]) -> str:
    return (family.__doc__ or "").strip().split("\n")[0]


def _description(kind: Any, name: str) -> str:
    return str(read_recipe(kind, name).data["description"])


def _toml(value: Any) -> str:
    listed = isinstance(value, (list, tuple))
    return f"[{', '.join(map(_toml, value))}]" if listed else json.dumps(value, ensure_ascii=False)


def _leaves(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(command, "commands"):
        for part, below in command.commands.items():
            yield from _leaves(f"{name} {part}", below)
    else:
        yield name, command


def _invoked(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{parameter.metavar}`"
    return " ".join(f"`{option}`" for option in [*parameter.opts, *parameter.secondary_opts])


def _what(parameter: Any, annotation: Any) -> str:
    """Help text and choices of an option; where typer keeps the choices depends on its version."""
    choices = [f"`{name}`" for name in get_args(annotation) if get_origin(annotation) is Literal]
    listed = f" One of {', '.join(choices)}." if choices else ""
    return f"{parameter.help or ''}{listed}"


def _default(parameter: Any) -> str:
    if parameter.required:
        return "required"
    default = parameter.default
    if default is None or default == "" or callable(default):
        return ""
    if isinstance(default, bool):
        return f"`{(parameter.opts if default else parameter.secondary_opts or ['no'])[0]}`"
    return f"`{default}`"
