#!/usr/bin/env bash
# Guess: The answers of `mahjong_puzzle` follow the rules in its questions.
# Real: a round that was meant to pass takes any card and says Pass, though the card makes Peng or
# Chi, and a Chi may be a Peng, too: many answers are wrong by its own rules.
# Who meets it: whoever trains or measures models with it: work the answers out again.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check reasoning-gym==0.1.25
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("reasoning-gym",)))
import reasoning_gym

HEAD = "Now, given the initial cards "


def by_rules(cards, card):
    if cards.count(card) >= 2:
        return "Peng"
    near = [[ord(card) + step for step in steps] for steps in ((-2, -1), (-1, 1), (1, 2))]
    return "Chi" if any(all(chr(code) in cards for code in pair) for pair in near) else "Pass"


wrong = {}
puzzle = reasoning_gym.create_dataset("mahjong_puzzle", size=200, seed=7)
for entry in puzzle:
    (line,) = [each for each in entry["question"].splitlines() if each.startswith(HEAD)]
    cards = line.removeprefix(HEAD).split(",")[0]
    rounds = entry["metadata"]["rounds"]
    before = rounds[-2]["cards"] if len(rounds) > 1 else cards
    found = by_rules(before, rounds[-1]["add"])
    if found != entry["answer"]:
        wrong[entry["answer"], found] = wrong.get((entry["answer"], found), 0) + 1
print(wrong)
assert wrong["Pass", "Chi"] > 5 and wrong.get(("Peng", "Chi"), 0) == 0
EOF
