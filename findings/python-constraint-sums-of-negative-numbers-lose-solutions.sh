#!/usr/bin/env bash
# Guess: `ExactSumConstraint(0)` of two numbers from -1, 0, 1 has three solutions.
# Real: it has one, 0 and 0: a sum above the bound on the way is given up, although negative numbers
# may follow. `MaxSumConstraint` is the same. A function as the constraint finds all three.
# Who meets it: whoever looks for puzzles or set-ups with penalties: solutions are missing without a word.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check python-constraint==1.4.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "python-constraint".split()))
import constraint


def solutions(rule):
    problem = constraint.Problem()
    problem.addVariables("ab", [-1, 0, 1])
    problem.addConstraint(rule)
    return len(problem.getSolutions())


found = [
    solutions(constraint.ExactSumConstraint(0)),
    solutions(lambda a, b: a + b == 0),
    solutions(constraint.MaxSumConstraint(0)),
    solutions(lambda a, b: a + b <= 0),
]
print(found)
assert found == [1, 3, 4, 6], found
EOF
