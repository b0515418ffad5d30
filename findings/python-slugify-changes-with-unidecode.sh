#!/usr/bin/env bash
# Guess: A slug depends on the text and the version only, and signs of suits are dropped.
# Real: It depends on whether Unidecode is installed too, for whatever reason: 7♥ is `7` without it
# and `7hearts` with it.
# Who meets it: decks whose files are named on two machines.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check python-slugify==9.1.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("python-slugify",)))
import subprocess
import sys

ask = "from slugify import slugify; print(*map(slugify, ('7♥', '7♠', '2½')))"


def slugs():
    return subprocess.check_output([sys.executable, "-c", ask], text=True).split()


before = slugs()
pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
subprocess.run([*pip, "unidecode==1.4.0"], check=True)
after = slugs()
print(before, after)
assert before[:2] == ["7", "7"] and after[:2] == ["7hearts", "7spades"]
EOF
