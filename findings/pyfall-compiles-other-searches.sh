#!/usr/bin/env bash
# Guess: As in Scryfall's searches, `a or b c` is a or both of the others, `c!=w` cards that aren't
# just white, `c<wu` fewer colours than white and blue, and `m:2WW` a cost.
# Real: `or` binds tighter than a space; `c!=w` is the same as `c:w`; `c<wu` finds white and blue
# cards too; `m:2WW` finds no `{2}{W}{W}`.
# Who meets it: whoever searches a card list of their own by such texts: compare a few with known
# answers.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pyfall-mtg==0.1.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pyfall-mtg",)))
import sqlite3

from pyfall import parse
from pyfall.backends import SQLBackend

CARDS = (
    ("white elf", "Elf", '["W"]', "{2}{W}{W}"),
    ("pair", "Goblin", '["W", "U"]', "{W}{U}"),
    ("red goblin", "Goblin", '["R"]', "{R}"),
    ("bolt", "Instant", '["R"]', "{R}"),
)
base = sqlite3.connect(":memory:")
base.execute("create table cards (name, type_line, colors, mana_cost)")
base.executemany("insert into cards values (?, ?, ?, ?)", CARDS)


def found(search):
    where, values = SQLBackend().compile(parse(search))
    return [name for (name,) in base.execute(f"select name from cards where {where}", values)]


searches = ("bolt or t:elf t:goblin", "c:w", "c!=w", "c<wu", "m:2WW")
answers = {search: found(search) for search in searches}
print(answers)
assert answers["bolt or t:elf t:goblin"] == []
assert answers["c!=w"] == answers["c:w"] == ["white elf", "pair"]
assert "pair" in answers["c<wu"] and answers["m:2WW"] == []
EOF
