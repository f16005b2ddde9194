"""Attack models, tables, recipes, documents and the server with thousands of hostile inputs.

Each input ends in one of three ways: it is refused with an error of ``lcp`` (or a status from 400
to 499), it is used, or it fails: another error, a crash of native code, no answer within 30
seconds, or a status from 500. Inputs other than requests are tried in a process of their own. The
exit code is 1 if any input fails::

    python -m tests.attacks
    python -m tests.attacks --only tables --only server --number 5000 --seed 1
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from lcp.errors import LCPError
from tests.attacks.attacks import ATTACKS

SECONDS = 30
NUMBER = 1_200
USED, REFUSED, FAILED = 0, 3, 4
#: Inputs between two lines of progress.
PROGRESS = 100
#: Bytes of the names of modules that a process reports, which fit in a pipe.
LOADED = 60_000
NAMES = {REFUSED: "refused", USED: "used"}


def outcome(attack, seed):
    """Try one input in this process, and return how it ended."""
    try:
        return USED if attack(random.Random(seed)) is not False else REFUSED  # noqa: S311
    except LCPError:
        return REFUSED
    except BaseException as error:  # noqa: BLE001 - any other error is a failure
        print(f"seed {seed}: {error!r:.500}", flush=True)
        return FAILED


def outcome_in_fork(attack, seed):
    """Try one input in a process of its own, and return how it ended."""
    ours, its = os.pipe()
    child = os.fork()
    if not child:
        # Time of the processor: other programs do not make an input fail. Waiting is limited too,
        # less strictly, because a process of low priority waits for others.
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        signal.alarm(20 * SECONDS)
        before = set(sys.modules)
        code = outcome(attack, seed)
        os.write(its, " ".join(set(sys.modules) - before).encode()[:LOADED])
        os._exit(code)
    os.close(its)
    _, status = os.waitpid(child, 0)
    # Each process would load these modules again, which takes longer than most inputs.
    with os.fdopen(ours, encoding="utf-8") as loaded:
        for name in loaded.read().split():
            with suppress(Exception):
                import_module(name)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        print(f"seed {seed}: {signal.Signals(-code).name}", flush=True)
    return code


def outcome_in_time(attack, seed):
    """Try one input in this process; a slow one fails."""
    start = time.monotonic()
    code = outcome(attack, seed)
    if time.monotonic() - start > SECONDS:
        print(f"seed {seed}: no answer within {SECONDS} seconds", flush=True)
        return FAILED
    return code


def main():
    """Run the attacks and print the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", choices=ATTACKS, help="Default: all attacks.")
    parser.add_argument("--number", type=int, default=NUMBER, help="Inputs of each attack.")
    parser.add_argument("--seed", type=int, default=0, help="First seed.")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    failures = 0
    for name in options.only or ATTACKS:
        # The server's threads do not survive a fork.
        end = outcome_in_time if name == "server" else outcome_in_fork
        with tempfile.TemporaryDirectory() as root:
            attack = ATTACKS[name](Path(root))
            seeds = range(options.seed, options.seed + options.number)
            counts, start = Counter(), time.monotonic()
            for tried, seed in enumerate(seeds, start=1):
                counts[NAMES.get(end(attack, seed), "failed")] += 1
                if tried % PROGRESS == 0:
                    seconds = time.monotonic() - start
                    print(f"{name}: {tried:,} inputs in {seconds:.0f} s", file=sys.stderr)
        print(f"{name}: {options.number:,} inputs; {dict(counts)}", flush=True)
        failures += counts["failed"]
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
