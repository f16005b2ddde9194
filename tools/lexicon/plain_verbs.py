"""Write the phrasal verbs that mean what their verb means: ``lcp/model/plain_verbs.txt``.

Those of two words whose first sense in WordNet also has the verb alone, such as "sit down". Needs
WordNet in LCP_DATA or ``lcp resources fetch wordnet``::

    python -m tools.lexicon.plain_verbs
"""

from __future__ import annotations

from lcp.features.families.wordnet import wordnet_reader
from lcp.files.writing import written_aside
from lcp.lexicon.expressions import KINDS, load_expressions
from lcp.model.levels import PLAIN_VERBS
from lcp.resources.store import Store


def main() -> None:
    """Write the list, one phrasal verb on each line."""
    lexicon = load_expressions()
    plain = []
    with wordnet_reader(Store().nltk("wordnet")) as wordnet:
        for form, kind in zip(lexicon.forms, lexicon.kinds.tolist(), strict=True):
            verb, *rest = form.split()
            if KINDS[kind] != "phrasal verb" or len(rest) != 1:
                continue
            senses = wordnet.synsets(form.replace(" ", "_"), "v")
            if senses and verb in senses[0].lemma_names():
                plain.append(form)
    with written_aside(PLAIN_VERBS) as aside:
        aside.write_text("".join(f"{form}\n" for form in sorted(plain)), encoding="utf-8")


if __name__ == "__main__":
    main()
