"""Two measures of abstractness: perceptibility of a word, specificity of its sense.

By low values of either, SemEval-2021 Task 4 selected its abstract words: kinds "imperceptibility"
and "nonspecificity" (Zheng et al. 2021).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from lcp.reading.sense_context import Usage
    from lcp.resources import Store


def abstractness(table: Any, store: Store | None = None) -> pd.DataFrame:
    """Measure how abstract targets are: low perceptibility or specificity is abstract.

    Parameters
    ----------
    table : DataFrame or list of dict
        Instances: ``token``, and optionally ``sentence`` and ``id``.
    store : Store, optional
        Store that provides WordNet. Default: a store of this machine.

    Returns
    -------
    DataFrame of shape (n_instances, 7 or 8)
        ``id`` (if given), ``token`` and these columns, NaN or "" if unknown.

        - ``perceptibility``: predicted concreteness from 0 (cannot be perceived) to 1, mean of
          the target's words. Words below 0.35 count as abstract in SemEval-2021 Task 4.
        - ``specificity``: length of the longest path from the sense to the root of WordNet's
          hypernyms, 0 (most general) to 19; nouns and verbs only. Below 6 counts as abstract
          (Changizi 2008).
        - ``depth``: length of the shortest path.
        - ``sense_rank``: rank of the sense by frequency among those with its part of speech, from
          1.
        - ``sense``, ``definition``: WordNet's name of the likeliest sense, and its definition; see
          :func:`lcp.reading.senses.sense_shares`.

    Raises
    ------
    InputError
        If a target is not in its sentence.
    ResourceError
        If WordNet is missing.
    """
    import numpy as np
    import pandas as pd

    from lcp.english.analysis import whole_sentences
    from lcp.features.families.wordnet import wordnet_reader
    from lcp.reading.sense_inventory import usage_of
    from lcp.reading.senses import with_wordnet
    from lcp.resources import Store
    from lcp.targets import Targets
    from lcp.tasks.gaps.perceptibility import perceptibility

    resources = with_wordnet(store or Store())
    targets = Targets.table(table)
    whole = zip(targets.sentence, targets.token, strict=True)
    sentences = [sentence or token for sentence, token in whole]
    ends = np.where(targets.alone, [len(token) for token in targets.token], targets.end)
    spans = list(zip(targets.start.tolist(), ends.tolist(), strict=True))
    words = [token.split() for token in targets.token]
    distinct = sorted({word for listed in words for word in listed})
    scores = dict(zip(distinct, perceptibility(distinct).tolist(), strict=True))
    with wordnet_reader(resources.nltk("wordnet")) as reader:
        placed = zip(whole_sentences(sentences), spans, strict=True)
        senses = [_of_sense(reader, usage_of(reader, *pair)) for pair in placed]
    identified = {name: targets[name] for name in ("id", "token") if name in targets}
    means = [np.mean([scores[word] for word in listed]) if listed else np.nan for listed in words]
    columns = ["specificity", "depth", "sense_rank", "sense", "definition"]
    return pd.concat(
        [
            pd.DataFrame({**identified, "perceptibility": means}),
            pd.DataFrame(senses, columns=columns),
        ],
        axis=1,
    )


def _of_sense(reader: Any, usage: Usage | None) -> tuple[float, float, float, str, str]:
    """Return the values of the likeliest sense."""
    from lcp.features.families.wordnet import depths
    from lcp.reading.senses import sense_shares

    if usage is None:
        return math.nan, math.nan, math.nan, "", ""
    option = usage.options[int(sense_shares(usage).argmax())]
    sense, base, part, _ = option
    rank = 1 + [each for each in usage.options if each[1:3] == (base, part)].index(option)
    shortest, longest = depths(reader, sense) if part in "nv" else (math.nan, math.nan)
    return float(longest), float(shortest), float(rank), sense.name(), sense.definition()
