"""Rate the words of running text."""

from __future__ import annotations

from lcp.annotation.annotation import AnnotatedSentence, Annotation, RatedWord
from lcp.annotation.annotator import Annotator, annotate
from lcp.annotation.targets import token_kinds

__all__ = ["AnnotatedSentence", "Annotation", "Annotator", "RatedWord", "annotate", "token_kinds"]
