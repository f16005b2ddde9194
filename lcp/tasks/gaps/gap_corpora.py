"""Files of items with options: CLAIRE (Roth, Anthonio & Sauer 2022), ReCAM (Zheng et al. 2021).

``train_data.tsv`` of CLAIRE has a header and is not quoted. A line is a sentence of a how-to guide
with a gap, its context and five fillers. ``train_scores.tsv`` in the same folder has lines
``ITEM_FILLER``, a tab, and the mean rating of the filler from 1 (makes no sense) to 5.

A line of ReCAM is JSON: ``article``, ``question`` (a summary with ``@placeholder`` in place of a
word), ``option_0`` to ``option_4`` and, if labelled, ``label`` (the number of the removed word).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lcp.base.schema import SchemaError, conforms
from lcp.errors import InputError
from lcp.targets.instance_columns import instance_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    import pandas as pd

#: Number of fillers of a sentence, and of options of a question.
OPTIONS = 5
#: Kind of abstractness of the removed words, by the beginning of a file's name.
KINDS = {"Task_1": "imperceptibility", "Task_2": "nonspecificity", "Task_3": "both"}
_COLUMNS = {
    "Article title": "title",
    "Section header": "section",
    "Previous context": "before",
    "Follow-up context": "after",
}

#: Types of the values of a line of each file, for :func:`lcp.base.schema.conforms`.
_CLAIRE = dict.fromkeys(("Id", "Sentence", "Resolved pattern", *_COLUMNS), str) | {
    f"Filler{option}": str for option in range(1, OPTIONS + 1)
}
_RECAM = {"article": str, "question": str} | {f"option_{n}": str for n in range(OPTIONS)}


def read_claire(path: Path) -> pd.DataFrame:
    """Read a file of sentences, and the scores in the same folder if there are any.

    Returns
    -------
    DataFrame of shape (5 * n_sentences, 12 or 13)
        The instance table with one row per filler, in its place in ``sentence``: ``id`` as in
        submissions (``12_1``), ``item`` (the sentence), ``option`` (number of the filler, from 1),
        ``genre`` (the phenomenon, such as ``fused head``), ``title``, ``section``, ``before`` and
        ``after`` (texts around the sentence). If rated, ``complexity`` is the mean rating of
        plausibility mapped from 1-5 to 0-1.

    Raises
    ------
    InputError
        If a line is not in the format, or a filler has no score.
    """
    lines = _lines(path)
    names = next(lines)[1].split("\t")
    part = path.name.split("_")[0]  # parts use the same numbers

    def options(_: int, line: str) -> list[dict[str, object]]:
        values = dict(zip(names, map(str.strip, line.split("\t")), strict=False))
        _check(values, _CLAIRE)
        fillers = [values[f"Filler{option}"] for option in range(1, OPTIONS + 1)]
        context = {name: values[column] for column, name in _COLUMNS.items()}
        context["genre"] = values["Resolved pattern"].lower()
        context["item"] = f"{part}-{values['Id']}"
        rows = _options_in_sentence(values["Sentence"], "______", fillers)
        return [
            {"id": f"{values['Id']}_{option}", "option": option, **row, **context}
            for option, row in enumerate(rows, start=1)
        ]

    table = _table(path, lines, options)
    scores = path.with_name(path.name.replace("_data", "_scores"))
    if scores == path or not scores.is_file():
        return table
    pairs = (line.partition("\t") for _, line in _lines(scores))
    try:
        rated = {name: (float(score) - 1) / 4 for name, _, score in pairs}
        _check(rated, dict.fromkeys(table["id"], float))
    except ValueError as error:
        raise _invalid_file(error, str(scores)) from error
    return table.assign(complexity=[rated[name] for name in table["id"]])


def read_recam(path: Path) -> pd.DataFrame:
    """Read a file of questions.

    Returns
    -------
    DataFrame of shape (5 * n_questions, 9 or 10)
        The instance table with one row per option, in its place in ``sentence``: ``id``, ``item``
        (the question), ``option`` (0-4), ``genre`` (the kind of abstractness, if the name of the
        file begins with the number of a task), ``passage`` (the article). If labelled,
        ``complexity`` is 1 for the removed word and 0 for the others.

    Raises
    ------
    InputError
        If a line is not in the format; names the first one.
    """
    genre = next((kind for name, kind in KINDS.items() if path.stem.startswith(name)), "")

    def options(line_number: int, line: str) -> list[dict[str, object]]:
        question = json.loads(line)
        _check(question, _RECAM)
        item = f"{path.stem}-{line_number}"
        words = [question[f"option_{option}"].strip() for option in range(OPTIONS)]
        rated = question.get("label")
        return [
            {
                "id": f"{item}-{option}",
                "genre": genre,
                **row,
                "item": item,
                "option": option,
                "passage": question["article"],
                **({} if rated is None else {"complexity": float(rated == option)}),
            }
            for option, row in enumerate(
                _options_in_sentence(question["question"], "@placeholder", words)
            )
        ]

    return _table(path, _lines(path), options)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line; not splitlines(), a text may contain U+2028."""
    text = path.read_text(encoding="utf-8")
    return ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line)


def _options_in_sentence(text: str, gap: str, words: list[str]) -> list[dict[str, object]]:
    """Return the sentence with each option in the gap, and its span."""
    left, separator, right = text.partition(gap)
    if not separator:
        raise SchemaError("there is no gap")
    return [
        {
            "sentence": f"{left}{word}{right}",
            "token": word,
            "start": len(left),
            "end": len(left) + len(word),
        }
        for word in words
    ]


def _table(
    path: Path,
    lines: Iterator[tuple[int, str]],
    options: Callable[[int, str], list[dict[str, object]]],
) -> pd.DataFrame:
    import pandas as pd

    rows = []
    for number, line in lines:
        try:
            rows += options(number, line)
        except (SchemaError, json.JSONDecodeError) as error:
            raise _invalid_file(error, f"{path}, line {number}") from error
    return instance_table(pd.DataFrame(rows))


def _check(record: object, spec: Mapping[str, type]) -> None:
    """Raise :class:`SchemaError` for a record that lacks a value, or has one of another type."""
    values = record if isinstance(record, dict) else {}
    for name, kind in spec.items():
        if not conforms(values.get(name), kind):
            raise SchemaError(f"'{name}' is missing or has another type")


def _invalid_file(error: Exception, where: str) -> InputError:
    return InputError(
        f"The file is not in the format of the task ({error}).",
        where=where,
        hint="Delete the file and run `lcp resources fetch claire recam`.",
    )
