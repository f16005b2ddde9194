"""Compare texts for a learner who knows some words, and list the words to learn."""

import sys
from pathlib import Path

import lcp
from lcp.annotation import Annotator
from lcp.profiles import Profiler
from lcp.profiles.known_words import KnownWords
from lcp.study import StudyList
from lcp.study.level_range import level_range

text = Path(sys.argv[1]).read_text(encoding="utf-8")
known = ["corrode", "ledger", "hinge"]

for name, words in (("a beginner", []), ("a reader who knows three more words", known)):
    profile = lcp.profile(text, readers="learner", known_words=words)
    print(f"{name}: {profile.verdict}")

annotator = Annotator(readers="learner")
study = StudyList(annotator)
for sentence in Profiler(annotator, known_words=KnownWords(known)).stream([text]):
    study.add(sentence)
for word in study.words(level_range("B2+"))[:4]:
    print(f"{word.lemma} ({word.level}), line {word.line}: {word.sentence[:50]}…")
