"""Plan of an ablation: which cells are trained, in which order, and how they are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from lcp.ablation.cells import Cell
from lcp.ablation.table import Step

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

Mode = Literal["leave-one-out", "only-one", "add-one"]

#: Feature set of the reference of `only-one`, and of the first step of `add-one`.
BASELINE = "frequency-baseline"

#: Shares of the training groups on the learning curve, which is measured in the first repeat.
SHARES = (0.1, 0.2, 0.4, 0.7, 1.0)

#: Smallest number of training instances on the learning curve.
FEWEST = 50


@dataclass(frozen=True, slots=True)
class Plan:
    """Cells and steps of an ablation.

    `groups` are the columns of each feature group, `shares` those of the learning curve.
    """

    mode: Mode
    groups: Mapping[str, Sequence[str]]
    repeats: int
    shares: Sequence[float]
    baseline_columns: int = 0

    @property
    def whole(self) -> Cell:
        """Cell of the whole feature set."""
        return self.cell(self.groups)

    def cell(self, names: Collection[str], share: float = 1.0) -> Cell:
        """Return the cell of some groups, in the set's order."""
        return Cell(tuple(name for name in self.groups if name in names), share)

    def step(self, name: str, group: str, cell: Cell, reference: Cell | None = None) -> Step:
        """Return a step with the number of its columns."""
        columns = sum(len(self.groups[part]) for part in cell.groups)
        return Step(name, group, cell, columns or self.baseline_columns, reference)

    def steps(self) -> list[Step]:
        """Return the steps of ``leave-one-out`` or ``only-one``, the reference first."""
        if self.mode == "leave-one-out":
            return [
                self.step("reference", "all", self.whole),
                *(
                    self.step("without", name, self.cell(self.groups.keys() - {name}), self.whole)
                    for name in self.groups
                ),
            ]
        baseline = Cell(())
        return [
            self.step("reference", BASELINE, baseline),
            *(self.step("only", name, self.cell({name}), baseline) for name in self.groups),
            self.step("all", "all", self.whole, baseline),
        ]

    def learning_cells(self) -> dict[Cell, float]:
        """Return the cells of the learning curve and their shares."""
        return {self.cell(self.groups, share): share for share in self.shares}

    def tasks(self) -> list[tuple[Cell, int]]:
        """Return the cells and repeats that do not depend on results, the curve last."""
        steps = [] if self.mode == "add-one" else self.steps()
        cells = [self.whole, *(cell for step in steps for cell in step.cells())]
        tasks = [(cell, repeat) for repeat in range(self.repeats) for cell in cells]
        return list(dict.fromkeys([*tasks, *((cell, 0) for cell in self.learning_cells())]))

    def size(self) -> int:
        """Return the number of cells, counting each repeat."""
        if self.mode != "add-one":
            return len(self.tasks())
        n_groups = len(self.groups)
        return (n_groups * (n_groups + 1) // 2 + 1) * self.repeats + len(self.shares) - 1

    def label(self, cell: Cell, repeat: int) -> str:
        """Return the name of a cell and repeat in progress reports."""
        left_out = self.groups.keys() - set(cell.groups)
        if cell.share < 1:
            name = f"{cell.share:.0%} of the training data"
        elif not cell.groups:
            name = BASELINE
        elif not left_out:
            name = "all"
        elif self.mode == "leave-one-out":
            name = f"without {next(iter(left_out))}"
        elif len(cell.groups) == 1:
            name = f"only {cell.groups[0]}"
        else:
            name = f"{len(cell.groups)} of {len(self.groups)}"
        return f"{name[:40]}, repeat {repeat + 1} of {self.repeats}"


def learning_shares(n_instances: int, folds: int) -> tuple[float, ...]:
    """Return the shares that leave enough training instances; 1 is always among them.

    >>> learning_shares(200, folds=5)
    (0.4, 0.7, 1.0)
    """
    n_train = n_instances * (folds - 1) / folds
    return tuple(share for share in SHARES if share == 1 or share * n_train >= FEWEST)
