#!/usr/bin/env bash
# Guess: `sequence_form_lp` runs with OpenSpiel and cvxpy installed.
# Real: it asks for the solver ECOS, which today's cvxpy no longer brings, and fails with a
# TypeError about None; with `ecos` installed Kuhn is worth -1/18. The solvers that cvxpy does
# bring are refused.
# Who meets it: whoever wants the exact value of a small game with secrets.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2 cvxpy==1.9.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('open_spiel', 'cvxpy',)))
import subprocess
import sys

program = """
import pyspiel
from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game
print(solve_zero_sum_game(pyspiel.load_game('kuhn_poker'))[0])
"""


def run():
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)


bare = run()
print("without:", bare.stdout.strip().splitlines()[:1], bare.stderr.strip().splitlines()[-1])
assert bare.returncode != 0
assert "TypeError" in bare.stderr
assert "ECOS" in bare.stdout + bare.stderr
subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "ecos==2.0.14"], check=True)
value = float(run().stdout)
print("with ecos 2.0.14:", value, "-1/18 is", -1 / 18)
assert abs(value + 1 / 18) < 1e-6
EOF
