"""Rate the words of running text: sentences and words, their complexity, and their places."""

from __future__ import annotations

from lcp.annotation.annotation import AnnotatedSentence, Annotation, RatedWord
from lcp.annotation.annotator import Annotator, annotate

__all__ = ["AnnotatedSentence", "Annotation", "Annotator", "RatedWord", "annotate"]
