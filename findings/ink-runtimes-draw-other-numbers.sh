#!/usr/bin/env bash
# Guess: Two runtimes of Ink tell the same story from the same file and the same `SEED_RANDOM`.
# Real: after `SEED_RANDOM(7)` inkjs and bink roll other dice, though the story's other line is the
# same in both. Keep what was drawn, not the seed.
# Who meets it: whoever plays a story in the browser and tests it in Python, or moves a saved game.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" inkjs@2.4.0
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check bink==0.7.1
cat >"$place/story.ink" <<'EOF'
~ SEED_RANDOM(7)
{RANDOM(1,6)} {RANDOM(1,6)} {RANDOM(1,6)} {RANDOM(1,6)} {RANDOM(1,1000)}
{7 / 2} {-7 mod 3} {POW(2, 3)} {MIN(3, 2)} {"a" + 1} {1 == 1}
-> END
EOF
cat >"$place/run.cjs" <<'EOF'
const fs = require("node:fs");
const { Compiler, Story } = require("inkjs/full");
const json = new Compiler(fs.readFileSync(process.argv[2] + "/story.ink", "utf8")).Compile().ToJson();
fs.writeFileSync(process.argv[2] + "/story.json", json);
console.log(new Story(json).ContinueMaximally().trim());
EOF
cat >"$place/run.py" <<'EOF'
import sys
from importlib.metadata import version
from pathlib import Path

from bink.story import Story

place = Path(sys.argv[1])
ours = Story((place / "story.json").read_text("utf-8")).continue_maximally().strip().splitlines()
theirs = (place / "inkjs.txt").read_text("utf-8").strip().splitlines()
print("inkjs 2.4.0", theirs)
print("bink", version("bink"), ours)
assert ours[1] == theirs[1]
assert theirs[0] == "2 2 4 4 405"
assert ours[0] == "5 5 2 1 636"
EOF
node "$place/run.cjs" "$place" >"$place/inkjs.txt"
"$place/venv/bin/python" "$place/run.py" "$place"
