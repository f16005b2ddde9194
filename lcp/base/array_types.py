"""Types of NumPy arrays, for annotations."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Objects = NDArray[np.object_]
Singles = NDArray[np.float32]
