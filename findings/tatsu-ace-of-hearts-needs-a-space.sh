#!/usr/bin/env bash
# Guess: with `rank = '10' | 'A' ;` and `suit = 'h' | 's' ;` a card is `Ah` or `10s`.
# Real: `10s` is read, and `Ah` refused, since a text of letters has to end with a word. `A h` is
# read. With `@@nameguard :: False`, or patterns, so is `Ah`.
# Who meets it: whoever writes a grammar for codes of cards or squares.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check TatSu==5.15.1
"$place/venv/bin/python" - <<'EOF2'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("TatSu",)))
import tatsu
from tatsu.exceptions import FailedParse

CARD = "start = rank suit $ ;\nrank = '10' | 'A' ;\nsuit = 'h' | 's' ;"


def is_read(grammar: str, text: str) -> bool:
    try:
        return tatsu.parse(grammar, text) is not None
    except FailedParse:
        return False


plain = [is_read(CARD, text) for text in ("Ah", "A h", "10s")]
loose = [is_read("@@nameguard :: False\n" + CARD, text) for text in ("Ah", "A h", "10s")]
print(plain, loose)
assert plain == [False, True, True] and loose == [True, True, True]
EOF2
