"""Attack models, tables, recipes, documents and the server with thousands of hostile inputs.

Each input ends in one of three ways: it is refused with an error of ``lcp`` (or a status from 400
to 499), it is used, or it fails: another error, a crash of native code, no answer within 30
seconds, or a status from 500. Inputs other than requests are tried in a process of their own. The
exit code is 1 if any input fails::

    python benchmarks/attack.py
    python benchmarks/attack.py --only tables --only server --number 5000 --seed 1
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import attack_kinds as kinds  # noqa: E402
from lcp.errors import LCPError  # noqa: E402

if TYPE_CHECKING:
    from benchmarks.attack_kinds import Attack

SECONDS = 30
REFUSED, USED, FAILED = 3, 0, 4
NAMES = {REFUSED: "refused", USED: "used"}
#: Attacks, with the default number of inputs.
ATTACKS = {
    "texts": (kinds.attack_texts, 1_500),
    "models": (kinds.attack_models, 1_000),
    "tables": (kinds.attack_tables, 1_200),
    "recipes": (kinds.attack_recipes, 1_000),
    "documents": (kinds.attack_documents, 1_000),
    "server": (kinds.attack_server, 1_000),
}


def outcome_in_fork(attack: Attack, seed: int) -> str:
    """Try one input in a process of its own, and return how it ended."""
    child = os.fork()
    if not child:
        signal.alarm(SECONDS)
        code = USED
        try:
            attack(random.Random(seed))  # noqa: S311 - not for security
        except LCPError:
            code = REFUSED
        except BaseException as error:  # noqa: BLE001 - any other error is a failure
            print(f"seed {seed}: {error!r:.500}", flush=True)
            code = FAILED
        os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        print(f"seed {seed}: {signal.Signals(-code).name}", flush=True)
    return NAMES.get(code, "failed")


def outcome_here(attack: Attack, seed: int) -> str:
    """Try one input in this process, which its crash would end, and return how it ended."""
    start = time.monotonic()
    try:
        used = attack(random.Random(seed))  # noqa: S311 - not for security
    except Exception as error:  # noqa: BLE001
        print(f"seed {seed}: {error!r:.500}", flush=True)
        return "failed"
    if time.monotonic() - start > SECONDS:
        print(f"seed {seed}: no answer within {SECONDS} seconds", flush=True)
        return "failed"
    return "used" if used else "refused"


def main() -> None:
    """Run the attacks and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=ATTACKS, help="Default: all attacks")
    parser.add_argument("--number", type=int, help="number of inputs of each attack")
    parser.add_argument("--seed", type=int, default=0, help="first seed")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    failures = total = 0
    for name in arguments.only or ATTACKS:
        prepare, default = ATTACKS[name]
        outcome = outcome_here if name == "server" else outcome_in_fork
        with tempfile.TemporaryDirectory() as root:
            attack = prepare(Path(root))
            n = arguments.number or default
            seeds = range(arguments.seed, arguments.seed + n)
            counts = Counter(outcome(attack, seed) for seed in seeds)
        print(f"{name}: {n:,} inputs; {dict(counts)}", flush=True)
        failures += counts["failed"]
        total += n
    print(f"{total:,} inputs, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
