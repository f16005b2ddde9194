"""Files of SemEval-2022 Task 7 on plausible clarifications, CLAIRE (Roth, Anthonio & Sauer 2022).

``train_data.tsv`` has a header and is not quoted. A line is a sentence of a how-to guide with a
gap, its context and five fillers. ``train_scores.tsv`` beside it has lines ``ITEM_FILLER``, a tab,
and the mean rating of the filler from 1 (makes no sense) to 5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

#: Classes in ascending order, and their borders: a mean rating of at most 2.5 is implausible, one
#: of at least 4.0 plausible (section 4.3 of the paper).
LABELS = ("IMPLAUSIBLE", "NEUTRAL", "PLAUSIBLE")
BORDERS = (2.5, 4.0)
FILLERS = 5

_GAP = "______"
_COLUMNS = {
    "Resolved pattern": "phenomenon",
    "Article title": "title",
    "Section header": "section",
    "Previous context": "before",
    "Follow-up context": "after",
}


def read(path: Path) -> pd.DataFrame:
    """Read a file of sentences, and the scores beside it if there are any.

    Returns
    -------
    DataFrame of shape (5 * n_sentences, 14 or 16)
        The instance table with one row per filler, in its place in ``sentence``: ``id`` as in
        submissions (``12_1``), ``item`` (the sentence), ``option`` (number of the filler, from 1),
        ``genre`` and ``phenomenon`` (such as ``fused head``), ``title``, ``section``, ``before``
        and ``after`` (texts around the sentence). If rated, ``complexity`` is the mean rating of
        plausibility mapped from 1-5 to 0-1, and ``label`` its class.

    Raises
    ------
    InputError
        If a line is not in the format, or a filler has no score.
    """
    import pandas as pd

    from lcp.corpora.instances import as_instances

    # Not splitlines(): a text may contain U+2028.
    header, *lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    names = header.split("\t")
    rows = []
    for number, line in enumerate(lines, start=2):
        values = dict(zip(names, map(str.strip, line.split("\t")), strict=False))
        try:
            rows += _options(values, path.name.split("_")[0])
        except (KeyError, ValueError) as error:
            raise InputError(
                f"The line is not in the format of CLAIRE ({error}).",
                where=f"{path}, line {number}",
                hint="Delete the file and run `lcp fetch claire`.",
            ) from error
    table = pd.DataFrame(rows)
    scores = path.with_name(path.name.replace("_data", "_scores"))
    if scores != path and scores.is_file():
        table["complexity"] = _complexity(scores, table["id"])
        table["label"] = labels(table["complexity"])
    return as_instances(table)


def labels(complexity: ArrayLike) -> NDArray[np.str_]:
    """Return the class of each plausibility from 0 to 1; the borders belong to the outer classes.

    >>> labels([0.375, 0.376, 0.749, 0.75]).tolist()
    ['IMPLAUSIBLE', 'NEUTRAL', 'NEUTRAL', 'PLAUSIBLE']
    """
    values = np.asarray(complexity, dtype=np.float64)
    low, high = ((border - 1) / 4 for border in BORDERS)
    return np.asarray(np.array(LABELS)[(values > low).astype(int) + (values >= high)])


def _options(values: dict[str, str], part: str) -> list[dict[str, object]]:
    """Return the instances of a sentence, one for each filler."""
    left, gap, right = values["Sentence"].partition(_GAP)
    if not gap:
        raise ValueError("the sentence has no gap")
    fillers = [values[f"Filler{option}"] for option in range(1, FILLERS + 1)]
    context = {name: values[column] for column, name in _COLUMNS.items()}
    context["phenomenon"] = context["phenomenon"].lower()
    return [
        {
            "id": f"{values['Id']}_{option}",
            "genre": context["phenomenon"],
            "sentence": f"{left}{filler}{right}",
            "token": filler,
            "start": len(left),
            "end": len(left) + len(filler),
            "item": f"{part}-{values['Id']}",  # parts use the same numbers
            "option": option,
            **context,
        }
        for option, filler in enumerate(fillers, start=1)
    ]


def _complexity(path: Path, ids: pd.Series[str]) -> list[float]:
    """Read the scores of fillers, mapped to 0-1."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
        scores = {
            name: float(score) for name, score in (line.split("\t") for line in lines if line)
        }
        return [(scores[name] - 1) / 4 for name in ids]
    except (KeyError, ValueError) as error:
        raise InputError(
            f"The scores do not belong to the fillers ({error}).",
            where=str(path),
            hint="Delete the file and run `lcp fetch claire`.",
        ) from error
