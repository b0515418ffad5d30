#!/usr/bin/env bash
# Guess: `10-2-3` is (10-2)-3, and `2*3-1` is (2*3)-1 with one order of the elements of `Prio`.
# Real: the rest of a text is grouped first, whichever operators there are: `10-2-3` is 10-(2-3), and
# `2*3-1` is 2*(3-1), with `-` before `*` and with `*` before `-`.
# Who meets it: whoever writes a grammar for scores or costs.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pyleri==1.5.1
"$place/venv/bin/python" - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pyleri",)))
from pyleri import THIS, Grammar, Prio, Regex, Sequence


class MinusFirst(Grammar):
    number = Regex("[0-9]+")
    START = Prio(number, Sequence(THIS, "-", THIS), Sequence(THIS, "*", THIS))


class TimesFirst(Grammar):
    number = Regex("[0-9]+")
    START = Prio(number, Sequence(THIS, "*", THIS), Sequence(THIS, "-", THIS))


def grouped(node: object) -> str:
    parts = [grouped(child) for child in node.children]
    return node.string if not parts else parts[0] if len(parts) == 1 else f"({''.join(parts)})"


texts = ("10-2-3", "2*3-1", "9-2*3")
found = [[grouped(made().parse(text).tree) for text in texts] for made in (MinusFirst, TimesFirst)]
print(found)
assert found == [["(10-(2-3))", "(2*(3-1))", "(9-(2*3))"]] * 2
EOF2
