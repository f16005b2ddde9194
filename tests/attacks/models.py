"""Models with mutations whose checksums match."""

import random

import numpy as np

NUMBERS = (0, -1, 1, 2, 7, 99, 2**31 - 1, -(2**31), 1e9, 1e300, np.nan, np.inf, -np.inf)
JSON = (None, True, -1, 2**70, 1.5, float("nan"), "", "x" * 99, [], {}, [[]], np.zeros(3))


def mutated_array(array: np.ndarray, draw: random.Random) -> np.ndarray:
    """Change a number, the length, the dimensions or the type of an array."""
    kind = draw.randrange(5)
    if kind == 0:
        return array[: draw.randrange(len(array) + 1)] if array.ndim else array
    if kind == 1:
        return array[..., None] if draw.random() < 0.5 else array.ravel()
    if kind == 2:
        return array.astype(draw.choice((np.float64, np.int64, np.int8, np.bool_, str)))
    changed = array.copy()
    if changed.size:
        with np.errstate(all="ignore"):
            number = np.asarray(draw.choice(NUMBERS), dtype=np.float64).astype(array.dtype)
        changed.flat[draw.randrange(changed.size)] = number
    return changed


def mutated_state(value: object, draw: random.Random, depth: int = 0) -> object:
    """Change one value in plain data, at any depth."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf" and draw.random() < 0.9:
        return mutated_array(value, draw)
    children = list(value) if isinstance(value, dict) else range(len(value or ())) if isinstance(
        value, list) else ()  # fmt: skip
    if not len(children) or draw.random() < 0.1 * depth:
        return draw.choice(JSON)
    place = draw.choice(children)
    changed = value.copy()
    if isinstance(changed, dict) and draw.random() < 0.05:
        del changed[place]
        return changed
    changed[place] = mutated_state(changed[place], draw, depth + 1)
    return changed


def mutated_bytes(content: bytes, draw: random.Random) -> bytes:
    """Flip bits, cut, repeat or insert bytes."""
    place = draw.randrange(len(content))
    kind = draw.randrange(4)
    if kind == 0:
        changed = bytearray(content)
        for _ in range(draw.randint(1, 8)):
            changed[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
        return bytes(changed)
    if kind == 1:
        return content[:place]
    if kind == 2:
        return content[:place] + content[place // 2 :]
    return content[:place] + draw.randbytes(draw.randint(1, 40)) + content[place:]
