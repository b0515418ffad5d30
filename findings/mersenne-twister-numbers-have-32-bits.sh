#!/usr/bin/env bash
# Guess: `random()` of the npm package gives the numbers of NumPy's `RandomState` with the same seed.
# Real: the first numbers agree in eight digits, the second ones not at all: `random()` takes one step
# of 32 bits, NumPy two, so the third number of `random()` is about NumPy's second. `random_long()`
# agrees.
# Who meets it: whoever repeats in a browser a shuffle that was drawn in Python, and checks one number.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" mersenne-twister@1.1.0
cat >"$place/run.cjs" <<'EOF'
const Twister = require("mersenne-twister");
const [short, long] = [new Twister(5), new Twister(5)];
console.log(JSON.stringify([
  [0, 1, 2].map(() => short.random()),
  [0, 1, 2].map(() => long.random_long()),
]));
EOF
node "$place/run.cjs" >"$place/numbers.json"
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check numpy==2.4.6
"$place/venv/bin/python" - "$place/numbers.json" <<'EOF'
import json
import sys

import numpy

short, long = json.load(open(sys.argv[1]))
drawn = [float(number) for number in numpy.random.RandomState(5).random_sample(3)]
print("mersenne-twister@1.1.0 random", short, "random_long", long)
print("numpy", numpy.__version__, drawn)
assert long == drawn
assert 0 < abs(short[0] - drawn[0]) < 1e-8
assert abs(short[2] - drawn[1]) < 1e-8 and abs(short[1] - drawn[1]) > 0.1
EOF
