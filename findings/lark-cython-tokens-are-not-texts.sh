#!/usr/bin/env bash
# Guess: lark-cython is a faster Lark, so a token is a text, as in Lark: it can be joined, added and
# made a number.
# Real: a token is an object of its own: `int`, `join`, `+`, `len` and `isinstance(token, str)`
# fail, while `==` and dictionaries work. Take `token.value`.
# Who meets it: whoever speeds up a grammar: code and transformers that use tokens as texts.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check lark==1.3.1 lark-cython==0.0.17
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("lark", "lark-cython")))
import lark_cython
from lark import Lark

GRAMMAR = 'start: (WORD | INT)+\n%import common (WORD, INT)\n%ignore " "'


def works(action):
    try:
        action()
    except Exception as problem:
        return type(problem).__name__
    return "works"


seen = {}
for name, plugins in (("lark", {}), ("lark-cython", lark_cython.plugins)):
    word, number, _ = Lark(GRAMMAR, parser="lalr", _plugins=plugins).parse("draw 3 cards").children
    actions = {"int": lambda: int(number), "join": lambda: " ".join([word]), "+": lambda: word + "s", "len": lambda: len(word), "upper": lambda: word.upper()}
    seen[name] = [works(action) for action in actions.values()] + [isinstance(word, str), word == "draw", {"draw": 1}[word]]
    print(name, seen[name])
assert seen["lark"] == ["works"] * 5 + [True, True, 1]
assert "works" not in seen["lark-cython"] and seen["lark-cython"][5:] == [False, True, 1]
EOF
