#!/usr/bin/env bash
# Guess: a `Parallel` with the policy `SuccessOnOne` succeeds once one child does.
# Real: if another child fails in the same tick, it fails: failures are looked for first. A success
# beside a running child is a success.
# Who meets it: whoever writes a bot that tries two plans at once.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check py_trees==2.6.0
"$place/venv/bin/python" - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("py_trees",)))
from py_trees.behaviours import Failure, Running, Success
from py_trees.common import ParallelPolicy
from py_trees.composites import Parallel


def result(*children: type) -> str:
    tree = Parallel("both", ParallelPolicy.SuccessOnOne(), [each("child") for each in children])
    tree.tick_once()
    return tree.status.name


found = result(Success, Failure), result(Success, Running), result(Success, Success)
print(found)
assert found == ("FAILURE", "SUCCESS", "SUCCESS")
EOF2
