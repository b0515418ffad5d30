#!/usr/bin/env bash
# Guess: Readers of YAML 1.2 agree: `1_000` is a text, and a date too.
# Real: ruamel.yaml reads 1000 and a date; js-yaml and yaml of npm read texts.
# Who meets it: decks kept in YAML that a server in Python and a page in JavaScript read.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" js-yaml@5.5.0 yaml@2.9.1
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check ruamel.yaml==0.19.1
cat >"$place/run.mjs" <<'EOF'
import { load } from "js-yaml";
import { parse } from "yaml";

const texts = ["1_000", "2026-05-01"];
const seen = texts.flatMap((text) => [load(text), parse(text)]);
console.log(JSON.stringify(seen));
if (seen.some((value) => typeof value !== "string")) process.exit(1);
EOF
echo "js-yaml@5.5.0 yaml@2.9.1 ruamel.yaml==0.19.1"
node "$place/run.mjs"
"$place/venv/bin/python" - <<'EOF'
from datetime import date

from ruamel.yaml import YAML

seen = [YAML(typ="safe").load(text) for text in ("1_000", "2026-05-01")]
print("ruamel.yaml:", *seen)
assert seen == [1000, date(2026, 5, 1)]
EOF
