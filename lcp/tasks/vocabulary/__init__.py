"""Vocabulary for learners with a first language (Knowledge-based Vocabulary Lists)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lcp.base.task import Plugin
from lcp.tasks.vocabulary.languages import NAMES
from lcp.tasks.vocabulary.vocabulary_tasks import Vocabulary

_FAMILIES = f"{__name__}.families"
_ALL = Vocabulary(
    "vocabulary:all",
    "complexity for learners with one of three first languages (KVL)",
    features="kvl",
    estimator="kvl",
    training_corpus="kvl:train",
    test_corpus="kvl:dev",
)

PLUGIN = Plugin(
    folder=Path(__file__).parent,
    tasks=(
        _ALL,
        *(
            replace(
                _ALL,
                name=f"vocabulary:{code}",
                title=f"complexity for {name} speakers (KVL)",
                where={"readers": f"learner:{code}"},
            )
            for code, name in NAMES.items()
        ),
    ),
    readers={f"learner:{code}": f"{name} speakers" for code, name in NAMES.items()},
    families={
        "clue": f"{_FAMILIES}.clue:Clue",
        "cognates": f"{_FAMILIES}.cognates:Cognates",
        "first_language": f"{_FAMILIES}.first_language:FirstLanguage",
        "shared_translations": f"{_FAMILIES}.shared_translations:SharedTranslations",
        "translation_meaning": f"{_FAMILIES}.translation_meaning:TranslationMeaning",
        "word_class": f"{_FAMILIES}.word_class:WordClass",
    },
    estimators={"first-languages": "lcp.tasks.vocabulary.estimator:FirstLanguagesRegressor"},
)
