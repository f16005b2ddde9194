"""Files without an end are refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lcp.corpora.parsers import tables
from lcp.corpora.parsers.instances_file import read_instances
from lcp.errors import InputError
from lcp.features.featureset import FeatureSet


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /dev/zero")
@pytest.mark.parametrize("read", [read_instances, FeatureSet.load])
def test_a_file_without_an_end_is_refused(read, monkeypatch):
    monkeypatch.setattr(tables, "LARGEST", 1_000_000)
    with pytest.raises(InputError, match="The file has more than"):
        read(Path("/dev/zero"))
