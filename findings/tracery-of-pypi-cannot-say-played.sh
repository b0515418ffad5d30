#!/usr/bin/env bash
# Guess: Tracery of PyPI changes words as npm's: `#verb.ed#` of `play` is a word, if a wrong one.
# Real: `play` and each word in a vowel and y raise a TypeError; `stop` becomes `stoped` and `hour`
# `a hour`, as in npm. Write such forms into the grammar.
# Who meets it: whoever prints card or story texts by one grammar in both languages.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check tracery==0.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("tracery",)))
import tracery
from tracery.modifiers import base_english


def said(rule, **words):
    grammar = tracery.Grammar({"origin": rule} | words)
    grammar.add_modifiers(base_english)
    return grammar.flatten("#origin#")


found = [said("#verb.ed#", verb=verb) for verb in ("draw", "carry", "stop")] + [said("#noun.a#", noun="hour")]
failed = []
for verb in ("play", "stay"):
    try:
        said("#verb.ed#", verb=verb)
    except TypeError as problem:
        failed.append(verb)
        print(verb, problem)
print(found, failed)
assert failed == ["play", "stay"] and found[1:] == ["carried", "stoped", "a hour"]
EOF
