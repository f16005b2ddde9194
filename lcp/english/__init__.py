"""Facts about English, and the division of text into sentences and words.

- Text: `characters`, `text`, `forms`, `letters`, `line_ends`, `markup`, `segmentation`,
  `token_arrays`, `readability_formulas`.
- Kinds of tokens and parts of speech: `kinds`, `names`, `tagger`, `word_classes`,
  `expression_matcher`.
- Facts about a word: `lemmas`, `affixes`, `spellings`, `pronunciation`, `word_frequency`,
  `levels`.
"""
