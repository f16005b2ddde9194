"""Distinct tokens of the texts of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.base.caches import Computed
from lcp.english.kinds import KINDS, facts_of, form_kind
from lcp.english.lemmas import lemma
from lcp.english.network import load_model_of_english
from lcp.english.tokens import Tokenizer

if TYPE_CHECKING:
    from lcp.base.array_types import Ints, Singles


class Vocabulary:
    """What the stages know about the distinct tokens of the texts of a process."""

    def __init__(self) -> None:
        self.model = load_model_of_english()
        self.tokenizer = Tokenizer()
        #: Distinct tokens.
        self.forms = self.tokenizer.forms
        #: Names of the tags; the last is of markup.
        self.tags = [*self.model.tags, ""]
        # Other threads read these arrays, so that they are replaced and never changed.
        self.kinds, self.facts = np.empty(0, dtype=np.int8), facts_of([])
        self.leaders = np.empty(0, dtype=np.intp)
        self._rows = self.model.rows([])
        #: Lemma of each form with a tag, by their code: form * number of tags + tag.
        self.lemmas = Computed(self._lemma)

    def update(self) -> None:
        """Examine the forms that are new."""
        first, last = len(self.kinds), len(self.forms)
        if first < last:
            new = self.forms[first:]
            kinds = np.array([KINDS.index(form_kind(form)) for form in new], dtype=np.int8)
            leaders = [self.model.leaders.get(form.lower(), 0) for form in new]
            self.kinds = np.concatenate([self.kinds, kinds])
            self.facts = np.concatenate([self.facts, facts_of(new)])
            self.leaders = np.concatenate([self.leaders, leaders])
            if last > len(self._rows):
                # Larger than needed, so that rows are seldom copied.
                self._rows = np.resize(self._rows, (last * 5 // 4, self._rows.shape[1]))
            self._rows[first:last] = self.model.rows(new)

    def rows(self, numbers: Ints) -> Singles:
        """Return the rows of forms in the model."""
        return self._rows[numbers]

    def pair(self, code: int) -> tuple[str, str]:
        """Return the form and the tag with a code."""
        form, tag = divmod(code, len(self.tags))
        return self.forms[form], self.tags[tag]

    def _lemma(self, code: int) -> str:
        return lemma(*self.pair(code))
