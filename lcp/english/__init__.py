"""English: facts about its words, and the one analysis of text.

- The stages of the analysis, in this order: `characters`, `tokens`, `sentences`, `tags`, `lemmas`,
  `kinds`, `expressions`; `analysis` runs them all.
- What the stages share: `stages`, `columns`, `network`, `tables`, `markup`, `affixes`,
  `expression_index`, `literal`.
- Facts about words and texts: `english_words`, `expression_forms`, `numerals`,
  `readability_formulas`, `spellings`, `syllables`, `word_frequency`, `word_levels`, `articles`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lcp.english.syllables import syllables

if TYPE_CHECKING:
    from lcp.english.analysis import analyse, tokens_of, words_of
    from lcp.english.columns import Sentence, Token

__all__ = ["Sentence", "Token", "analyse", "syllables", "tokens_of", "words_of"]


def __getattr__(name: str) -> Any:
    # On first use, because the stages need the lexicon, which needs facts about words.
    if name not in __all__:
        raise AttributeError(f"module 'lcp.english' has no attribute '{name}'")
    from lcp.english import analysis

    return getattr(analysis, name)
