"""Study lists: the words of a text that are worth learning."""

from __future__ import annotations

from lcp.study.study_list import StudyList, StudyWord

__all__ = ["StudyList", "StudyWord"]
