"""Words of learners' first languages: frequency, translations, and similarity to English words."""
