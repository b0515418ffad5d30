#!/usr/bin/env bash
# Guess: `cost(X,Y)` finds ace and king with their costs, whatever was asked before.
# Real: asked after `cost(X,4)`, it finds what that found, the king without his cost. Costs come
# back as texts.
# Who meets it: whoever queries the rules of a game in more than one form.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pytholog==2.4.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "pytholog".split()))
from pytholog import Expr, KnowledgeBase


def ask(*questions):
    base = KnowledgeBase("cards")
    base(["cost(ace,3)", "cost(king,4)"])
    return [dict(answer) for question in questions for answer in base.query(Expr(question))]


fresh = ask("cost(X,Y)")
later = ask("cost(X,4)", "cost(X,Y)")
print(fresh, later)
assert fresh == [{"X": "ace", "Y": "3"}, {"X": "king", "Y": "4"}]
assert later == [{"X": "king"}, {"X": "king"}]
EOF
