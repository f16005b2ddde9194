"""Readers: who reads a word, or rated it."""

#: One of the names below; after a colon, the first language of learners: "learner:es".
Readers = str
#: Readers of a target that does not name any, native ones, and those whose predictions decide on
#: CEFR levels.
GENERAL, NATIVE, LEARNER = "general", "native", "learner"
#: Stands for all readers, or all genres.
ALL = "*"
