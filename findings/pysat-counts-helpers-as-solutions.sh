#!/usr/bin/env bash
# Guess: `enum_models` lists the solutions of a puzzle: at most one of three is 4, at most two of
# five is 16.
# Real: it counts the values of the helper variables of an encoding too: 6 and 49 with the default
# of `CardEnc`. Of exactly one of four there are 4, so small tests pass; count different values of
# your own variables.
# Who meets it: whoever checks that a puzzle has one solution, or counts positions.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check python-sat==1.9.dev24
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("python-sat",)))
from pysat.card import CardEnc
from pysat.solvers import Solver


def solutions(constraint, number, bound):
    clauses = constraint(lits=list(range(1, number + 1)), bound=bound).clauses
    with Solver(bootstrap_with=clauses) as solver:
        models = list(solver.enum_models())
    return len(models), len({tuple(model[:number]) for model in models})


found = [solutions(CardEnc.atmost, 3, 1), solutions(CardEnc.atmost, 5, 2), solutions(CardEnc.equals, 4, 1)]
print(found)
assert found == [(6, 4), (49, 16), (4, 4)]
EOF
