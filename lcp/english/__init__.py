"""Facts about English: words, lemmas, affixes, pronunciations, frequencies and inflection."""
