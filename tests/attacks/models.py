"""Models with mutations whose checksums match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import random

NUMBERS = (
    *("0", "-1", "1", "2", "7", "-2", "1e9", "2147483647", "2147483648", "-2147483649"),
    *("99999999999999999999", "nan", "inf", "-inf", "1e400", "", "x", "0x10", "1_0", "١", "1.5"),
)
JSON = (None, True, -1, 2**70, 1.5, float("nan"), "", "x" * 99, [], {}, [[]], np.zeros(3))


def mutated_text(text: str, draw: random.Random) -> str:
    """Change LightGBM's text at one to three places, half of them numbers."""
    for _ in range(draw.randint(1, 3)):
        text = draw.choice(_CHANGES)(text, draw)
    return text


def mutated_state(value: object, draw: random.Random, depth: int = 0) -> object:
    """Replace one value in plain data, at any depth."""
    children = list(value) if isinstance(value, dict) else range(len(value or ())) if isinstance(
        value, list) else ()  # fmt: skip
    if not len(children) or draw.random() < 0.1 * depth:
        return draw.choice(JSON)
    place = draw.choice(children)
    changed = value.copy()
    if isinstance(changed, dict) and draw.random() < 0.05:
        del changed[place]
        return changed
    if isinstance(changed[place], str) and changed[place].startswith("tree\n"):
        changed[place] = mutated_text(changed[place], draw)
    else:
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


def _number(text: str, draw: random.Random) -> str:
    numbers = list(re.finditer(r"(?<=[= :\[])-?\d[\d.e+-]*", text[: text.find("\nend of trees")]))
    if not numbers:
        return text
    match = draw.choice(numbers)
    return text[: match.start()] + draw.choice(NUMBERS) + text[match.end() :]


def _list_value(text: str, draw: random.Random) -> str:
    """Change a count, an index or a size, of which there are few among the numbers."""
    names = "num_leaves|split_feature|left_child|right_child|tree_sizes|max_feature_idx"
    lines = list(re.finditer(rf"(?<=\n)(?:{names}|num_cat|decision_type|shrinkage)=.*", text))
    if not lines:
        return text
    match = draw.choice(lines)
    name, _, value = match.group().partition("=")
    values = value.split(" ")
    values[draw.randrange(len(values))] = draw.choice(NUMBERS)
    return f"{text[: match.start()]}{name}={' '.join(values)}{text[match.end() :]}"


def _line(text: str, draw: random.Random) -> str:
    lines = text.split("\n")
    place = draw.randrange(min(len(lines), 80))
    line = lines.pop(place)
    if draw.random() < 0.5:
        lines[place:place] = [line] * draw.choice((2, 3, 500))
    return "\n".join(lines)


def _cut(text: str, draw: random.Random) -> str:
    return text[: draw.randrange(len(text) + 1)]


def _character(text: str, draw: random.Random) -> str:
    place = draw.randrange(len(text) + 1)
    return text[:place] + draw.choice("\0\n =-[]{}é\u2028\U0001f600") + text[place + 1 :]


_CHANGES = (_number, _list_value, _list_value, _line, _cut, _character)
