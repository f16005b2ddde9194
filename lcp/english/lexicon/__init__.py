"""The lists and counts that ship with the package, built by ``tools/lexicon``.

- `word_table`: the lexicon, with vectors, predicted norms and counts of 110,875 common words.
- `pairs`: counts of adjacent words, and measures of their association.
- `expression_table`: the expressions with their counts, and the classes of words.
- `sequences`: a search for many sequences of words at once.
- `synonyms`: pairs of synonyms.
"""
