"""Features of instances with ``lcp``; the name of the feature set is the second argument."""

from __future__ import annotations

import sys

import pandas as pd
from timing import rows, run

import lcp

warm_up, timed = (pd.DataFrame(part) for part in rows())
features = lcp.FeatureSet.load(sys.argv[2]).fit(warm_up)
run(features.transform, warm_up, timed, passes=2)
