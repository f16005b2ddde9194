"""What the speed benchmark measures, and what it leaves out."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import speed_jobs
from environments import NotInstalledError
from processes import PYTHON
from speed_jobs import OF_TEXTS, Job, Plan

TEXTSTAT = OF_TEXTS[1]


@pytest.fixture
def plan(tmp_path):
    return Plan(tmp_path, "sample", 0)


def test_a_program_that_cannot_be_installed_is_left_out(plan, monkeypatch):
    def fail(requirements):
        raise NotInstalledError(f"no {requirements.name}")

    monkeypatch.setattr(speed_jobs, "python_of", fail)
    plan.add_texts([TEXTSTAT], [100], new_words=100)
    assert plan.missing == {TEXTSTAT.name: "no textstat_formulas.txt"}
    assert not plan.jobs


def test_a_program_of_others_that_fails_is_left_out(plan, monkeypatch):
    monkeypatch.setattr(speed_jobs, "python_of", lambda requirements: "false")
    plan.add_texts([TEXTSTAT], [100], new_words=100)
    assert "failed" in plan.missing[TEXTSTAT.name]


def test_all_programs_read_the_same_texts(plan, monkeypatch):
    monkeypatch.setattr(speed_jobs, "python_of", lambda requirements: "true")
    plan.add_texts(OF_TEXTS[1:], [50, 100], new_words=70)
    inputs = [[job for job in plan.jobs if job.names == one.passes] for one in OF_TEXTS[1:]]
    texts = [[(job.input, job.amount, job.command[2]) for job in own] for own in inputs]
    assert texts[0] == texts[1]
    assert [amount for _, amount, _ in texts[0]][0::3] == [70, 50]


def test_rows_that_warm_up_are_not_counted(plan, monkeypatch):
    monkeypatch.setattr(speed_jobs, "python_of", lambda requirements: "true")
    plan.add_rows([speed_jobs.OF_ROWS[2]])
    (job,) = plan.jobs
    rows = Path(job.command[2]).read_text(encoding="utf-8").splitlines()
    assert len(rows) == job.amount + speed_jobs.WARM_UP


def test_the_output_of_workers_is_deleted_before_each_run(tmp_path):
    out = tmp_path / "out"
    program = f"import pathlib; pathlib.Path({str(out)!r}).mkdir()"
    job = Job("text", 10, ("name",), [*PYTHON, program], out=out)
    job.run()
    job.run()
    (figure,) = job.figures()
    assert len(figure["seconds"]) == 2
    assert figure["seconds"] == pytest.approx(figure["process_seconds"], abs=1e-3)


@pytest.mark.skipif(sys.platform != "linux", reason="needs sched_setaffinity")
def test_a_single_process_uses_one_core(tmp_path):
    program = "import os; print([[len(os.sched_getaffinity(0)), 0]])"
    job = Job("text", 10, ("name",), [*PYTHON, program])
    job.run()
    assert next(job.figures())["seconds"] == [1]
