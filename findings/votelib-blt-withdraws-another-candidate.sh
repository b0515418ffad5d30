#!/usr/bin/env bash
# Guess: a candidate who has withdrawn is the same when `blt.loads` reads what `blt.dumps` wrote.
# Real: candidate 3 is written as -4, so another one is out.
# Who meets it: whoever hands a vote over rules or cards to another counter.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check votelib==0.4.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("votelib", version("votelib"))
import votelib.io.blt as blt
from votelib.candidate import Person

people = [Person(name) for name in ("hand", "deck", "table", "bank")]
people[2].withdrawn = True
text = blt.dumps({(people[0], people[1]): 3}, 1, people, "A vote")
print(text)
read = [(person.name, person.withdrawn) for person in blt.loads(text)[2]]
print(read)
assert "-4" in text.splitlines()
assert [name for name, withdrawn in read if withdrawn] == ["bank"]
EOF
