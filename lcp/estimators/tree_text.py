"""Checks of LightGBM's text format, whose native reader trusts every number in a text.

A wrong count, index or size makes LightGBM read outside of its memory, which ends the process.
"""

from __future__ import annotations

import re

from lcp.estimators.trees import Trees

_INTEGER = r"-?\d{1,9}"
_NUMBER = r"-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?"
_RANGE = rf"(?:none|\[{_NUMBER}:{_NUMBER}\])"
#: Lines of the head and of each tree, in order, with the pattern of their values.
_HEAD = (
    ("version", r"v[34]"),
    ("num_class", "1"),
    ("num_tree_per_iteration", "1"),
    ("label_index", "0"),
    ("max_feature_idx", r"\d{1,6}"),
    ("objective", "regression"),
    ("feature_names", r"[^\x00-\x1f]*"),
    ("feature_infos", rf"{_RANGE}(?: {_RANGE})*"),
)
_LISTS = {
    "split_feature": (_INTEGER, 1),
    "split_gain": (_NUMBER, 1),
    "threshold": (rf"(?:{_NUMBER}|-?inf)", 1),
    "decision_type": (_INTEGER, 1),
    "left_child": (_INTEGER, 1),
    "right_child": (_INTEGER, 1),
    "leaf_value": (_NUMBER, 0),
    "leaf_weight": (_NUMBER, 0),
    "leaf_count": (_INTEGER, 0),
    "internal_value": (_NUMBER, 1),
    "internal_weight": (_NUMBER, 1),
    "internal_count": (_INTEGER, 1),
}
_TREE = (
    ("num_leaves", r"\d{1,6}"),
    ("num_cat", "0"),
    *((name, rf"(?:{pattern}(?: {pattern})*)?") for name, (pattern, _) in _LISTS.items()),
    ("is_linear", "0"),
    ("shrinkage", _NUMBER),
)
_AVERAGE = "average_output"


def checked_text(text: str) -> str:
    """Return the part of a model's text that predictions depend on, if it is consistent.

    Raises
    ------
    InputError
        If the text is damaged, or the model is not a regression on numbers.
    """
    # Children, columns and the order of nodes are checked there.
    Trees.read(text)
    try:
        head, *trees = text.split("\nend of trees", maxsplit=1)[0].split("\nTree=")
        return _checked(head, trees)
    except ValueError as error:
        raise Trees.damaged(error) from error


def _checked(head: str, trees: list[str]) -> str:
    first, *lines = head.rstrip("\n").split("\n")
    average = _AVERAGE in lines
    facts = _values([line for line in lines if line != _AVERAGE][:-1], _HEAD)
    n_features = int(facts["max_feature_idx"]) + 1
    if first != "tree" or not lines[-1].startswith("tree_sizes="):
        raise ValueError("its head is incomplete")
    if {len(facts[name].split(" ")) for name in ("feature_names", "feature_infos")} != {n_features}:
        raise ValueError("the number of features is wrong")
    blocks = [_checked_tree(number, block) for number, block in enumerate(trees)]
    # LightGBM finds the trees by these sizes.
    sizes = " ".join(str(len(block.encode())) for block in blocks)
    about = [f"{name}={value}" for name, value in facts.items()]
    if average:
        about.insert(6, _AVERAGE)
    return (
        "\n".join(["tree", *about, f"tree_sizes={sizes}", "", "".join(blocks)]) + "end of trees\n"
    )


def _checked_tree(number: int, block: str) -> str:
    own, *lines = block.rstrip("\n").split("\n")
    facts = _values(lines, _TREE)
    leaves = int(facts["num_leaves"])
    if own != str(number):
        raise ValueError("a tree has a wrong number")
    for name, (_, fewer) in _LISTS.items():
        n = len(facts[name].split())
        # A tree of one leaf may lack numbers about it.
        if n != leaves - fewer and (n, leaves) != (0, 1):
            raise ValueError(f"'{name}' is incomplete")
    return "\n".join([f"Tree={own}", *(f"{k}={v}" for k, v in facts.items()), "", "", ""])


def _values(lines: list[str], expected: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return the values of lines that have the expected names and patterns."""
    values = {}
    for line, (name, pattern) in zip(lines, expected, strict=True):
        key, _, value = line.partition("=")
        if key != name or not re.fullmatch(pattern, value, re.ASCII):
            raise ValueError(f"the line '{line[:40]}' is not expected")
        values[name] = value
    return values
