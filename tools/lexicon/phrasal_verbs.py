"""Write what phrasal verbs mean: ``lcp/english/phrasal_verbs.tsv``.

*Sit down* is "plain": its first sense in WordNet also has the verb alone. *Stand up* is
"physical": most of its uses in WordNet's texts are movements, perception or acts of the body. Other
verbs with a particle are "idiomatic", such as *call off*, unless children know them in the second
grade (Dale & O'Rourke, 1981), such as *give up*. Needs WordNet and the grades in LCP_DATA or
``lcp resources fetch wordnet aoa_test``::

    python -m tools.lexicon.phrasal_verbs
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lcp.english.lexicon.expression_table import KINDS, load_expressions
from lcp.english.word_levels import PHRASAL_VERBS
from lcp.files.output_files import atomic_write
from lcp.resources.store import Store
from lcp.resources.wordnet import opened_wordnet
from tools.lexicon.acquisition import listed_grades

if TYPE_CHECKING:
    from collections.abc import Iterator

#: WordNet's files of physical verbs.
PHYSICAL = {f"verb.{name}" for name in ("body", "consumption", "contact", "motion", "perception")}
#: The lowest grade of the list.
FIRST_GRADE = 2


def main() -> None:
    """Write the table."""
    with opened_wordnet(Store().nltk("wordnet")) as wordnet:
        rows = sorted(meanings(wordnet, listed_grades(Store(), "min")))
    with atomic_write(PHRASAL_VERBS) as aside:
        aside.write_text("".join(f"{lemma}\t{meaning}\n" for lemma, meaning in rows), "utf-8")


def meanings(wordnet: Any, grades: dict[str, float]) -> Iterator[tuple[str, str]]:
    """Yield phrasal verbs of two words and what they mean."""
    lexicon = load_expressions()
    columns = zip(lexicon.lemmas, lexicon.kinds.tolist(), lexicon.gaps.tolist(), strict=True)
    for lemma, kind, gap in columns:
        verb, *rest = lemma.split()
        if KINDS[kind] != "phrasal verb" or len(rest) != 1:
            continue
        name = lemma.replace(" ", "_")
        senses = wordnet.synsets(name, "v")
        if senses and verb in senses[0].lemma_names():
            yield lemma, "plain"
        elif gap:
            uses = [sum(each.count() for each in s.lemmas() if each.name() == name) for s in senses]
            places = [s.lexname() in PHYSICAL for s in senses]
            physical = sum(n for n, is_physical in zip(uses, places, strict=True) if is_physical)
            if 2 * physical > sum(uses):
                yield lemma, "physical"
            elif grades.get(lemma) != FIRST_GRADE:
                yield lemma, "idiomatic"


if __name__ == "__main__":
    main()
