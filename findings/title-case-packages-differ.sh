#!/usr/bin/env bash
# Guess: Packages for English titles write the same title.
# Real: title-case of npm keeps `ACE OF SPADES`, and writes `Play with Me` and `Queen (of Hearts)`;
# titlecase of PyPI writes `Ace of Spades`, `Play With Me` and `Queen (Of Hearts)`.
# Who meets it: cards whose titles are set by a page and by a printer.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" title-case@4.3.2
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check titlecase==2.4.1
cat >"$place/run.mjs" <<'EOF'
import { titleCase } from "title-case";

const seen = ["ACE OF SPADES", "play with me", "queen (of hearts)"].map((text) => titleCase(text));
console.log("title-case:", seen.join(", "));
if (seen.join(", ") !== "ACE OF SPADES, Play with Me, Queen (of Hearts)") process.exit(1);
EOF
echo "title-case@4.3.2 titlecase==2.4.1"
node "$place/run.mjs"
"$place/venv/bin/python" - <<'EOF'
from titlecase import titlecase

seen = [titlecase(text) for text in ("ACE OF SPADES", "play with me", "queen (of hearts)")]
print("titlecase:", *seen, sep=" | ")
assert seen == ["Ace of Spades", "Play With Me", "Queen (Of Hearts)"]
EOF
